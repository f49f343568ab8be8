"""Stage 3: whole encoders of real languages put in the place of RFC 5849 3.6 for parameters."""
from .. import encoders as enc
from ..registry import mistake


def both(client, encoder):
    """Encode names and values alike with this encoder."""
    client.replace("encode_name", encoder)
    client.replace("encode_value", encoder)


@mistake("plus-for-space", 3, "encodes a space as + in the parameters of the base string and is right otherwise",
         "Go, Python, Ruby", common=True, value="two words")
def _(client):
    both(client, enc.go_query_escape)


@mistake("java-urlencoder", 3, "encodes parameters with the form encoder of Java: space as +, * left, ~ encoded",
         "Java, Apex, JavaScript, Rust, Kotlin", common=True, value="5 * 3 ~ 15")
def _(client):
    both(client, enc.java_url_encoder)


@mistake("java-urlencoder-only-plus-replaced", 3, "uses Java's URLEncoder and replaces + by %20, but leaves * and encodes ~",
         "Java, Apex", value="5 * 3 ~ 15")
def _(client):
    both(client, enc.java_plus_fixed)


@mistake("java-urlencoder-star-forgotten", 3, "uses Java's URLEncoder, repairs + and ~, and forgets to encode *", "Java, Groovy",
         value="5 * 3")
def _(client):
    both(client, enc.maker("*"))


@mistake("php-urlencode", 3, "encodes parameters with PHP's urlencode: space as + and ~ as %7E", "PHP, Python 2",
         value="a ~ b")
def _(client):
    both(client, enc.php_urlencode)


@mistake("encodeuricomponent-unrepaired", 3, "encodes with encodeURIComponent and leaves ! * ' ( ) as they are",
         "JavaScript, C#, Python, Dart", common=True, value="O'Brien (50% off)!")
def _(client):
    both(client, enc.encode_uri_component)


@mistake("encodeuri-for-values", 3, "encodes with encodeURI, which leaves ; , / ? : @ & = + $ # as they are", "JavaScript, TypeScript")
def _(client):
    both(client, enc.encode_uri)


@mistake("js-escape-function", 3, "encodes with JavaScript's old escape(): %E9 for Latin-1, %uXXXX beyond, @ * + / left",
         "JavaScript, ActionScript, Classic ASP")
def _(client):
    both(client, enc.js_escape)


@mistake("httputility-lower-hex", 3, "encodes with HttpUtility.UrlEncode: escapes in lower case, space as +, ! * ( ) left",
         "C#, VB.NET", common=True)
def _(client):
    both(client, enc.http_utility)


@mistake("webutility-urlencode", 3, "encodes with WebUtility.UrlEncode: upper case escapes, space as +, ! * ( ) left", "C#, PowerShell",
         value="Hello (world)!")
def _(client):
    both(client, enc.web_utility)


@mistake("httputility-upper-by-hand", 3, "turns HttpUtility.UrlEncode's escapes to upper case and + to %20, but leaves ! * ( )",
         "C#", value="price (net)!")
def _(client):
    both(client, enc.maker("!*()", "~"))


@mistake("uri-escapeuristring", 3, "encodes with Uri.EscapeUriString, which leaves all reserved characters", "C#, VB.NET")
def _(client):
    both(client, enc.escape_uri_string)


@mistake("urlpathencode-of-values", 3, "encodes with HttpUtility.UrlPathEncode: only spaces and non-ASCII octets, in lower case", "C#")
def _(client):
    safe = "".join(chr(b) for b in range(33, 127))
    both(client, lambda text: enc.encode(text, safe, "%20", True))


@mistake("urlencodeunicode", 3, "encodes with UrlEncodeUnicode: non-ASCII characters as %uXXXX in lower case", "C#, Classic ASP, VBScript",
         value="Café №42")
def _(client):
    both(client, lambda text: enc.ascii_or(text, lambda c: "".join("%%u%04x" % u for u in enc.utf16_units(c))))


@mistake("go-pathescape", 3, "encodes values with url.PathEscape, which leaves $ & + = : @", "Go")
def _(client):
    both(client, enc.go_path_escape)


@mistake("python-quote-default-safe", 3, "encodes with urllib quote and its default safe='/', so slashes stay", "Python",
         value="a/b")
def _(client):
    both(client, enc.python_quote)


@mistake("python2-quote-tilde", 3, "encodes with an old urllib quote: slashes stay and ~ becomes %7E", "Python 2", value="~/docs")
def _(client):
    both(client, enc.python2_quote)


@mistake("rawurlencode-before-5-3", 3, "encodes ~ as %7E and is right otherwise", "PHP, Ruby, C", value="~user")
def _(client):
    both(client, enc.old_rawurlencode)


@mistake("ruby-uri-escape", 3, "encodes with URI.escape, which leaves reserved characters and brackets", "Ruby")
def _(client):
    both(client, enc.ruby_uri_escape)


@mistake("swift-urlqueryallowed", 3, "encodes with .urlQueryAllowed, which leaves & + = / ? ' and more", "Swift, Objective-C")
def _(client):
    both(client, enc.swift_query_allowed)


@mistake("swift-urlhostallowed", 3, "encodes with .urlHostAllowed, which leaves ! $ & ' ( ) * + , ; = : [ ]", "Swift")
def _(client):
    both(client, enc.swift_host_allowed)


@mistake("alamofire-slash-and-question-mark", 3, "encodes with a set that leaves / and ? as they are", "Swift, Objective-C", value="a/b?c")
def _(client):
    both(client, enc.alamofire)


@mistake("delphi-httpencode", 3, "encodes with Delphi's HTTPEncode: space as +, * @ $ ! ' ( ) left, ~ encoded", "Delphi, C++Builder",
         value="jane@example.com ($5)")
def _(client):
    both(client, enc.delphi_http_encode)


@mistake("every-nonalphanumeric", 3, "encodes everything but letters and digits, so - . _ ~ too", "ColdFusion, Swift, VBA")
def _(client):
    both(client, enc.alnum_only)


@mistake("lua-socket-escape", 3, "encodes all but letters, digits and _, with escapes in lower case", "Lua")
def _(client):
    both(client, enc.lua_escape)


@mistake("guava-path-segment", 3, "encodes with a path segment escaper, which leaves ! $ ' ( ) * , ; & = @ : +", "Java, Kotlin")
def _(client):
    both(client, enc.guava_path_segment)


@mistake("lower-case-escapes", 3, "encodes rightly but writes the escapes in lower case", "C, C++, Perl, Lua, shell")
def _(client):
    both(client, enc.maker(lower=True))


@mistake("every-octet-escaped-by-xxd", 3, "writes every octet of a value as an escape in lower case, letters too", "shell")
def _(client):
    client.replace("encode_value", lambda text: "".join("%%%02x" % b for b in text.encode()))


@mistake("only-spaces-encoded", 3, "replaces only spaces by %20 in values", "VBA, shell, SQL")
def _(client):
    both(client, lambda text: text.replace(" ", "%20"))


@mistake("parameters-not-encoded", 3, "does not encode the parameters one by one, only the joined text", "PHP, Java, JavaScript")
def _(client):
    both(client, lambda text: text)


@mistake("values-encoded-names-not", 3, "encodes values but not names", "JavaScript, PHP, Ruby", name="items[0][name]")
def _(client):
    client.replace("encode_name", lambda text: text)


@mistake("names-encoded-values-not", 3, "encodes names but not values", "Python, PHP")
def _(client):
    client.replace("encode_value", lambda text: text)


@mistake("parameters-encoded-twice", 3, "encodes each name and value twice before joining", "PHP, C#, Apex, JavaScript", common=True)
def _(client):
    both(client, lambda text: enc.percent(enc.percent(text)))
