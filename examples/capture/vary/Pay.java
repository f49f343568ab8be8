// Sends a payment without a library: java Pay.java 10.42 "two shirts"
import java.net.*;
import java.net.http.*;
import static java.nio.charset.StandardCharsets.UTF_8;
import java.util.*;
import java.util.stream.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Pay {
    static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static String join(Map<String, String> pairs) {
        return pairs.entrySet().stream().map(pair -> encode(pair.getKey()) + "=" + encode(pair.getValue())).collect(Collectors.joining("&"));
    }

    public static void main(String[] given) throws Exception {
        String url = System.getenv("COUNTERSIGN_URL") + "/pay";
        Map<String, String> form = Map.of("amount", given[0], "note", given[1]);
        Map<String, String> oauth = new TreeMap<>(Map.of("oauth_consumer_key", System.getenv("COUNTERSIGN_CONSUMER_KEY"),
            "oauth_nonce", UUID.randomUUID().toString(), "oauth_signature_method", "HMAC-SHA1",
            "oauth_timestamp", String.valueOf(System.currentTimeMillis() / 1000), "oauth_version", "1.0"));
        Map<String, String> all = new TreeMap<>(oauth);
        all.putAll(form);
        String base = "POST&" + encode(url) + "&" + encode(join(all));
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec((encode(System.getenv("COUNTERSIGN_CONSUMER_SECRET")) + "&").getBytes(UTF_8), "HmacSHA1"));
        oauth.put("oauth_signature", Base64.getEncoder().encodeToString(mac.doFinal(base.getBytes(UTF_8))));
        String header = oauth.entrySet().stream().map(pair -> pair.getKey() + "=\"" + encode(pair.getValue()) + "\"").collect(Collectors.joining(", "));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).version(HttpClient.Version.HTTP_1_1)
            .header("Authorization", "OAuth " + header).header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(join(form))).build();
        int status = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        System.exit(status == 200 ? 0 : 1);
    }
}
