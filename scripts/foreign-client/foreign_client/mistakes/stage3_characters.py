"""Stage 3: charsets, levels of encoding and single characters, in the parameters as they are signed."""
import html
import json
import re
import unicodedata
from urllib.parse import unquote

from .. import encoders as enc
from ..registry import mistake
from .stage3_encoders import both


def charset(client, name):
    both(client, lambda text: enc.encode(text, charset=name))


def signed_text(client, change):
    """Change each value before it is encoded for the base string (it is sent unchanged)."""
    client.first("encode_value", change)


@mistake("charset-latin-1", 3, "encodes the octets of ISO 8859-1 instead of UTF-8", "PHP, Perl, Java, VBA", common=True, value="Café crème")
def _(client):
    charset(client, "latin-1")


@mistake("charset-windows-1252", 3, "encodes the octets of Windows-1252 (the euro sign as %80)", "Delphi, VB6, C#", value="10 € — “net”")
def _(client):
    charset(client, "cp1252")


@mistake("charset-windows-1251", 3, "encodes the octets of Windows-1251 (Cyrillic)", "Delphi, PHP, 1C", value="Оплата заказа")
def _(client):
    charset(client, "cp1251")


@mistake("charset-console-cp850", 3, "encodes the octets of the console code page 850", "shell, batch, C", value="Müller & Söhne")
def _(client):
    charset(client, "cp850")


@mistake("charset-gbk", 3, "encodes the octets of GBK", "Java, C#", value="日本語 李 Wei")
def _(client):
    charset(client, "gbk")


@mistake("charset-utf-16", 3, "encodes every character as the two octets of UTF-16LE", "C#, C++, PowerShell")
def _(client):
    charset(client, "utf-16-le")


@mistake("charset-us-ascii", 3, "signs a question mark for every character outside ASCII", "Java, Ruby, C#", value="Café")
def _(client):
    charset(client, "ascii")


@mistake("utf-8-made-twice", 3, "takes the UTF-8 octets for Latin-1 and makes UTF-8 of them again", "PHP, Perl, Node.js, Lua",
         value="Café crème")
def _(client):
    signed_text(client, lambda text: text.encode("utf-8").decode("latin-1"))


@mistake("utf-8-read-as-windows-1252", 3, "takes the UTF-8 octets for Windows-1252 and makes UTF-8 of them", "C#, VB6", value="Straße – 10 €")
def _(client):
    signed_text(client, lambda text: text.encode("utf-8").decode("cp1252", "replace"))


@mistake("surrogates-apart", 3, "encodes the two surrogates of an emoji apart, three octets each", "Java, JavaScript, ActionScript, C", value="see you 🎉")
def _(client):
    def encode(text):
        units = "".join(map(chr, enc.utf16_units(text)))
        return "".join(c if c in enc.UNRESERVED else "".join("%%%02X" % b for b in c.encode("utf-8", "surrogatepass")) for c in units)
    both(client, encode)


@mistake("surrogates-as-question-marks", 3, "encodes UTF-16 units one by one, so an emoji becomes two question marks", "Java, C#, Delphi",
         value="see you 🎉")
def _(client):
    signed_text(client, lambda text: "".join("??" if ord(c) > 0xFFFF else c for c in text))


@mistake("emoji-dropped", 3, "drops characters beyond the Basic Multilingual Plane before signing", "PHP with MySQL utf8", value="see you 🎉")
def _(client):
    signed_text(client, lambda text: "".join(c for c in text if ord(c) < 0x10000))


@mistake("accents-stripped", 3, "signs letters without their accents", "PHP iconv, Java, Delphi", value="Zoë Café")
def _(client):
    signed_text(client, lambda text: "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)))


@mistake("non-ascii-dropped", 3, "drops every character outside ASCII before signing", "PHP, Python", value="Zoë Café")
def _(client):
    signed_text(client, lambda text: text.encode("ascii", "ignore").decode())


@mistake("normal-form-decomposed", 3, "signs accented letters in decomposed form (NFD)", "Objective-C, Swift, macOS shell", value="Zoë Café")
def _(client):
    signed_text(client, lambda text: unicodedata.normalize("NFD", text))


@mistake("normal-form-composed", 3, "signs decomposed letters in composed form (NFC)", "Swift, Java", value="e\u0301te\u0301")
def _(client):
    signed_text(client, lambda text: unicodedata.normalize("NFC", text))


@mistake("code-point-in-hex", 3, "writes % and the code point in hexadecimal, so Cyrillic U+0438 becomes %438", "VBA, bash printf, Classic ASP", value="Café Оплата")
def _(client):
    both(client, lambda text: enc.per_character(text, lambda number: "%%%02X" % number))


@mistake("low-octet-of-each-character", 3, "casts each character to one octet before encoding", "C, C++, Java", value="Оплата €")
def _(client):
    both(client, lambda text: enc.per_character(text, lambda number: "%%%02X" % (number & 255)))


@mistake("signed-char-sprintf", 3, "formats a signed char, so octets above 127 become %FFFFFFC3 and the like", "C, C++", value="Café")
def _(client):
    both(client, lambda text: re.sub("%([89A-F].)", r"%FFFFFF\1", enc.percent(text)))


@mistake("escape-without-leading-zero", 3, "writes octets below 16 with one digit: a line feed as %A", "VBA, C, JavaScript", value="one\ntwo")
def _(client):
    both(client, lambda text: enc.percent(text).replace("%0", "%"))


@mistake("escape-padded-with-space", 3, "pads octets below 16 with a space: a line feed as '% A'", "C, Perl", value="one\ntwo")
def _(client):
    both(client, lambda text: enc.percent(text).replace("%0", "% "))


@mistake("non-ascii-letters-left", 3, "leaves accented and other letters as they are because isLetter says yes", "C#, Java, Go, Swift", value="Café 1")
def _(client):
    both(client, lambda text: "".join(c if c.isalnum() else enc.percent(c) for c in text))


@mistake("characters-as-html-references", 3, "turns characters outside ASCII to &#233; before encoding", "PHP, browser forms", value="Café")
def _(client):
    signed_text(client, lambda text: text.encode("ascii", "xmlcharrefreplace").decode())


@mistake("html-escaped-when-signed", 3, "signs &amp; &lt; &quot; for & < \"", "PHP, JSP, ASP.NET", value='Müller & Söhne "AG" <x>')
def _(client):
    signed_text(client, lambda text: html.escape(text, quote=True))


@mistake("json-escapes-when-signed", 3, "signs \\u00e9 and the like for characters outside ASCII", "Python, PHP", value="Café")
def _(client):
    signed_text(client, lambda text: json.dumps(text)[1:-1])


@mistake("quotes-with-backslashes", 3, "signs quotes with a backslash before them (magic quotes)", "PHP", value="O'Brien's \"special\"")
def _(client):
    signed_text(client, lambda text: re.sub(r"""(['"\\])""", r"\\\1", text))


@mistake("byte-order-mark-in-value", 3, "signs a byte order mark before values with characters outside ASCII", "C#, PowerShell", value="Café")
def _(client):
    signed_text(client, lambda text: text if text.isascii() else "\ufeff" + text)


@mistake("decoded-once-too-often", 3, "decodes values once more before it signs them, so %25 becomes %", "PHP, Ruby, Java", value="100%25 sure")
def _(client):
    signed_text(client, unquote)


@mistake("plus-taken-for-space", 3, "takes a + in a value for a space and signs %20", "PHP, Java, Python", value="a+b=c")
def _(client):
    signed_text(client, lambda text: text.replace("+", " "))


@mistake("escaped-looking-left-alone", 3, "does not encode a value that already holds something like %20", "R, Ruby, JavaScript", value="a%20b c")
def _(client):
    both(client, lambda text: text if re.search("%[0-9A-Fa-f]{2}", text) else enc.percent(text))


@mistake("percent-sign-left-alone", 3, "encodes everything but the percent sign", "Objective-C, shell, SQL", value="50% off")
def _(client):
    both(client, enc.maker("%"))


@mistake("plus-left-alone", 3, "leaves + as it is and is right otherwise", "Swift, VBA", value="jane+pay@example.com")
def _(client):
    both(client, enc.maker("+"))


@mistake("apostrophe-left-alone", 3, "leaves ' as it is and encodes ! * ( )", "JavaScript, Python", value="O'Brien")
def _(client):
    both(client, enc.maker("'"))


@mistake("parentheses-left-alone", 3, "leaves ( and ) as they are and encodes ! * '", "JavaScript, C#", value="call (now)")
def _(client):
    both(client, enc.maker("()"))


@mistake("exclamation-mark-left-alone", 3, "leaves ! as it is and is right otherwise", "JavaScript, C#, Dart", value="Hi!")
def _(client):
    both(client, enc.maker("!"))


@mistake("comma-left-alone", 3, "leaves the comma as it is", "Java, Go, Swift", value="1,234.50")
def _(client):
    both(client, enc.maker(","))


@mistake("colon-left-alone", 3, "leaves the colon as it is", "Java, Kotlin", value="10:00:00")
def _(client):
    both(client, enc.maker(":"))


@mistake("at-sign-left-alone", 3, "leaves @ as it is", "Swift, Java, Perl", value="jane@example.com")
def _(client):
    both(client, enc.maker("@"))


@mistake("brackets-in-names-left", 3, "leaves [ and ] in names as they are", "PHP, JavaScript, Swift", common=True, name="items[0][name]")
def _(client):
    client.replace("encode_name", enc.maker("[]"))


@mistake("brackets-encoded-once-more", 3, "encodes the brackets of names once more than the rest", "PHP, JavaScript, Ruby", name="filter[order][status]")
def _(client):
    client.then("encode_name", lambda text, _: text.replace("%5B", "%255B").replace("%5D", "%255D"))


@mistake("result-in-upper-case", 3, "turns the whole encoded value to upper case to repair its escapes", "C#, VB.NET")
def _(client):
    client.then("encode_value", lambda text, _: text.upper())


@mistake("space-dropped-when-signed", 3, "signs values without their spaces", "shell, VBA", value="two words")
def _(client):
    signed_text(client, lambda text: text.replace(" ", ""))


@mistake("space-as-plus-then-percent-2b", 3, "turns spaces to + and then encodes the + as %2B", "Postman, PHP, JavaScript", common=True, value="two words")
def _(client):
    signed_text(client, lambda text: text.replace(" ", "+"))


@mistake("plus-turned-back-to-raw-space", 3, "encodes a space as + and then replaces + by a raw space", "PHP", value="two words")
def _(client):
    both(client, lambda text: enc.php_urlencode(text).replace("+", " "))


@mistake("crlf-as-lf-when-signed", 3, "signs CR LF as LF alone", "JavaScript, Python, C", value="first\r\nsecond")
def _(client):
    signed_text(client, lambda text: text.replace("\r\n", "\n"))


@mistake("line-breaks-dropped-when-signed", 3, "signs multi-line values without their line breaks", "VBA, shell, Swift", value="first\nsecond")
def _(client):
    signed_text(client, lambda text: text.replace("\r", "").replace("\n", ""))


@mistake("tilde-encoded-in-names-and-values-once-more", 3, "writes ~ as %257E, encoding an old library's %7E again", "PHP, Ruby", value="~user")
def _(client):
    client.then("encode_value", lambda text, _: text.replace("~", "%257E"))


@mistake("non-breaking-space-for-space", 3, "signs spaces as no-break spaces", "Excel VBA, JavaScript", value="two words")
def _(client):
    signed_text(client, lambda text: text.replace(" ", "\u00a0"))


@mistake("typographic-quotes-made-plain", 3, "signs plain quotes and hyphens for typographic ones", "VBA, PHP", value="don’t — “net”")
def _(client):
    signed_text(client, lambda text: text.translate({0x2019: "'", 0x2018: "'", 0x201c: '"', 0x201d: '"', 0x2014: "-", 0x2013: "-"}))


@mistake("only-oauth-values-encoded", 3, "encodes the values of protocol parameters only, not those of the request", "C#, Java, PHP")
def _(client):
    client.replace("encode", lambda p: (client.encode_name(p.name), client.encode_value(p.value) if p.source == "oauth" else p.value))


@mistake("oauth-values-unencoded", 3, "encodes the values of the request but not those of protocol parameters", "PHP, JavaScript", callback=True)
def _(client):
    client.replace("encode", lambda p: (client.encode_name(p.name), p.value if p.source == "oauth" else client.encode_value(p.value)))


@mistake("callback-encoded-once-more", 3, "encodes oauth_callback before it is encoded with the rest", "PHP, Java, C#, Python", callback=True)
def _(client):
    client.replace("encode", lambda p: (client.encode_name(p.name), client.encode_value(
        enc.percent(p.value) if p.name == "oauth_callback" else p.value)))


@mistake("nonce-encoded-once-more", 3, "encodes a base64 nonce before it is encoded with the rest", "Java, Node.js")
def _(client):
    client.replace("encode", lambda p: (client.encode_name(p.name), client.encode_value(
        enc.percent(p.value) if p.name == "oauth_nonce" else p.value)))
