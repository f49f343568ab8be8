"""Stage 2: sources and parameters that are left out of what is signed, or put in beside it."""
import base64
import hashlib
import json

from ..client import Parameter
from ..meaning import HASHES
from ..registry import mistake


def keep(client, wanted):
    """Sign only the parameters for which wanted(parameter) holds."""
    client.then("collect", lambda found, meaning: [p for p in found if wanted(p)])


def without(client, *names):
    keep(client, lambda p: not (p.source == "oauth" and p.name in names))


def add(client, *extra):
    """Sign more: each of `extra` is a function from the meaning to a list of parameters."""
    client.then("collect", lambda found, meaning: found + [p for more in extra for p in more(meaning)])


@mistake("form-not-signed", 2, "leaves the form fields out of the base string", "Java, C#, Postman, Go", common=True)
def _(client):
    keep(client, lambda p: p.source != "form")


@mistake("query-not-signed", 2, "leaves the query parameters out of the base string", "PHP, Python, Swift, Go", common=True)
def _(client):
    keep(client, lambda p: p.source != "query")


@mistake("only-oauth-parameters-signed", 2, "signs only protocol parameters although query and form are both there", "shell, PHP", kind="both")
def _(client):
    keep(client, lambda p: p.source == "oauth")


@mistake("query-not-signed-on-post", 2, "leaves the query out as soon as there is a form", "PHP, Java, Ruby", kind="both")
def _(client):
    client.then("collect", lambda found, m: [p for p in found if p.source != "query" or m.form is None])


@mistake("form-signed-on-post-only", 2, "signs form fields for POST and leaves them out for PUT and PATCH", "PHP, Ruby, Python", kind="put")
def _(client):
    client.then("collect", lambda found, m: [p for p in found if p.source != "form" or m.method == "POST"])


@mistake("form-with-charset-not-signed", 2, "does not know a Content-Type with ; charset=UTF-8 as a form and leaves the form out", "Java, C#, Node.js, Go")
def _(client):
    client.then("collect", lambda found, m: [p for p in found if p.source != "form" or ";" not in m.content_type])


@mistake("oauth-parameters-not-signed", 2, "leaves all protocol parameters out of the base string", "JavaScript, PHP")
def _(client):
    keep(client, lambda p: p.source != "oauth")


@mistake("version-not-signed", 2, "sends oauth_version without signing it", "shell, C#, Go", common=True)
def _(client):
    without(client, "oauth_version")


@mistake("token-not-signed", 2, "sends oauth_token without signing it", "PHP, Java, Swift", common=True, token=True)
def _(client):
    without(client, "oauth_token")


@mistake("nonce-not-signed", 2, "sends oauth_nonce without signing it", "VBA, shell")
def _(client):
    without(client, "oauth_nonce")


@mistake("timestamp-not-signed", 2, "sends oauth_timestamp without signing it", "VBA, shell")
def _(client):
    without(client, "oauth_timestamp")


@mistake("signature-method-not-signed", 2, "sends oauth_signature_method without signing it", "PHP, Delphi, Apex")
def _(client):
    without(client, "oauth_signature_method")


@mistake("consumer-key-not-signed", 2, "sends oauth_consumer_key without signing it", "JavaScript, Perl")
def _(client):
    without(client, "oauth_consumer_key")


@mistake("callback-not-signed", 2, "sends oauth_callback without signing it", "PHP, C#, Objective-C", callback=True)
def _(client):
    without(client, "oauth_callback")


@mistake("verifier-not-signed", 2, "sends oauth_verifier without signing it", "PHP, Java, Python")
def _(client):
    without(client, "oauth_verifier")


@mistake("realm-signed", 2, "signs the realm like a parameter", "Java, Python, NetSuite clients in PHP and C#", common=True, realm="Photos")
def _(client):
    add(client, lambda m: [Parameter("oauth", "realm", m.realm)] if m.realm is not None else [])


@mistake("empty-signature-signed", 2, "signs oauth_signature with an empty value", "JavaScript, C#, PHP")
def _(client):
    add(client, lambda m: [Parameter("oauth", "oauth_signature", "")])


@mistake("earlier-signature-signed", 2, "signs again with the oauth_signature of the first attempt among the parameters", "Java, Node.js retries")
def _(client):
    add(client, lambda m: [Parameter("oauth", "oauth_signature", base64.b64encode(hashlib.sha1(m.path.encode()).digest()).decode())])


@mistake("consumer-secret-signed", 2, "puts oauth_consumer_secret among the signed parameters", "PHP, JavaScript")
def _(client):
    add(client, lambda m: [Parameter("oauth", "oauth_consumer_secret", m.credentials.consumer_secret)])


@mistake("token-secret-signed", 2, "puts oauth_token_secret among the signed parameters", "PHP, Ruby", token=True)
def _(client):
    add(client, lambda m: [Parameter("oauth", "oauth_token_secret", m.credentials.token_secret)] if m.credentials.token else [])


@mistake("empty-token-signed-not-sent", 2, "signs an empty oauth_token that it does not send", "Java, C#, Postman", token=False)
def _(client):
    add(client, lambda m: [] if m.get("oauth_token") is not None else [Parameter("oauth", "oauth_token", "")])


@mistake("version-signed-not-sent", 2, "signs oauth_version=1.0 and does not send it", "PHP, JavaScript, shell")
def _(client):
    add(client, lambda m: [] if m.get("oauth_version") else [Parameter("oauth", "oauth_version", "1.0")])


@mistake("callback-oob-signed-not-sent", 2, "signs oauth_callback=oob and does not send it", "Python, Ruby")
def _(client):
    add(client, lambda m: [] if m.get("oauth_callback") else [Parameter("oauth", "oauth_callback", "oob")])


@mistake("body-hash-signed-not-sent", 2, "signs an oauth_body_hash that it does not send", "Java, C#, Node.js", kind="json")
def _(client):
    def body_hash(meaning):
        name = HASHES.get(meaning.signature_method, "sha1")
        digest = hashlib.new(name, (meaning.body or "").encode()).digest()
        return [Parameter("oauth", "oauth_body_hash", base64.b64encode(digest).decode())]
    add(client, body_hash)


@mistake("empty-values-not-signed", 2, "leaves parameters with an empty value out of the base string", "PHP, Postman, Python", common=True, value="")
def _(client):
    keep(client, lambda p: p.value != "")


@mistake("zero-values-not-signed", 2, "leaves out values that a language takes for false: 0 and the empty text", "PHP empty, JavaScript", value="0")
def _(client):
    keep(client, lambda p: p.value not in ("", "0"))


@mistake("last-of-repeated-names-signed", 2, "signs only the last of repeated names, as a map keeps it", "PHP, JavaScript, Java, Swift", common=True)
def _(client):
    client.then("collect", lambda found, m: list({p.name: p for p in found}.values()))


@mistake("first-of-repeated-names-signed", 2, "signs only the first of repeated names", "Go, Java, Ruby")
def _(client):
    client.then("collect", lambda found, m: list({p.name: p for p in reversed(found)}.values())[::-1])


@mistake("equal-pairs-signed-once", 2, "signs a repeated pair of name and value only once, as a set keeps it", "Python, C#, Java TreeSet",
         kind="form", pairs=(("form", "ids", "7"), ("form", "ids", "7")))
def _(client):
    client.then("collect", lambda found, m: list(dict.fromkeys(found)))


@mistake("names-merged-across-sources", 2, "signs the form value alone when query and form have the same name", "PHP $_REQUEST, Rails", kind="both",
         pairs=(("form", "id", "17"), ("query", "id", "18")))
def _(client):
    def collect(found, meaning):
        names = {p.name for p in found if p.source == "form"}
        return [p for p in found if p.source != "query" or p.name not in names]
    client.then("collect", collect)


@mistake("first-query-parameter-only", 2, "signs only the first parameter of the query", "shell, VBA, C", kind="query")
def _(client):
    def collect(found, meaning):
        first = [p for p in found if p.source == "query"][:1]
        return first + [p for p in found if p.source != "query"]
    client.then("collect", collect)


@mistake("query-signed-twice", 2, "signs the query parameters twice, from the URL and from its own list", "C# RestSharp, Swift, PHP Guzzle", kind="query")
def _(client):
    add(client, lambda m: [Parameter("query", n, v) for n, v in m.query])


@mistake("form-signed-twice", 2, "signs the form fields twice", "Java, Node.js", kind="payment")
def _(client):
    add(client, lambda m: [Parameter("form", n, v) for n, v in m.form or ()])


@mistake("json-text-signed-as-name", 2, "signs the JSON body as a name with an empty value, as if it were a form", "PHP, Java servlet clients", kind="json")
def _(client):
    add(client, lambda m: [Parameter("form", m.body, "")] if m.body else [])


@mistake("json-fields-signed", 2, "signs the top-level fields of a JSON body as parameters", "PHP, JavaScript, Python", kind="json")
def _(client):
    add(client, lambda m: [Parameter("form", n, v if isinstance(v, str) else json.dumps(v))
                           for n, v in (json.loads(m.body).items() if m.body else ())])


@mistake("json-signed-under-name-body", 2, "signs the JSON text as a parameter called body", "C#, Apex, Postman scripts", kind="json")
def _(client):
    add(client, lambda m: [Parameter("form", "body", m.body)] if m.body else [])


@mistake("content-type-signed", 2, "signs the Content-Type as a parameter", "Apex, PHP")
def _(client):
    add(client, lambda m: [Parameter("form", "Content-Type", m.content_type)] if m.content_type else [])


@mistake("host-signed", 2, "signs the Host header as a parameter, as other schemes want it", "clients adapted from AWS signing")
def _(client):
    add(client, lambda m: [Parameter("form", "host", m.host)])


@mistake("method-override-signed-only", 2, "signs a field _method that it does not send", "Rails, Laravel, Symfony clients", kind="put")
def _(client):
    add(client, lambda m: [Parameter("form", "_method", m.method.lower())])


@mistake("format-field-signed-only", 2, "signs format=json that it does not send", "PHP, ActionScript")
def _(client):
    add(client, lambda m: [Parameter("query", "format", "json")])


@mistake("xoauth-requestor-signed-only", 2, "signs xoauth_requestor_id that it does not send", "Google Apps clients in Python and Java")
def _(client):
    add(client, lambda m: [Parameter("query", "xoauth_requestor_id", "user@example.com")])


@mistake("path-variable-signed", 2, "signs the last segment of the path as parameter id", "Spring, Swagger clients")
def _(client):
    add(client, lambda m: [Parameter("query", "id", m.path.rstrip("/").rpartition("/")[2])])


@mistake("cache-buster-not-signed", 2, "sends a parameter _ against caches that it did not sign", "jQuery, AngularJS")
def _(client):
    client.then("change_sent", lambda m, _: m.query.append(("_", m.get("oauth_timestamp") or "1")) or m)


@mistake("reserved-looking-names-not-signed", 2, "leaves out request parameters called callback, format or user_id", "JSONP clients, PHP")
def _(client):
    keep(client, lambda p: p.source == "oauth" or p.name not in ("callback", "format", "user_id"))


@mistake("bracketed-names-not-signed", 2, "leaves out parameters with brackets in their names (arrays)", "C#, JavaScript, PHP", name="items[0][name]")
def _(client):
    keep(client, lambda p: "[" not in p.name)


@mistake("long-values-not-signed", 2, "leaves out values longer than 100 characters", "VBA, C")
def _(client):
    keep(client, lambda p: len(p.value) <= 100)


@mistake("multi-line-values-not-signed", 2, "leaves out values with line breaks", "shell, awk", value="one\ntwo")
def _(client):
    keep(client, lambda p: "\n" not in p.value)
