"""Stage 5: rewritings of the base string URI."""
import posixpath
import re
from urllib.parse import unquote

from .. import encoders as enc
from ..registry import mistake


def path_signed(client, change):
    """Sign another path than the one that is sent."""
    def signed(meaning, _):
        meaning.path = change(meaning.path)
        return meaning
    client.then("change_signed", signed)


def uri_signed(client, change):
    client.then("base_uri", lambda uri, m: change(uri))


def host_signed(client, change):
    def signed(meaning, _):
        meaning.host = change(meaning.host)
        return meaning
    client.then("change_signed", signed)


@mistake("slash-added", 5, "signs the path with a slash at its end that is not sent", "Python, Django clients, Rails")
def _(client):
    path_signed(client, lambda path: path if path.endswith("/") else path + "/")


@mistake("slash-removed", 5, "signs the path without the slash at its end that is sent", "PHP, JavaScript, Ruby", path="/api/v1/payments/")
def _(client):
    path_signed(client, lambda path: path.rstrip("/"))


@mistake("root-slash-missing", 5, "signs only scheme and host when the path is /", "JavaScript, Go, Ruby", path="/")
def _(client):
    path_signed(client, lambda path: "" if path == "/" else path)


@mistake("path-missing", 5, "signs scheme and host without the path", "C#, JavaScript axios baseURL")
def _(client):
    path_signed(client, lambda path: "")


@mistake("path-only", 5, "signs the path without scheme and host", "PHP, Node.js, Go")
def _(client):
    uri_signed(client, lambda uri: re.sub("^https?://[^/]*", "", uri))


@mistake("scheme-missing", 5, "signs the URI without its scheme", "Node.js, Go, VBA")
def _(client):
    uri_signed(client, lambda uri: re.sub("^https?://", "", uri))


@mistake("scheme-https-over-http", 5, "signs https:// although the request is sent over http", "PHP, Ruby, Java", scheme="http")
def _(client):
    uri_signed(client, lambda uri: re.sub("^http:", "https:", uri))


@mistake("scheme-with-one-slash", 5, "signs https:/ with one slash only, as a path function left it", "Node.js path.join, Go path.Join, Python")
def _(client):
    uri_signed(client, lambda uri: uri.replace("://", ":/", 1))


@mistake("scheme-and-host-in-upper-case", 5, "signs scheme and host in upper case", "ABAP, COBOL")
def _(client):
    uri_signed(client, lambda uri: re.sub("^[^/]*//[^/]*", lambda match: match[0].upper(), uri))


@mistake("whole-uri-in-lower-case", 5, "signs the path in lower case too", "C#, VB.NET, PHP", path="/shop/Checkout/Start")
def _(client):
    uri_signed(client, str.lower)


@mistake("user-info-in-uri", 5, "signs user name and password in front of the host", "Java, curl scripts")
def _(client):
    uri_signed(client, lambda uri: uri.replace("://", "://user:pass@", 1))


@mistake("default-port-added", 5, "writes :443 or :80 into the base string URI although the URL has no port", "Java, C#, Node.js")
def _(client):
    client.then("base_uri", lambda uri, m: uri if m.port is not None else
                m.scheme + "://" + m.host.lower() + (":443" if m.scheme == "https" else ":80") + m.path)


@mistake("port-8080-of-inner-server", 5, "signs port 8080 of the server behind the proxy", "Java Tomcat, Node.js, Python")
def _(client):
    client.then("base_uri", lambda uri, m: m.scheme + "://" + m.host.lower() + ":8080" + m.path)


@mistake("port-80-on-https", 5, "signs https with port 80, as behind a load balancer", "PHP SERVER_PORT, Java getServerPort", scheme="https")
def _(client):
    client.then("base_uri", lambda uri, m: m.scheme + "://" + m.host.lower() + ":80" + m.path)


@mistake("port-minus-one", 5, "signs :-1, the value a URL class gives for no port", "Java URL.getPort, Qt")
def _(client):
    client.then("base_uri", lambda uri, m: uri if m.port is not None else m.scheme + "://" + m.host.lower() + ":-1" + m.path)


@mistake("www-added", 5, "signs www. in front of a host that is called without it", "PHP, WordPress clients")
def _(client):
    host_signed(client, lambda host: host if host.lower().startswith("www.") else "www." + host)


@mistake("www-removed", 5, "signs the host without the www. that is called", "WordPress clients, Swift, PHP", host="www.shop.example.com")
def _(client):
    host_signed(client, lambda host: re.sub("^www[.]", "", host))


@mistake("host-of-staging", 5, "signs the host of the test system and sends to the live one", "any, by configuration")
def _(client):
    host_signed(client, lambda host: "staging." + host)


@mistake("host-localhost", 5, "signs localhost, the name the program has for the server", "Docker set-ups, Node.js, Java")
def _(client):
    host_signed(client, lambda host: "localhost")


@mistake("host-inner-name", 5, "signs the inner name of the service behind the gateway", "Kubernetes, Docker set-ups")
def _(client):
    host_signed(client, lambda host: host.partition(".")[0] + ".default.svc.cluster.local")


@mistake("host-address-for-name", 5, "signs the IP address of the host", "C, embedded devices, Delphi")
def _(client):
    host_signed(client, lambda host: "203.0.113.7")


@mistake("host-with-final-dot", 5, "signs the host with a dot at its end", "Go, DNS libraries")
def _(client):
    host_signed(client, lambda host: host + ".")


@mistake("prefix-of-gateway-not-signed", 5, "signs the path without the first segment, which the gateway strips", "Kong, nginx, Spring Cloud set-ups")
def _(client):
    path_signed(client, lambda path: re.sub("^/[^/]+(?=/)", "", path))


@mistake("prefix-of-gateway-signed-only", 5, "signs the path with a prefix that the public URL does not have", "Azure, Apigee, nginx set-ups")
def _(client):
    path_signed(client, lambda path: "/gateway" + path)


@mistake("version-segment-twice", 5, "signs the version segment twice because base URL and resource both hold it", "Retrofit, axios, Guzzle", path="/v2/merchants/4711/orders")
def _(client):
    path_signed(client, lambda path: re.sub("^(/(?:v[0-9]+|1[.]1|api))/", r"\1\1/", path))


@mistake("index-php-not-signed", 5, "signs the path without the index.php that is sent", "Magento, WordPress, PHP", path="/index.php/rest/V1/products")
def _(client):
    path_signed(client, lambda path: path.replace("/index.php", ""))


@mistake("index-php-signed-only", 5, "signs /index.php in front of the path", "Magento, CodeIgniter, PHP")
def _(client):
    path_signed(client, lambda path: "/index.php" + path)


@mistake("extension-not-signed", 5, "signs the path without its extension such as .json", "Rails, PHP", path="/rest/orders.json")
def _(client):
    path_signed(client, lambda path: re.sub(r"\.[a-z]+$", "", path))


@mistake("extension-signed-only", 5, "signs .json behind the path that is sent without it", "Ruby, PHP Twitter clients")
def _(client):
    path_signed(client, lambda path: path.rstrip("/") + ".json")


@mistake("double-slash-made-one", 5, "signs one slash where the path that is sent has two", "nginx, Go, Node.js", path="/cgi-bin//pay.pl")
def _(client):
    path_signed(client, lambda path: path.replace("//", "/"))


@mistake("double-slash-after-host", 5, "signs two slashes after the host because base URL and path both bring one", "PHP, Python, C#")
def _(client):
    path_signed(client, lambda path: "/" + path)


@mistake("dot-segments-resolved", 5, "signs the path with . and .. resolved although it is sent with them", "Java, Python, C# Uri", path="/v1/./orders/../orders")
def _(client):
    path_signed(client, lambda path: posixpath.normpath(path) if "/." in path else path)


@mistake("path-decoded", 5, "signs the path decoded, with a space for %20", "Java getPath, PHP, C# LocalPath, Go URL.Path", path="/a%20b/c")
def _(client):
    path_signed(client, unquote)


@mistake("path-escaped-slash-decoded", 5, "signs %2F in the path as a slash", "Tomcat, IIS, Go", path="/api/docs/2024%2F17/lines/")
def _(client):
    path_signed(client, lambda path: path.replace("%2F", "/"))


@mistake("path-encoded-once-more", 5, "signs the escaped path encoded once more", "PHP, JavaScript, Java URI", path="/a%20b/c")
def _(client):
    path_signed(client, lambda path: path.replace("%", "%25"))


@mistake("path-escapes-in-lower-case", 5, "signs the escapes of the path in lower case", "C#, Perl", path="/files/r%C3%A9sum%C3%A9.pdf")
def _(client):
    path_signed(client, lambda path: re.sub("%..", lambda match: match[0].lower(), path))


@mistake("path-reserved-characters-encoded", 5, "signs ( ) ; ' @ and + of the path as escapes although they are sent as they are", "PHP, Python quote, Swift", path="/pay(1)/init")
def _(client):
    path_signed(client, lambda path: enc.encode(path, enc.UNRESERVED + "/%"))


@mistake("path-unreserved-escapes-decoded", 5, "signs ~ for the %7E that is sent", "C# Uri, Java, Go", path="/v1/%7Eshop/charge")
def _(client):
    path_signed(client, lambda path: path.replace("%7E", "~"))


@mistake("path-tilde-encoded", 5, "signs %7E for the ~ that is sent in the path", "PHP, Python 2, Java", path="/~user/api/list")
def _(client):
    path_signed(client, lambda path: path.replace("~", "%7E"))


@mistake("path-plus-taken-for-space", 5, "signs %20 for a + in the path", "PHP, Java URLDecoder", path="/catalog/a+b")
def _(client):
    path_signed(client, lambda path: path.replace("+", "%20"))


@mistake("matrix-parameters-not-signed", 5, "signs the path without its ;parameters", "JavaScript, Java servlets, Perl", path="/xcal;all/items")
def _(client):
    path_signed(client, lambda path: re.sub(";[^/]*", "", path))


@mistake("last-segment-not-signed", 5, "signs the address of the service without the resource at its end", "C# RestSharp, Java Jersey, SOAP clients")
def _(client):
    path_signed(client, lambda path: path.rstrip("/").rpartition("/")[0])


@mistake("token-endpoint-signed", 5, "signs the address of the token endpoint for every request", "Postman, PHP, Python")
def _(client):
    path_signed(client, lambda path: "/oauth/access_token")


@mistake("fragment-signed", 5, "signs the URL with its fragment", "JavaScript, C#")
def _(client):
    uri_signed(client, lambda uri: uri + "#top")


@mistake("lonely-question-mark-signed", 5, "signs a ? behind the path", "PHP, C#, Swift")
def _(client):
    uri_signed(client, lambda uri: uri + "?")


@mistake("query-moved-into-uri", 5, "signs the query as part of the URI and not among the parameters", "PHP, Go, shell")
def _(client):
    client.then("base_uri", lambda uri, m: uri + ("?" + client.wire_pairs(m.query, m.wire) if m.query else ""))
    client.then("collect", lambda found, m: [p for p in found if p.source != "query"])


@mistake("uri-with-blank-at-end", 5, "signs the URI with a blank at its end, as it was copied", "Postman, configuration files")
def _(client):
    uri_signed(client, lambda uri: uri + " ")
