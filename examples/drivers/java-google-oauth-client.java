// google-oauth-client: OAuthParameters with its signers.
import com.google.api.client.auth.oauth.*;
import com.google.api.client.http.GenericUrl;
import com.google.gson.*;
import java.io.*;
import static java.nio.charset.StandardCharsets.UTF_8;

class GoogleDriver {
    /** Notes the base string that the library signs. */
    static class Recorder implements OAuthSigner {
        final OAuthSigner signer;
        String baseString;
        Recorder(OAuthSigner signer) { this.signer = signer; }
        public String getSignatureMethod() { return signer.getSignatureMethod(); }
        public String computeSignature(String text) throws java.security.GeneralSecurityException {
            baseString = text;
            return signer.computeSignature(text);
        }
    }

    static JsonObject sign(JsonObject question) throws Exception {
        JsonObject own = question.getAsJsonObject("credentials"), asked = question.getAsJsonObject("request");
        Recorder recorder = new Recorder(hmac(own));
        OAuthParameters parameters = new OAuthParameters();
        parameters.signer = recorder;
        parameters.consumerKey = text(own, "consumerKey");
        parameters.token = text(own, "token");
        parameters.nonce = text(question, "nonce");
        parameters.timestamp = text(question, "timestamp");
        parameters.version = text(question, "version");
        parameters.realm = text(question, "realm");
        parameters.computeSignature(text(asked, "method"), new GenericUrl(text(asked, "url")));
        JsonObject answer = object("authorization", parameters.getAuthorizationHeader());
        answer.add("stages", object("base-string", recorder.baseString));
        return answer;
    }

    static OAuthSigner hmac(JsonObject own) {
        OAuthHmacSigner signer = new OAuthHmacSigner();
        signer.clientSharedSecret = text(own, "consumerSecret");
        signer.tokenSharedSecret = text(own, "tokenSecret");
        return signer;
    }

    static JsonObject answer(JsonObject question) throws Exception {
        switch (text(question, "op")) {
            case "hello": return JsonParser.parseString("""
                {"protocol": 1, "operations": ["sign", "percent-encoding"], "signatureMethods": ["HMAC-SHA1"], "transports": ["header"],
                 "implementation": {"name": "google-oauth-client", "version": "%s", "language": "Java", "url": "https://github.com/googleapis/google-oauth-java-client"},
                 "limits": {"without": ["octets", "form", "protocol-parameters"]}}""".formatted(System.getProperty("version"))).getAsJsonObject();
            case "sign": return sign(question);
            case "percent-encoding": return object("value", OAuthParameters.escape(text(question, "text")));
            default: return object("error", "unsupported");
        }
    }

    static JsonObject object(String name, String value) { JsonObject object = new JsonObject(); object.addProperty(name, value); return object; }
    static String text(JsonObject object, String name) { return object.has(name) && !object.get(name).isJsonNull() ? object.get(name).getAsString() : null; }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line; (line = questions.readLine()) != null; ) {
            JsonObject question = JsonParser.parseString(line).getAsJsonObject(), answer;
            if ("bye".equals(text(question, "op"))) break;
            try {
                answer = answer(question);
            } catch (Exception error) {
                answer = object("error", "refused");
                answer.addProperty("message", error.toString());
            }
            answer.addProperty("ok", !answer.has("error"));
            answer.add("id", question.get("id"));
            answers.println(answer);
        }
    }
}
