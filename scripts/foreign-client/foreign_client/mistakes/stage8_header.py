"""Stage 8: the Authorization header as it is sent."""
import json

from .. import encoders as enc
from ..registry import ALL, mistake


@mistake("signature-unencoded-in-form", 8, "puts the base64 signature into body or query without encoding it, so + arrives as a space",
         "PHP, C#, Java, JavaScript", common=True, placement="body", kind="payment")
def _(client):
    old = client.wire_pair
    client.replace("wire_pair", lambda n, v, w: n + "=" + v if n == "oauth_signature" else old(n, v, w))


@mistake("signature-encoded-twice", 8, "encodes the signature before a library encodes it again", "C#, Java, JavaScript", common=True)
def _(client):
    client.then("signature_text", lambda text, _: client.header_escape(text))


@mistake("header-scheme-missing", 8, "leaves the word OAuth out of the Authorization header", "shell, JavaScript", right=True, methods=ALL,
         placement="header")
def _(client):
    client.then("authorization", lambda text, pairs, m: text.partition(" ")[2])


@mistake("header-single-quotes", 8, "puts the values of the header in single quotes", "Python, shell", right=True, methods=ALL, placement="header")
def _(client):
    client.then("authorization", lambda text, pairs, m: text.replace('"', "'"))


@mistake("header-joined-by-ampersand", 8, "joins the parameters of the header with & instead of commas", "JavaScript, PHP", right=True,
         methods=ALL, placement="header")
def _(client):
    client.replace("authorization", lambda pairs, m: "OAuth " + "&".join(client.header_pair(n, v) for n, v in pairs))


@mistake("form-content-type-missing", 8, "sends the signed form fields without any Content-Type", "C, C#, Go, shell", common=True, kind="payment",
         placement="header")
def _(client):
    client.then("content_type", lambda text, m: None if m.form is not None else text)


def header(client, change):
    """Change the finished text of the Authorization header: change(text, meaning)."""
    client.then("authorization", lambda text, pairs, m: change(text, m))


def pair(client, change):
    """Write each parameter of the header as change(name, value)."""
    client.replace("header_pair", change)


@mistake("signature-unencoded-in-header", 8, "writes the base64 signature into the header without encoding it", "Python, PHP, Go, shell", common=True,
         right=True, placement="header")
def _(client):
    old = client.header_pair
    pair(client, lambda n, v: n + '="' + v + '"' if n == "oauth_signature" else old(n, v))


@mistake("header-values-unencoded", 8, "writes all values into the header without encoding them", "shell, VBA, PHP", right=True, methods=ALL,
         placement="header", callback=True)
def _(client):
    pair(client, lambda n, v: '%s="%s"' % (n, v))


@mistake("header-values-in-lower-case-escapes", 8, "writes the escapes of the header in lower case", "C#, C++", right=True, methods=ALL, placement="header")
def _(client):
    client.replace("header_escape", enc.maker(lower=True))


@mistake("header-without-quotes", 8, "writes the values of the header without quotes", "PHP, shell, Java", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace('"', ""))


@mistake("header-without-commas", 8, "separates the parameters of the header by blanks only", "shell, VBA", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace('",', '"'))


@mistake("header-with-semicolons", 8, "separates the parameters of the header by semicolons", "Java, Perl", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace('",', '";'))


@mistake("header-comma-behind-last", 8, "leaves a comma behind the last parameter of the header", "PHP, C#, VBA", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text + ",")


@mistake("header-comma-behind-scheme", 8, "writes a comma behind the word OAuth", "JavaScript, PHP", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace("OAuth ", "OAuth, ", 1))


@mistake("header-colons-for-equals", 8, "writes a colon between name and value in the header", "Swift, Python dictionaries", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace('="', ':"'))


@mistake("header-as-json", 8, "writes the parameters as a JSON object in the header", "JavaScript, Python", right=True, methods=ALL, placement="header")
def _(client):
    client.replace("authorization", lambda pairs, m: "OAuth " + json.dumps(dict(pairs)))


@mistake("header-scheme-bearer", 8, "writes Bearer for the scheme of the header", "JavaScript, Postman", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace("OAuth ", "Bearer ", 1))


@mistake("header-scheme-oauth1", 8, "writes OAuth1 for the scheme of the header", "Python, JavaScript", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace("OAuth ", "OAuth1 ", 1))


@mistake("header-scheme-with-colon", 8, "writes a colon behind the word OAuth", "VBA, shell", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace("OAuth ", "OAuth: ", 1))


@mistake("header-scheme-twice", 8, "writes the word OAuth twice because the library adds it too", "Java, Swift, Guzzle", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: "OAuth " + text)


@mistake("header-name-twice", 8, "writes 'Authorization: ' into the value of the header", "PHP curl, Postman, VBA", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: "Authorization: " + text)


@mistake("header-quotes-escaped", 8, "writes a backslash before each quote of the header", "JavaScript, PHP, shell", right=True, methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text.replace('"', '\\"'))


@mistake("header-typographic-quotes", 8, "writes typographic quotes around the values of the header", "examples copied from blogs and PDF", methods=ALL, placement="header")
def _(client):
    pair(client, lambda n, v: "%s=\u201c%s\u201d" % (client.header_escape(n), client.header_escape(v)))


@mistake("header-quotes-encoded", 8, "encodes the quotes with the values, so they arrive as part of them", "Java, Go", methods=ALL, placement="header")
def _(client):
    pair(client, lambda n, v: n + '="' + client.header_escape('"' + v + '"') + '"')


@mistake("header-values-encoded-twice", 8, "encodes every value of the header twice", "C#, Java, Apex", methods=ALL, placement="header")
def _(client):
    client.then("header_escape", lambda text, _: enc.percent(text))


@mistake("header-other-name", 8, "sends the parameters in a header called X-Authorization", "proxy set-ups, Angular", right=True, methods=ALL, placement="header")
def _(client):
    old = client.assemble
    client.replace("assemble", lambda m, t, h, b: old(m, t, [("X-" + n if n == "Authorization" else n, v) for n, v in h], b))


@mistake("header-cut-short", 8, "cuts the header after 300 characters", "C, embedded devices", methods=ALL, placement="header")
def _(client):
    header(client, lambda text, m: text[:300])


@mistake("header-in-upper-case-names", 8, "writes the names of the protocol parameters in capital letters in the header", "ABAP, COBOL, ColdFusion", methods=ALL,
         placement="header")
def _(client):
    old = client.header_pair
    pair(client, lambda n, v: old(n.upper(), v))


@mistake("header-signature-without-prefix", 8, "sends the signature under the name signature", "PHP, home-made clients", methods=ALL)
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: [("signature" if n == "oauth_signature" else n, v) for n, v in pairs])


@mistake("consumer-secret-sent-along", 8, "sends oauth_consumer_secret, which it did not sign, among the protocol parameters", "PHP, JavaScript")
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: pairs + [("oauth_consumer_secret", m.credentials.consumer_secret)])


@mistake("empty-token-sent-not-signed", 8, "sends an empty oauth_token that it did not sign", "Java, C#, Perl", token=False)
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: pairs if m.get("oauth_token") is not None else pairs + [("oauth_token", "")])


@mistake("version-sent-not-signed-by-library", 8, "sends oauth_version=1.0 that a library adds after signing", "Postman, Java, PHP")
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: pairs if m.get("oauth_version") else pairs + [("oauth_version", "1.0")])


@mistake("body-hash-sent-not-signed", 8, "adds oauth_body_hash after signing", "Java, C#", kind="json")
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: pairs + [("oauth_body_hash", "2jmj7l5rSw0yVb/vlWAYkK/YBwk=")])


@mistake("timestamp-sent-in-milliseconds", 8, "signs seconds and sends milliseconds", "JavaScript, Java")
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: [(n, v + "000" if n == "oauth_timestamp" else v) for n, v in pairs])


@mistake("nonce-cut-when-sent", 8, "sends only the first 8 characters of the nonce that it signed", "SQL, C, COBOL")
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: [(n, v[:8] if n == "oauth_nonce" else v) for n, v in pairs])


@mistake("token-dropped-when-sent", 8, "signs oauth_token and does not send it", "PHP, Go", token=True)
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: [p for p in pairs if p[0] != "oauth_token"])


@mistake("signature-missing", 8, "does not send oauth_signature at all", "Postman, JavaScript", methods=ALL)
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: pairs[:-1])


@mistake("signature-sent-twice", 8, "sends oauth_signature empty and again with its value", "Java, PHP", methods=ALL)
def _(client):
    client.then("sent_oauth", lambda pairs, m, s: [("oauth_signature", "")] + pairs)


@mistake("parameters-in-header-and-query", 8, "sends the protocol parameters in the header and again in the query", "Postman, PHP, JavaScript", methods=ALL, placement="header")
def _(client):
    client.then("target", lambda target, m, oauth: target + ("&" if "?" in target else "?") + client.wire_pairs(oauth, m.wire))
