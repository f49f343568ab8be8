/** A signed form post in Java 11 or later, as one file for `java SignedRequest.java`. */

import { javaLiteral as text } from "./literals.ts";
import {
  declaredLists,
  listsInBody,
  type SnippetInput,
  secretVariable,
  signedLists,
  TOKEN_SECRET,
} from "./snippet-input.ts";

export function javaSnippet(input: SnippetInput): string {
  const { isRsa, token, contentType } = input;
  const parts = listsInBody(input);
  const body = parts === undefined ? input.body && text(input.body) : `join(encodePairs(${joined(parts)}))`;
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

    @SafeVarargs
    static List<String[]> joinLists(List<String[]>... lists) {
        return Stream.of(lists).flatMap(List::stream).collect(Collectors.toList());
    }

    static Stream<String[]> encodePairs(List<String[]> pairs) {
        return pairs.stream().map(pair -> new String[] {encode(pair[0]), encode(pair[1])});
    }

    public static void main(String[] arguments) throws Exception {
        String url = ${text(input.url)};
${declaredLists(input)
  .map(
    ([list, pairs]) =>
      `        List<String[]> ${list} = List.of(\n${pairs.map(([name, value]) => `            new String[] {${text(name)}, ${text(value)}}`).join(",\n")}\n        );\n`,
  )
  .join("")}        byte[] nonce = new byte[16];
        new SecureRandom().nextBytes(nonce);
        List<String[]> protocol = new ArrayList<>(List.of(
            new String[] {"oauth_consumer_key", ${text(input.consumerKey)}},
            new String[] {"oauth_nonce", Base64.getUrlEncoder().withoutPadding().encodeToString(nonce)},
            new String[] {"oauth_signature_method", "${input.signatureMethod}"},
            new String[] {"oauth_timestamp", String.valueOf(System.currentTimeMillis() / 1000)},
${token === undefined ? "" : `            new String[] {"oauth_token", ${text(token)}},\n`}            new String[] {"oauth_version", "1.0"}
        ));
        String parameters = join(encodePairs(${joined(signedLists(input))})
            .sorted(Comparator.comparing((String[] pair) -> pair[0]).thenComparing(pair -> pair[1])));
        String baseString = "${input.method}&" + encode(url) + "&" + encode(parameters);
${isRsa ? rsa(input) : hmac(input)}
${body === undefined ? "" : `        String body = ${body};\n`}        protocol.add(new String[] {"oauth_signature", Base64.getEncoder().encodeToString(signature)});
        String header = ${text(input.headerStart)} + encodePairs(protocol)
            .map(pair -> pair[0] + "=\\"" + pair[1] + "\\"").collect(Collectors.joining(", "));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url${input.query.length === 0 ? "" : ' + "?" + join(encodePairs(query))'}))
            .header("Authorization", header)
${contentType === undefined ? "" : `            .header("Content-Type", ${text(contentType)})\n`}            .method("${input.method}", HttpRequest.BodyPublishers.${body === undefined ? "noBody()" : "ofString(body)"})
            .build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
`;
}

function joined(lists: readonly string[]): string {
  return lists.length === 1 ? lists[0]! : `joinLists(${lists.join(", ")})`;
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
  return `        String key = encode(System.getenv("${secretVariable(input)}")) + "&"${input.token === undefined ? "" : ` + encode(System.getenv("${TOKEN_SECRET}"))`};
        Mac mac = Mac.getInstance("HmacSHA${input.hash}");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA${input.hash}"));
        byte[] signature = mac.doFinal(baseString.getBytes(StandardCharsets.UTF_8));`;
}

function rsa(input: SnippetInput): string {
  return `        // The file begins with BEGIN PRIVATE KEY (PKCS#8).
        String pem = Files.readString(Path.of(System.getenv("${secretVariable(input)}")));
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        Signature signer = Signature.getInstance("SHA${input.hash}withRSA");
        signer.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der)));
        signer.update(baseString.getBytes(StandardCharsets.UTF_8));
        byte[] signature = signer.sign();`;
}
