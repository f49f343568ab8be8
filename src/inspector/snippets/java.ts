/** A signed form post in Java 11 or later, as one file for `java SignedRequest.java`. */

import { javaLiteral as text } from "./literals.ts";
import { type SnippetInput, secretVariable } from "./snippet-input.ts";

export function javaSnippet(input: SnippetInput): string {
  const { isRsa } = input;
  return `import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
${isRsa ? RSA_IMPORTS : HMAC_IMPORTS}
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class SignedRequest {
    /** RFC 5849 3.6. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
            .replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static String join(Stream<String[]> pairs) {
        return pairs.map(pair -> pair[0] + "=" + pair[1]).collect(Collectors.joining("&"));
    }

    static Stream<String[]> encodePairs(List<String[]> pairs) {
        return pairs.stream().map(pair -> new String[] {encode(pair[0]), encode(pair[1])});
    }

    public static void main(String[] arguments) throws Exception {
        String url = ${text(input.url)};
        List<String[]> form = List.of(
${input.form.map(([name, value]) => `            new String[] {${text(name)}, ${text(value)}}`).join(",\n")}
        );
        byte[] nonce = new byte[16];
        new SecureRandom().nextBytes(nonce);
        List<String[]> protocol = new ArrayList<>(List.of(
            new String[] {"oauth_consumer_key", ${text(input.consumerKey)}},
            new String[] {"oauth_nonce", Base64.getUrlEncoder().withoutPadding().encodeToString(nonce)},
            new String[] {"oauth_signature_method", "${isRsa ? "RSA-SHA256" : "HMAC-SHA1"}"},
            new String[] {"oauth_timestamp", String.valueOf(System.currentTimeMillis() / 1000)},
            new String[] {"oauth_version", "1.0"}
        ));
        List<String[]> all = new ArrayList<>(form);
        all.addAll(protocol);
        String parameters = join(encodePairs(all)
            .sorted(Comparator.comparing((String[] pair) -> pair[0]).thenComparing(pair -> pair[1])));
        String baseString = "POST&" + encode(url) + "&" + encode(parameters);
${isRsa ? rsa(input) : hmac(input)}
        String body = join(encodePairs(${input.repeatsInBody ? "all" : "form"}));
        protocol.add(new String[] {"oauth_signature", Base64.getEncoder().encodeToString(signature)});
        String header = ${text(input.headerStart)} + encodePairs(protocol)
            .map(pair -> pair[0] + "=\\"" + pair[1] + "\\"").collect(Collectors.joining(", "));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Authorization", header)
            .header("Content-Type", ${text(input.contentType)})
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
`;
}

const HMAC_IMPORTS = `import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;`;

const RSA_IMPORTS = `import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;`;

function hmac(input: SnippetInput): string {
  return `        String key = encode(System.getenv("${secretVariable(input)}")) + "&";
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        byte[] signature = mac.doFinal(baseString.getBytes(StandardCharsets.UTF_8));`;
}

function rsa(input: SnippetInput): string {
  return `        // The file begins with BEGIN PRIVATE KEY (PKCS#8).
        String pem = Files.readString(Path.of(System.getenv("${secretVariable(input)}")));
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        Signature signer = Signature.getInstance("SHA256withRSA");
        signer.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der)));
        signer.update(baseString.getBytes(StandardCharsets.UTF_8));
        byte[] signature = signer.sign();`;
}
