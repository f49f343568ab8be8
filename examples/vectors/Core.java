// Checks a signer with the core vectors. Needs Java 17 or later and gson. Compile it with Signer.java:
// javac -cp gson.jar -d classes Core.java Signer.java && java -cp gson.jar:classes Core vectors
import com.google.gson.*;
import java.nio.file.*;
import java.util.*;

class Core {
    static JsonObject read(String folder, String name) throws Exception {
        JsonObject file = JsonParser.parseString(Files.readString(Path.of(folder, name))).getAsJsonObject();
        if (file.get("format").getAsInt() != 1) throw new IllegalArgumentException("expected " + name + " of format 1");
        return file;
    }

    public static void main(String[] arguments) throws Exception {
        JsonArray core = read(arguments[0], "quick.json").getAsJsonArray("vectors");
        int passed = 0, failed = 0, notOffered = 0;
        for (JsonElement one : read(arguments[0], "requests.json").getAsJsonArray("vectors")) {
            JsonObject vector = one.getAsJsonObject();
            if (!core.contains(vector.get("id")) || !vector.get("operation").getAsString().equals("sign")) continue;
            String signature = Signer.sign(vector.getAsJsonObject("input"));
            JsonElement expected = vector.getAsJsonObject("expected").get("signature");
            if (signature == null) {
                notOffered++;
            } else if (vector.has("open") || new JsonPrimitive(signature).equals(expected)) {
                passed++;
            } else {
                failed++;
                System.out.println("failed: " + vector.get("id").getAsString() + " (" + vector.get("comment").getAsString() + ")");
            }
        }
        System.out.println(passed + " passed, " + failed + " failed, " + notOffered + " not offered");
        System.exit(failed > 0 ? 1 : 0);
    }
}
