// Countersign driver without an OAuth library: reads one question per line from stdin, writes one answer per line to stdout.
// Replace the marked lines by calls to your library, and declare in HELLO what it supports. Needs Java 17, and Gson for JSON.
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.*;
import java.net.URLDecoder;
import java.util.*;
import java.util.regex.*;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Sign {
    // transports: or "query", "body", "header-and-body"; fixesNonceAndTimestamp: false if the library chooses both;
    // limits.without: add "token" if the library has no tokens.
    static final String HELLO = """
        {"protocol": 1,
         "implementation": {"name": "mine", "version": "1.0", "language": "Java"},
         "operations": ["sign"],
         "signatureMethods": ["HMAC-SHA1"],
         "transports": ["header"],
         "fixesNonceAndTimestamp": true,
         "limits": {"without": ["octets", "realm"],
                    "httpMethods": ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]}}""";

    static final Pattern URL = Pattern.compile("(?i)(https?)://(?:[^/?#]*@)?([^/?#]*)([^?#]*)(?:\\?([^#]*))?");

    /** A percent-encoded parameter. */
    record Parameter(String name, String value) {}

    static String encode(byte[] octets) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : octets) {
            boolean isUnreserved = octet > 0 && (Character.isLetterOrDigit(octet) || "-._~".indexOf(octet) >= 0);
            encoded.append(isUnreserved ? Character.toString(octet) : "%%%02X".formatted(octet));
        }
        return encoded.toString();
    }

    static String encode(String text) { return encode(text.getBytes(UTF_8)); }

    /** Encodes the parameters of a query or a form again. One character of ISO 8859-1 for each octet: they may not be UTF-8. */
    static void addForm(String form, List<Parameter> parameters) {
        for (String piece : new String(form.getBytes(UTF_8), ISO_8859_1).split("&")) {
            if (piece.isEmpty()) continue;
            String[] pair = piece.split("=", 2);
            parameters.add(new Parameter(recode(pair[0]), pair.length == 2 ? recode(pair[1]) : ""));
        }
    }

    static String recode(String text) { return encode(URLDecoder.decode(text, ISO_8859_1).getBytes(ISO_8859_1)); }

    static void addPairs(JsonElement pairs, List<Parameter> parameters) {
        if (pairs == null) return;
        for (JsonElement pair : pairs.getAsJsonArray()) add(pair.getAsJsonArray().get(0).getAsString(), pair.getAsJsonArray().get(1), parameters);
    }

    static void add(String name, JsonElement value, List<Parameter> parameters) {
        if (value != null && !value.isJsonNull()) parameters.add(new Parameter(encode(name), encode(value.getAsString())));
    }

    static JsonObject sign(JsonObject question) throws Exception {
        JsonObject request = question.getAsJsonObject("request"), credentials = question.getAsJsonObject("credentials");
        List<Parameter> signed = new ArrayList<>(), protocol = new ArrayList<>();
        addPairs(request.get("form"), signed);
        addForm(text(request, "formEncoded"), signed);
        // Replace the lines from here to the last return by calls to your library.
        add("oauth_consumer_key", credentials.get("consumerKey"), protocol);
        add("oauth_signature_method", question.get("signatureMethod"), protocol);
        add("oauth_nonce", question.get("nonce"), protocol);
        add("oauth_timestamp", question.get("timestamp"), protocol);
        add("oauth_version", question.get("version"), protocol);
        add("oauth_token", credentials.get("token"), protocol);
        addPairs(question.get("protocolParameters"), protocol);
        Matcher url = URL.matcher(text(request, "url"));
        if (!url.lookingAt()) throw new IllegalArgumentException("not an HTTP URL");
        String scheme = url.group(1).toLowerCase(Locale.ROOT), path = url.group(3).isEmpty() ? "/" : url.group(3);
        String host = url.group(2).toLowerCase(Locale.ROOT).replaceFirst(scheme.equals("http") ? ":(80)?$" : ":(443)?$", "");
        addForm(Objects.requireNonNullElse(url.group(4), ""), signed);
        signed.addAll(protocol);
        String parameters = signed.stream().filter(one -> !one.name().equals("oauth_signature"))
            .sorted(Comparator.comparing(Parameter::name).thenComparing(Parameter::value))
            .map(one -> one.name() + "=" + one.value()).collect(Collectors.joining("&"));
        String baseString = encode(text(request, "method")) + "&" + encode(scheme + "://" + host + path) + "&" + encode(parameters);
        String key = encode(text(credentials, "consumerSecret")) + "&" + encode(text(credentials, "tokenSecret"));
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA1"));
        String signature = Base64.getEncoder().encodeToString(mac.doFinal(baseString.getBytes(UTF_8)));
        protocol.add(new Parameter("oauth_signature", encode(signature)));
        String header = protocol.stream().map(one -> one.name() + "=\"" + one.value() + "\"").collect(Collectors.joining(", "));
        JsonObject answer = new JsonObject(); // a library that returns only the signature: {"stages": {"signature": "..."}}
        answer.addProperty("authorization", "OAuth " + header);
        return answer;
    }

    static String text(JsonObject object, String name) { return object.has(name) ? object.get(name).getAsString() : ""; }

    static JsonObject error(String kind, String message) {
        JsonObject answer = new JsonObject();
        answer.addProperty("error", kind);
        answer.addProperty("message", message);
        return answer;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line; (line = questions.readLine()) != null; ) {
            JsonObject question = JsonParser.parseString(line).getAsJsonObject(), answer;
            String operation = text(question, "op");
            if (operation.equals("bye")) break;
            try {
                answer = switch (operation) {
                    case "hello" -> JsonParser.parseString(HELLO).getAsJsonObject();
                    case "sign" -> sign(question);
                    default -> error("unsupported", "does not support " + operation);
                };
            } catch (Exception problem) {
                answer = error("failed", problem.toString());
            }
            answer.addProperty("ok", !answer.has("error"));
            answer.add("id", question.get("id"));
            answers.println(answer);
        }
    }
}
