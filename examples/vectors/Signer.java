// The implementation that Core.java checks. Replace it with calls of your library. It has HMAC-SHA1 only.
import com.google.gson.*;
import java.net.*;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import static java.nio.charset.StandardCharsets.*;

class Signer {
    private static final Map<String, String> OWN = Map.of("oauth_signature_method", "signatureMethod", "oauth_timestamp", "timestamp",
        "oauth_nonce", "nonce", "oauth_version", "version");
    private static final Map<String, String> KEYS = Map.of("oauth_consumer_key", "consumerKey", "oauth_token", "token");

    /** Returns the signature for the input of a vector with the operation sign, in base64; null for other signature methods. */
    static String sign(JsonObject input) throws Exception {
        if (!text(input, "signatureMethod").equals("HMAC-SHA1")) return null;
        JsonObject request = input.getAsJsonObject("request"), keys = input.getAsJsonObject("credentials");
        List<String> pairs = new ArrayList<>(parse(text(request, "formEncoded")));
        OWN.forEach((name, member) -> { if (text(input, member) != null) pairs.add(pair(name, text(input, member))); });
        KEYS.forEach((name, member) -> { if (text(keys, member) != null) pairs.add(pair(name, text(keys, member))); });
        for (JsonArray list : new JsonArray[] {request.getAsJsonArray("form"), input.getAsJsonArray("protocolParameters")})
            if (list != null) list.forEach(one -> pairs.add(pair(at(one, 0), at(one, 1))));
        String secrets = encode(text(keys, "consumerSecret")) + "&" + encode(Objects.toString(text(keys, "tokenSecret"), ""));
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(secrets.getBytes(UTF_8), "HmacSHA1"));
        String baseString = baseString(text(request, "method"), URI.create(text(request, "url")), pairs);
        return Base64.getEncoder().encodeToString(mac.doFinal(baseString.getBytes(UTF_8)));
    }

    private static String baseString(String method, URI url, List<String> pairs) {
        List<String> sorted = new ArrayList<>(parse(url.getRawQuery()));
        sorted.addAll(pairs);
        Collections.sort(sorted); // A space is less than every character of an encoded name or value.
        String scheme = url.getScheme().toLowerCase(Locale.ROOT), host = url.getRawAuthority().replaceFirst("^.*@", "").toLowerCase(Locale.ROOT);
        String uri = scheme + "://" + host.replaceFirst(scheme.equals("http") ? ":80$" : ":443$", "") + (url.getRawPath().isEmpty() ? "/" : url.getRawPath());
        return encode(method.toUpperCase(Locale.ROOT)) + "&" + encode(uri) + "&" + encode(String.join("&", sorted).replace(' ', '='));
    }

    private static List<String> parse(String form) {
        List<String> pairs = new ArrayList<>();
        for (String piece : Objects.toString(form, "").split("&")) {
            String[] both = piece.split("=", 2);
            String value = both.length > 1 ? both[1] : "";
            if (!piece.isEmpty()) pairs.add(encode(octets(both[0])) + " " + encode(octets(value)));
        }
        return pairs;
    }

    private static byte[] octets(String encoded) { return URLDecoder.decode(encoded, ISO_8859_1).getBytes(ISO_8859_1); }
    private static String pair(String name, String value) { return encode(name) + " " + encode(value); }
    private static String encode(String text) { return encode(text.getBytes(UTF_8)); }

    private static String encode(byte[] octets) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : octets) {
            boolean isUnreserved = octet > 0 && (Character.isLetterOrDigit(octet) || "-._~".indexOf(octet) >= 0);
            encoded.append(isUnreserved ? String.valueOf((char) octet) : String.format("%%%02X", octet));
        }
        return encoded.toString();
    }

    private static String at(JsonElement pair, int index) { return pair.getAsJsonArray().get(index).getAsString(); }
    private static String text(JsonObject object, String name) {
        return object.has(name) && !object.get(name).isJsonNull() ? object.get(name).getAsString() : null;
    }
}
