"""Percent-encoding: the right one (RFC 5849 3.6) and a workshop for the encoders of many languages."""
import functools
import string

ALNUM = string.ascii_letters + string.digits
UNRESERVED = ALNUM + "-._~"


@functools.lru_cache(None)
def table(safe, space="%20", lower=False):
    form = "%%%02x" if lower else "%%%02X"
    cells = [chr(b) if chr(b) in safe else form % b for b in range(256)]
    if space is not None:
        cells[32] = space
    return cells


def encode(text, safe=UNRESERVED, space="%20", lower=False, charset="utf-8"):
    """Encode octets outside `safe`; a character the charset lacks becomes a question mark."""
    cells = table(safe, space, lower)
    return "".join([cells[b] for b in text.encode(charset, "replace")])


@functools.lru_cache(20000)
def percent(text):
    """RFC 5849 3.6: everything but unreserved characters, upper case, space as %20."""
    return encode(text)


def wire(text, keep="", plus=False, lower=False):
    """A legal spelling for sending: any server decodes it to the same text."""
    return encode(text, UNRESERVED + keep, "+" if plus else "%20", lower)


def maker(extra="", without="", space="%20", lower=False, charset="utf-8"):
    """An encoder that also leaves `extra` as it is, and encodes `without`."""
    safe = "".join(c for c in UNRESERVED if c not in without) + extra
    return lambda text: encode(text, safe, space, lower, charset)


# Encoders of real languages and libraries; names say where each is found.
java_url_encoder = maker("*", "~", "+")                       # also URLSearchParams, Apex, Rust form_urlencoded
java_plus_fixed = maker("*", "~")                             # URLEncoder with + replaced by %20 only
php_urlencode = maker("", "~", "+")                           # also Python 2 quote_plus, old Ruby CGI.escape
old_rawurlencode = maker("", "~")                             # PHP before 5.3, old ERB url_encode
go_query_escape = maker("", "", "+")                          # also Python 3 quote_plus, http_build_query with ~ kept
go_path_escape = maker("$&+=:@")
encode_uri_component = maker("!*'()")                         # also Uri.EscapeDataString of .NET 4.0, Android Uri.encode
encode_uri = maker(";,/?:@&=+$#!*'()")
ruby_uri_escape = maker(";/?:@&=+$,[]!*'()")
python_quote = maker("/")
python2_quote = maker("/", "~")
http_utility = maker("!*()", "~", "+", True)                  # .NET HttpUtility.UrlEncode
web_utility = maker("!*()", "~", "+")                         # .NET WebUtility.UrlEncode
escape_uri_string = maker(";/?:@&=+$,#[]!*'()")
swift_query_allowed = maker("!$&'()*+,/:;=?@")
swift_host_allowed = maker("!$&'()*+,:;=[]")
alamofire = maker("/?")
cocoa_escapes = maker("!$&'()*+,/:;=?@")
delphi_http_encode = maker("*@$!'()", "~", "+")
alnum_only = maker("", "-._~")                                # ColdFusion URLEncodedFormat, Swift .alphanumerics
lua_escape = maker("", "-.~", "%20", True)
guava_path_segment = maker("!$'()*,;&=@:+")


def js_escape(text):
    """JavaScript's old escape(): Latin-1 as %E9, everything else as %uXXXX."""
    out = []
    for unit in utf16_units(text):
        character = chr(unit)
        if character in ALNUM + "@*_+-./":
            out.append(character)
        else:
            out.append("%%%02X" % unit if unit < 256 else "%%u%04X" % unit)
    return "".join(out)


def utf16_units(text):
    octets = text.encode("utf-16-be", "surrogatepass")
    return [octets[i] << 8 | octets[i + 1] for i in range(0, len(octets), 2)]


def per_character(text, other, safe=UNRESERVED):
    """Encode character by character: `other(code point)` spells what is not safe."""
    return "".join([c if c in safe else other(ord(c)) for c in text])


def ascii_or(text, other):
    """Right for ASCII; `other(character)` spells each other character."""
    return "".join([percent(c) if ord(c) < 128 else other(c) for c in text])
