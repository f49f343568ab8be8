"""Stage 5: the method, the base string URI and the composition of the base string (RFC 5849 3.4.1.1, 3.4.1.2)."""
from ..registry import mistake


@mistake("method-lower-case", 5, "writes the method in lower case in the base string", "Python, Ruby, JavaScript", common=True)
def _(client):
    client.then("base_method", lambda method, m: method.lower())


@mistake("uri-not-encoded", 5, "does not encode the base string URI when composing", "PHP, shell")
def _(client):
    client.replace("compose", lambda method, uri, text: method + "&" + uri + "&" + client.escape_part(text))


@mistake("joined-parameters-not-encoded", 5, "does not encode the joined parameters when composing", "PHP, JavaScript, Java", common=True)
def _(client):
    client.replace("compose", lambda method, uri, text: method + "&" + client.escape_part(uri) + "&" + text)


@mistake("default-port-kept", 5, "keeps :443 or :80 in the base string URI", "Java, C#, Node.js", common=True, port=443, scheme="https")
def _(client):
    client.replace("base_uri", lambda m: m.scheme + "://" + client.right_host(m).lower() + m.path)


@mistake("port-dropped", 5, "leaves a port that is not the standard one out of the base string URI", "PHP, Java, C#", port=8443)
def _(client):
    client.replace("base_uri", lambda m: m.scheme + "://" + m.host.lower() + m.path)


@mistake("host-case-kept", 5, "does not write the host in lower case", "Python, PHP", host="API.Example.com")
def _(client):
    client.then("base_uri", lambda uri, m: uri.replace(m.host.lower(), m.host, 1))


@mistake("query-kept-in-uri", 5, "signs the URL with its query string as base string URI (and the parameters too)", "PHP, Python, Java", common=True)
def _(client):
    client.then("base_uri", lambda uri, m: uri + ("?" + client.wire_pairs(m.query, m.wire) if m.query else ""))


@mistake("uri-http-behind-proxy", 5, "signs http:// although the request arrives over https, as behind a proxy that ends TLS",
         "PHP, Ruby, Python, Node.js", common=True, scheme="https")
def _(client):
    client.then("base_uri", lambda uri, m: uri.replace("https://", "http://", 1))


@mistake("method-missing", 5, "leaves the method out of the base string", "JavaScript, shell")
def _(client):
    client.replace("compose", lambda method, uri, text: client.escape_part(uri) + "&" + client.escape_part(text))


@mistake("method-always-post", 5, "writes POST in the base string whatever the method is", "PHP, C#, Apex")
def _(client):
    client.then("base_method", lambda method, m: "POST")


@mistake("method-always-get", 5, "writes GET in the base string whatever the method is", "Java, JavaScript, Python, Postman")
def _(client):
    client.then("base_method", lambda method, m: "GET")


@mistake("method-capitalised", 5, "writes Get or Post with one capital letter in the base string", "C# enums, Swift, Go")
def _(client):
    client.then("base_method", lambda method, m: method.capitalize())


@mistake("patch-and-put-signed-as-post", 5, "signs PUT, PATCH and DELETE as POST, the real method of a tunnel", "Rails, Laravel, jQuery", kind="put")
def _(client):
    client.then("base_method", lambda method, m: "POST" if method in ("PUT", "PATCH", "DELETE") else method)


@mistake("method-with-quotes", 5, "writes the method in double quotes, as JSON or JavaScript prints a text", "JavaScript, jq")
def _(client):
    client.then("base_method", lambda method, m: '"%s"' % method)


@mistake("uri-encoded-twice", 5, "encodes the base string URI twice", "PHP, Apex, JavaScript")
def _(client):
    client.then("base_uri", lambda uri, m: client.escape_part(uri))


@mistake("joined-parameters-encoded-twice", 5, "encodes the joined parameters twice when composing", "C#, Java, PHP")
def _(client):
    client.then("join", lambda text, pairs: client.escape_part(text))


@mistake("whole-base-string-encoded", 5, "joins the three parts and encodes the whole, the separating & too", "PHP, VBA, JavaScript", common=True)
def _(client):
    client.replace("compose", lambda method, uri, text: client.escape_part(method + "&" + uri + "&" + text))


@mistake("nothing-encoded-when-composing", 5, "encodes neither URI nor joined parameters when composing", "PHP, shell, Go")
def _(client):
    client.replace("compose", lambda method, uri, text: method + "&" + uri + "&" + text)


@mistake("parts-joined-by-line-breaks", 5, "joins the three parts with line feeds", "clients adapted from AWS signing")
def _(client):
    client.replace("compose", lambda *parts: "\n".join(client.escape_part(part) for part in parts))


@mistake("parts-joined-without-separator", 5, "writes the three parts one behind the other", "C, Pascal")
def _(client):
    client.replace("compose", lambda *parts: "".join(client.escape_part(part) for part in parts))


@mistake("parts-joined-by-plus", 5, "joins the three parts with + instead of &", "Apex, JavaScript")
def _(client):
    client.replace("compose", lambda *parts: "+".join(client.escape_part(part) for part in parts))


@mistake("parts-in-other-order", 5, "puts the URI before the method", "PHP, Python")
def _(client):
    client.replace("compose", lambda method, uri, text: "&".join(client.escape_part(part) for part in (uri, method, text)))


@mistake("parameters-before-uri", 5, "puts the joined parameters before the URI", "Java, VBA")
def _(client):
    client.replace("compose", lambda method, uri, text: "&".join(client.escape_part(part) for part in (method, text, uri)))


@mistake("question-mark-between-uri-and-parameters", 5, "writes an encoded ? instead of & between URI and parameters", "JavaScript, Java")
def _(client):
    client.replace("compose", lambda method, uri, text: method + "&" + client.escape_part(uri + "?" + text))


@mistake("base-string-in-lower-case", 5, "turns the whole base string to lower case", "VBA, clients adapted from CloudStack signing")
def _(client):
    client.then("compose", lambda text, *_: text.lower())


@mistake("base-string-with-body-behind", 5, "appends the body as a fourth part", "Java, C#", kind="json")
def _(client):
    old = client.base_string
    client.base_string = lambda m: old(m) + ("&" + client.escape_part(m.body) if m.body else "")


@mistake("base-string-with-secret-behind", 5, "appends the client secret to the base string", "PHP, clients adapted from MD5 signing", methods=("HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"))
def _(client):
    old = client.base_string
    client.base_string = lambda m: old(m) + "&" + client.escape_part(m.credentials.consumer_secret)


@mistake("base-string-with-line-break", 5, "signs a line feed behind the base string (echo without -n)", "shell, Perl")
def _(client):
    client.then("compose", lambda text, *_: text + "\n")


@mistake("base-string-with-blank-behind", 5, "signs a blank behind the base string", "VBA, shell")
def _(client):
    client.then("compose", lambda text, *_: text + " ")
