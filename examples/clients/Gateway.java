import java.io.PrintStream;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A client for a card gateway that signs with OAuth 1.0 (RFC 5849): HMAC-SHA1 for v2, RSA-SHA256 for v4. It needs Java 11.
 *
 * <pre>
 * java Gateway.java create-card-ref CLIENT_ORDERID ORDERID
 * java Gateway.java status CLIENT_ORDERID [ORDERID]
 * java Gateway.java post OPERATION NAME=VALUE...    such as: post v4/payout client-order-id=1 amount=10.42 currency=EUR
 * java Gateway.java callback QUERY                  verifies the query of a callback
 * </pre>
 *
 * Environment: GATEWAY_URL, such as https://sandbox.example.com/processing/api, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY,
 * GATEWAY_PRIVATE_KEY_FILE (PEM in the format PKCS#8) and GATEWAY_ENDPOINT.
 */
public class Gateway {
    /** The gateway reported an error, or a callback is not the gateway's. */
    static class GatewayException extends Exception {
        GatewayException(String message) {
            super(message);
        }
    }

    /** Name and value, not encoded. */
    static class Pair {
        final String name;
        final String value;

        Pair(String name, String value) {
            this.name = name;
            this.value = value;
        }
    }

    /** Percent-encodes all but letters, digits and - . _ ~ (RFC 5849 3.6). URLEncoder is for forms. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
            .replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static List<Pair> encode(List<Pair> pairs) {
        return pairs.stream().map(pair -> new Pair(encode(pair.name), encode(pair.value))).collect(Collectors.toList());
    }

    static String join(List<Pair> pairs) {
        return pairs.stream().map(pair -> pair.name + "=" + pair.value).collect(Collectors.joining("&"));
    }

    static List<Pair> concat(List<Pair> first, List<Pair> second) {
        List<Pair> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    static List<Pair> decodeForm(String text) {
        return Arrays.stream(text.split("&")).map(Gateway::splitPair)
            .map(pair -> new Pair(decode(pair.name), decode(pair.value))).collect(Collectors.toList());
    }

    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    static Pair splitPair(String text) {
        String[] parts = text.split("=", 2);
        return new Pair(parts[0], parts.length == 1 ? "" : parts[1]);
    }

    static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String sign(boolean isHmac, String baseString) throws Exception {
        if (isHmac) {
            // There is no token, so the key ends in an ampersand.
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(octets(encode(System.getenv("GATEWAY_CONTROL_KEY")) + "&"), "HmacSHA1"));
            return Base64.getEncoder().encodeToString(mac.doFinal(octets(baseString)));
        }
        String pem = Files.readString(Path.of(System.getenv("GATEWAY_PRIVATE_KEY_FILE")));
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der)));
        signature.update(octets(baseString));
        return Base64.getEncoder().encodeToString(signature.sign());
    }

    /** Sends a signed form and returns the fields of the answer. */
    static Map<String, String> post(String operation, List<Pair> form) throws Exception {
        String url = System.getenv("GATEWAY_URL") + "/" + operation + "/" + System.getenv("GATEWAY_ENDPOINT");
        boolean isHmac = operation.startsWith("v2/");
        byte[] nonce = new byte[16];
        new SecureRandom().nextBytes(nonce);
        List<Pair> protocol = List.of(
            new Pair("oauth_consumer_key", System.getenv("GATEWAY_LOGIN")),
            new Pair("oauth_nonce", Base64.getUrlEncoder().withoutPadding().encodeToString(nonce)),
            new Pair("oauth_signature_method", isHmac ? "HMAC-SHA1" : "RSA-SHA256"),
            new Pair("oauth_timestamp", String.valueOf(System.currentTimeMillis() / 1000)),
            new Pair("oauth_version", "1.0"));
        // Sorted by encoded name, then by encoded value (RFC 5849 3.4.1.3.2).
        List<Pair> sorted = encode(concat(form, protocol));
        sorted.sort(Comparator.comparing((Pair pair) -> pair.name).thenComparing(pair -> pair.value));
        String baseString = "POST&" + encode(url) + "&" + encode(join(sorted));
        List<Pair> header = concat(protocol, List.of(new Pair("oauth_signature", sign(isHmac, baseString))));
        String fields = encode(header).stream()
            .map(pair -> pair.name + "=\"" + pair.value + "\"").collect(Collectors.joining(", "));
        // For HMAC-SHA1 the gateway's documents have an empty realm, and repeat the protocol parameters in the body.
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Authorization", (isHmac ? "OAuth realm=\"\", " : "OAuth ") + fields)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(join(encode(isHmac ? concat(form, protocol) : form))))
            .timeout(Duration.ofSeconds(30))
            .build();
        // It follows no redirect: the signature is for one URL.
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        return readAnswer(response.statusCode(), response.body());
    }

    static Map<String, String> readAnswer(int status, String text) throws GatewayException {
        if (status == 401 || status == 403) {
            throw new GatewayException("HTTP " + status + ": the gateway rejects the signature, and does not say why");
        }
        if (status != 200) {
            throw new GatewayException("HTTP " + status + ": " + text.substring(0, Math.min(200, text.length())));
        }
        Map<String, String> fields = new LinkedHashMap<>();
        // Each value ends in a line feed.
        for (Pair pair : decodeForm(text)) fields.put(pair.name, pair.value.strip());
        String type = fields.getOrDefault("type", "");
        if (type.equals("validation-error") || type.equals("error")) {
            throw new GatewayException(type + " " + fields.get("error-code") + ": " + fields.get("error-message"));
        }
        return fields;
    }

    static Map<String, String> createCardRef(String clientOrderId, String orderId) throws Exception {
        return post("v4/create-card-ref",
            List.of(new Pair("client_orderid", clientOrderId), new Pair("orderid", orderId)));
    }

    /** @param orderId the gateway's id, or null */
    static Map<String, String> status(String clientOrderId, String orderId) throws Exception {
        List<Pair> form = new ArrayList<>();
        form.add(new Pair("login", System.getenv("GATEWAY_LOGIN")));
        form.add(new Pair("client_orderid", clientOrderId));
        if (orderId != null) form.add(new Pair("orderid", orderId));
        return post("v4/status", form);
    }

    /** Returns the fields of a callback. The checksum covers status and both ids only: ask for the status to know more. */
    static Map<String, String> verifyCallback(String query) throws GatewayException, GeneralSecurityException {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Pair pair : decodeForm(query.startsWith("?") ? query.substring(1) : query)) {
            if (fields.put(pair.name, pair.value) != null) throw new GatewayException("callback: a field is repeated");
        }
        for (String name : List.of("status", "orderid", "merchant_order", "control")) {
            if (!fields.containsKey(name)) throw new GatewayException("callback: there is no " + name);
        }
        String text = fields.get("status") + fields.get("orderid") + fields.get("merchant_order")
            + System.getenv("GATEWAY_CONTROL_KEY");
        StringBuilder expected = new StringBuilder();
        for (byte octet : MessageDigest.getInstance("SHA-1").digest(octets(text))) {
            expected.append(String.format("%02x", octet));
        }
        // isEqual takes a time that does not depend on the octets.
        if (!MessageDigest.isEqual(octets(expected.toString()), octets(fields.get("control")))) {
            throw new GatewayException("callback: control is wrong");
        }
        return fields;
    }

    static Map<String, String> run(String... words) throws Exception {
        String command = words.length == 0 ? "" : words[0];
        if (command.equals("create-card-ref") && words.length == 3) return createCardRef(words[1], words[2]);
        if (command.equals("status") && words.length == 2) return status(words[1], null);
        if (command.equals("status") && words.length == 3) return status(words[1], words[2]);
        if (command.equals("callback") && words.length == 2) return verifyCallback(words[1]);
        if (command.equals("post") && words.length > 1) {
            return post(words[1], Arrays.stream(words).skip(2).map(Gateway::splitPair).collect(Collectors.toList()));
        }
        throw new GatewayException("usage: java Gateway.java create-card-ref|status|post|callback ...");
    }

    public static void main(String... words) throws Exception {
        try (PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8)) {
            run(words).forEach((name, value) -> out.println(name + "=" + value));
        } catch (GatewayException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }
}
