// Countersign driver for oauth-signpost: one question per line in, one answer per line out. Copy it and replace the library with yours.
import com.google.gson.*;
import java.io.*;
import java.net.*;
import static java.nio.charset.StandardCharsets.UTF_8;
import java.util.*;
import oauth.signpost.OAuth;
import oauth.signpost.basic.DefaultOAuthConsumer;
import oauth.signpost.exception.OAuthException;
import oauth.signpost.http.*;
import oauth.signpost.signature.*;

class SignpostDriver {
    /** The library does not support what the question asks. */
    static class Unsupported extends RuntimeException { Unsupported(String message) { super(message); } }

    /** A request in the form that the library takes from every HTTP client. */
    record Request(String method, String[] url, Map<String, String> headers, String body) implements HttpRequest {
        public String getMethod() { return method; }
        public String getRequestUrl() { return url[0]; } public void setRequestUrl(String changed) { url[0] = changed; }
        public void setHeader(String name, String value) { headers.put(name, value); }
        public String getHeader(String name) { return headers.get(name); }
        public Map<String, String> getAllHeaders() { return headers; }
        public String getContentType() { return body == null ? null : OAuth.FORM_ENCODED; }
        public Object unwrap() { return this; }
        public InputStream getMessagePayload() { return body == null ? null : new ByteArrayInputStream(body.getBytes(UTF_8)); }
    }

    static JsonObject sign(JsonObject question) throws Exception {
        JsonObject credentials = question.getAsJsonObject("credentials"), asked = question.getAsJsonObject("request");
        if (text(question, "version") == null || question.has("realm")) throw new Unsupported("always sends oauth_version, and no realm");
        Request request = new Request(text(asked, "method"), new String[] {text(asked, "url")}, new HashMap<>(), formOf(asked));
        DefaultOAuthConsumer consumer = new DefaultOAuthConsumer(text(credentials, "consumerKey"), text(credentials, "consumerSecret"));
        consumer.setMessageSigner(text(question, "signatureMethod").equals("PLAINTEXT") ? new PlainTextMessageSigner() : new HmacSha1MessageSigner());
        boolean inQuery = "query".equals(text(question, "transport"));
        consumer.setSigningStrategy(inQuery ? new QueryStringSigningStrategy() : new AuthorizationHeaderSigningStrategy());
        consumer.setTokenWithSecret(text(credentials, "token"), text(credentials, "tokenSecret"));
        consumer.setSendEmptyTokens(credentials.has("token"));
        HttpParameters further = new HttpParameters(); // the documented way to set nonce and timestamp
        for (String one : List.of("nonce", "timestamp")) if (question.has(one)) further.put("oauth_" + one, text(question, one), true);
        for (JsonElement pair : array(question, "protocolParameters")) further.put(at(pair, 0), at(pair, 1), true);
        consumer.setAdditionalParameters(further);
        consumer.sign(request);
        JsonObject answer = object("authorization", request.getHeader("Authorization"));
        answer.addProperty("url", inQuery ? request.getRequestUrl() : null);
        answer.addProperty("body", request.body());
        answer.add("stages", object("base-string", new SignatureBaseString(request, consumer.getRequestParameters()).generate()));
        return answer;
    }

    static String formOf(JsonObject request) {
        if (!request.has("form")) return text(request, "formEncoded");
        StringJoiner form = new StringJoiner("&");
        for (JsonElement pair : array(request, "form")) form.add(URLEncoder.encode(at(pair, 0), UTF_8) + "=" + URLEncoder.encode(at(pair, 1), UTF_8));
        return form.toString();
    }

    static JsonObject answer(JsonObject question) throws Exception {
        switch (text(question, "op")) {
            case "hello": return JsonParser.parseString("""
                {"protocol": 1, "implementation": {"name": "signpost", "version": "%s", "language": "Java", "url": "https://github.com/mttkay/signpost"},
                 "operations": ["sign", "percent-encoding", "base-string-uri", "base-string"], "signatureMethods": ["HMAC-SHA1", "PLAINTEXT"],
                 "transports": ["header", "query"], "limits": {"without": ["octets", "no-version", "realm"]}}""".formatted(System.getProperty("version", "unknown"))).getAsJsonObject();
            case "sign": return sign(question);
            case "percent-encoding":
                if (!question.has("text")) throw new Unsupported("encodes text, not octets");
                return object("value", OAuth.percentEncode(text(question, "text")));
            case "base-string-uri":
                Request asked = new Request("GET", new String[] {text(question, "url")}, Map.of(), null);
                return object("value", new SignatureBaseString(asked, new HttpParameters()).normalizeRequestUrl());
            case "base-string": return object("value", text(sign(question).getAsJsonObject("stages"), "base-string"));
            default: throw new Unsupported("does not do " + text(question, "op"));
        }
    }

    static JsonObject object(String name, String value) { JsonObject object = new JsonObject(); object.addProperty(name, value); return object; }
    static String text(JsonObject object, String name) { return object.has(name) && !object.get(name).isJsonNull() ? object.get(name).getAsString() : null; }
    static JsonArray array(JsonObject object, String name) { return object.has(name) ? object.getAsJsonArray(name) : new JsonArray(); }
    static String at(JsonElement pair, int index) { return pair.getAsJsonArray().get(index).getAsString(); }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line; (line = questions.readLine()) != null; ) {
            JsonObject question = JsonParser.parseString(line).getAsJsonObject(), answer;
            if ("bye".equals(text(question, "op"))) break;
            try {
                answer = answer(question);
            } catch (Exception error) {
                boolean isRefusal = error instanceof OAuthException || error instanceof URISyntaxException;
                answer = object("error", error instanceof Unsupported ? "unsupported" : isRefusal ? "refused" : "failed");
                answer.addProperty("message", error.toString());
            }
            answer.addProperty("ok", !answer.has("error"));
            answer.add("id", question.get("id"));
            answers.println(answer);
        }
    }
}
