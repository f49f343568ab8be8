"""Stage 1: the protocol parameters and what is meant, the same for signing and for sending unless said otherwise."""
import datetime

from .. import encoders as enc
from ..registry import ALL, HMAC, RSA, Unsuitable, mistake


def change_oauth(client, name, change):
    """Change a protocol parameter when signing and sending alike."""
    def meant(meaning):
        if meaning.get(name) is None:
            raise Unsuitable
        meaning.put(name, change(meaning.get(name)))
        return meaning
    client.then("change_meaning", lambda meaning, _: meant(meaning))


def change_signed(client, name, change):
    """Change a protocol parameter only when signing."""
    def signed(meaning):
        if meaning.get(name) is not None:
            meaning.put(name, change(meaning.get(name)))
        return meaning
    client.then("change_signed", lambda meaning, _: signed(meaning))


def drop_meant(client, name):
    def meant(meaning):
        meaning.drop(name)
        return meaning
    client.then("change_meaning", lambda meaning, _: meant(meaning))


def zone_date(value):
    return datetime.datetime.fromtimestamp(int(value), datetime.timezone.utc)


@mistake("timestamp-in-milliseconds", 1, "signs and sends the timestamp in milliseconds", "JavaScript, Java, Kotlin", common=True, methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_timestamp", lambda t: t + "417")


@mistake("timestamp-with-fraction", 1, "signs and sends the timestamp with a fraction of a second", "Python, PHP, JavaScript", methods=ALL,
         right=True)
def _(client):
    change_oauth(client, "oauth_timestamp", lambda t: t + ".734512")


@mistake("timestamp-as-date", 1, "signs and sends the timestamp as an ISO 8601 date", "C#, Java, PowerShell", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_timestamp", lambda t: zone_date(t).strftime("%Y-%m-%dT%H:%M:%SZ"))


@mistake("timestamp-in-exponent-form", 1, "signs and sends the timestamp in exponent form", "Excel VBA, Lua, R", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_timestamp", lambda t: "%.9E" % int(t))


@mistake("timestamp-since-1601", 1, "signs and sends the ticks of .NET as timestamp", "C#", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_timestamp", lambda t: str((int(t) + 62135596800) * 10 ** 7))


@mistake("timestamp-empty", 1, "signs and sends an empty timestamp", "Postman, Java", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_timestamp", lambda t: "")


@mistake("timestamp-left-out-altogether", 1, "neither signs nor sends a timestamp", "shell, Postman", right=True)
def _(client):
    drop_meant(client, "oauth_timestamp")


@mistake("timestamp-minus-time-zone", 1, "signs one timestamp in local time and sends the one in UTC", "C#, Java")
def _(client):
    change_signed(client, "oauth_timestamp", lambda t: str(int(t) + 7200))


@mistake("timestamp-taken-again", 1, "takes the clock again when sending, a second later", "PHP, JavaScript, Java, C#", common=True)
def _(client):
    change_signed(client, "oauth_timestamp", lambda t: str(int(t) - 1))


@mistake("timestamp-milliseconds-signed-seconds-sent", 1, "signs milliseconds and sends seconds", "JavaScript, Kotlin")
def _(client):
    change_signed(client, "oauth_timestamp", lambda t: t + "000")


@mistake("timestamp-with-line-break-signed", 1, "signs the timestamp with the line feed of the date command", "shell, Perl")
def _(client):
    change_signed(client, "oauth_timestamp", lambda t: t + "\n")


@mistake("timestamp-grouped-signed", 1, "signs the timestamp with separators of thousands", "ColdFusion, Java MessageFormat, FreeMarker")
def _(client):
    change_signed(client, "oauth_timestamp", lambda t: format(int(t), ","))


@mistake("timestamp-float-signed-integer-sent", 1, "signs the timestamp as a float ending in .0 and sends the integer", "Python, Lua, Dart")
def _(client):
    change_signed(client, "oauth_timestamp", lambda t: t + ".0")


@mistake("nonce-made-again", 1, "makes another nonce when sending than when signing", "PHP, JavaScript, Java, C#, Pascal", common=True)
def _(client):
    change_signed(client, "oauth_nonce", lambda n: n[::-1] + "7")


@mistake("nonce-empty", 1, "signs and sends an empty nonce", "Postman, SoapUI", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_nonce", lambda n: "")


@mistake("nonce-left-out-altogether", 1, "neither signs nor sends a nonce", "shell, Postman", right=True)
def _(client):
    drop_meant(client, "oauth_nonce")


@mistake("nonce-same-as-timestamp", 1, "uses the timestamp as nonce", "PHP, shell, VBA", methods=ALL, right=True)
def _(client):
    def meant(meaning, _):
        meaning.put("oauth_nonce", meaning.get("oauth_timestamp"))
        return meaning
    client.then("change_meaning", meant)


@mistake("nonce-with-line-break-signed", 1, "signs the nonce with the line feed that openssl or base64 printed", "shell, Python 2, Ruby")
def _(client):
    change_signed(client, "oauth_nonce", lambda n: n + "\n")


@mistake("nonce-hyphens-signed-only", 1, "signs a UUID nonce with hyphens or braces in upper case and sends it plain", "C#, Delphi")
def _(client):
    change_signed(client, "oauth_nonce", lambda n: "{" + n.upper() + "}")


@mistake("version-1-0a", 1, "signs and sends version 1.0a", "PHP, Java, Postman", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_version", lambda v: "1.0a")


@mistake("version-1-1", 1, "signs and sends version 1.1", "JavaScript, PHP", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_version", lambda v: "1.1")


@mistake("version-as-integer", 1, "signs and sends version 1 because the number 1.0 lost its fraction", "JavaScript, PHP, Lua", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_version", lambda v: "1")


@mistake("version-with-comma", 1, "signs version 1,0 with the decimal comma of the locale and sends 1.0", "Delphi, VBA, C#")
def _(client):
    change_signed(client, "oauth_version", lambda v: "1,0")


@mistake("version-as-integer-signed", 1, "signs version 1 and sends 1.0", "JavaScript, Lua, PHP")
def _(client):
    change_signed(client, "oauth_version", lambda v: "1")


@mistake("signature-method-in-lower-case", 1, "signs and sends the name of the signature method in lower case", "Node.js, Ruby", methods=ALL, right=True)
def _(client):
    change_oauth(client, "oauth_signature_method", str.lower)


@mistake("signature-method-without-hyphens", 1, "signs and sends the name of the signature method without its hyphen", "Java, C#, Postman",
         methods=HMAC + RSA, right=True)
def _(client):
    change_oauth(client, "oauth_signature_method", lambda name: name.replace("-", ""))


@mistake("signature-method-left-out-altogether", 1, "neither signs nor sends oauth_signature_method", "shell, PHP", right=True)
def _(client):
    drop_meant(client, "oauth_signature_method")


@mistake("signature-method-hmac-sha1-signed", 1, "signs the name HMAC-SHA1 although it sends and uses another method", "PHP, Java",
         methods=("HMAC-SHA256", "HMAC-SHA512") + RSA)
def _(client):
    def collect(found, meaning):
        return [p._replace(value="HMAC-SHA1") if p.name == "oauth_signature_method" else p for p in found]
    client.then("collect", collect)


@mistake("consumer-key-left-out-altogether", 1, "neither signs nor sends oauth_consumer_key", "shell, Postman", right=True)
def _(client):
    drop_meant(client, "oauth_consumer_key")


@mistake("consumer-key-with-line-break-signed", 1, "signs the consumer key with the line feed of the file it was read from", "shell, Go, Python")
def _(client):
    change_signed(client, "oauth_consumer_key", lambda key: key + "\n")


@mistake("consumer-key-in-lower-case-signed", 1, "signs the consumer key in lower case", "PHP, SQL")
def _(client):
    change_signed(client, "oauth_consumer_key", str.lower)


@mistake("consumer-key-cut-at-special-character", 1, "signs the consumer key only up to its first special character", "shell, PHP")
def _(client):
    change_signed(client, "oauth_consumer_key", lambda key: key.partition("!")[0].partition("@")[0])


@mistake("token-is-consumer-key-when-signed", 1, "signs the consumer key as oauth_token and sends the token", "PHP, C#", token=True)
def _(client):
    def signed(meaning, _):
        if meaning.get("oauth_token"):
            meaning.put("oauth_token", meaning.get("oauth_consumer_key"))
        return meaning
    client.then("change_signed", signed)


@mistake("token-left-encoded-when-signed", 1, "signs the token as it stood escaped in the answer of the server", "PHP, JavaScript, Perl", token=True)
def _(client):
    change_signed(client, "oauth_token", enc.percent)


@mistake("token-word-null-signed", 1, "signs oauth_token=null when there is no token and sends none", "Java, JavaScript", token=False)
def _(client):
    def signed(meaning, _):
        if not meaning.get("oauth_token"):
            meaning.put("oauth_token", "null")
        return meaning
    client.then("change_signed", signed)


@mistake("callback-word-oob-signed", 1, "signs oauth_callback=oob although the callback sent is a URL", "PHP, Python, Ruby", callback=True)
def _(client):
    change_signed(client, "oauth_callback", lambda text: "oob")


@mistake("callback-cut-at-its-query", 1, "signs oauth_callback without its query string", "C#, Ruby", callback=True)
def _(client):
    change_signed(client, "oauth_callback", lambda text: text.partition("?")[0])


@mistake("verifier-with-spaces-signed", 1, "signs the verifier with the blanks of its input field", "desktop programs in C#, Delphi, Python")
def _(client):
    change_signed(client, "oauth_verifier", lambda text: text + " ")


@mistake("values-encoded-already-when-meant", 1, "gives values to the library already encoded, so they are signed and sent encoded once more",
         "PHP, C#, JavaScript", common=True, right=True, kind="form")
def _(client):
    def meant(meaning, _):
        meaning.each_value(enc.percent)
        return meaning
    client.then("change_meaning", meant)


@mistake("protocol-parameters-prefixed-with-x", 1, "names the protocol parameters x_oauth_ and so on when signing", "PHP, old OpenSocial clients")
def _(client):
    client.then("collect", lambda found, m: [p._replace(name="x" + p.name) if p.source == "oauth" else p for p in found])
