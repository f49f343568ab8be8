"""Stage 8: what is sent differs from what was signed, or arrives in another form."""
import json
import re
import unicodedata

from .. import encoders as enc
from ..registry import mistake


def sent_values(client, change, where="both"):
    def sent(meaning, _):
        meaning.each_value(change, where)
        return meaning
    client.then("change_sent", sent)


def sent_list(client, change):
    def sent(meaning, _):
        meaning.each_list(change)
        return meaning
    client.then("change_sent", sent)


def sent_field(client, name, change):
    """Send change(value) in the fields of this name."""
    sent_list(client, lambda pairs: [(n, change(v) if n == name else v) for n, v in pairs])


def sent_form(client, change):
    def sent(meaning, _):
        if meaning.form is not None:
            meaning.form = change(meaning.form)
        return meaning
    client.then("change_sent", sent)


@mistake("amount-sent-without-zeros", 8, "signs 10.00 and sends 10, the number without its zeros", "JavaScript, PHP, Lua", kind="payment")
def _(client):
    sent_field(client, "amount", lambda v: re.sub(r"\.?0+$", "", v) if "." in v else v)


@mistake("amount-sent-with-two-decimals", 8, "signs the amount as it is and sends it with two decimals", "Java BigDecimal, C#, PHP number_format", kind="payment")
def _(client):
    sent_field(client, "amount", lambda v: "%.2f" % float(v.replace(",", "")) if v else v)


@mistake("amount-sent-with-decimal-comma", 8, "sends the amount with the decimal comma of the locale", "Delphi, C#, Java, VBA", kind="payment")
def _(client):
    sent_field(client, "amount", lambda v: v.replace(".", ","))


@mistake("amount-sent-in-cents", 8, "signs the amount in units and sends it in cents", "PHP, Java", kind="payment")
def _(client):
    sent_field(client, "amount", lambda v: v.replace(".", "").replace(",", ""))


@mistake("card-number-sent-without-spaces", 8, "signs the card number with its blanks and sends it without", "JavaScript, PHP", kind="payment",
         pairs=(("form", "cardNumber", "4111 1111 1111 1111"),))
def _(client):
    sent_field(client, "cardNumber", lambda v: v.replace(" ", ""))


@mistake("card-number-sent-in-groups", 8, "signs the card number without blanks and sends it in groups of four", "JavaScript input masks", kind="payment",
         pairs=(("form", "cardNumber", "4111111111111111"),))
def _(client):
    sent_field(client, "cardNumber", lambda v: " ".join(re.findall(".{4}", v.replace(" ", ""))))


@mistake("card-number-sent-masked", 8, "signs the card number and sends it masked", "logging filters in Java and C#", kind="payment",
         pairs=(("form", "cardNumber", "4111111111111111"),))
def _(client):
    sent_field(client, "cardNumber", lambda v: "*" * 12 + v[-4:])


@mistake("leading-zeros-lost-when-sent", 8, "signs 007 or 012 and sends the number 7 or 12", "JavaScript, Excel VBA, PHP", kind="payment", pairs=(("form", "cvv", "012"),))
def _(client):
    sent_values(client, lambda v: v.lstrip("0") if v.isdigit() and len(v) < 9 else v)


@mistake("currency-sent-in-upper-case", 8, "signs eur and sends EUR", "PHP, Java", kind="payment", pairs=(("form", "currency", "eur"),))
def _(client):
    sent_field(client, "currency", str.upper)


@mistake("email-sent-in-lower-case", 8, "signs the e-mail address as typed and sends it in lower case", "PHP, JavaScript", kind="payment",
         pairs=(("form", "email", "Jane@Example.com"),))
def _(client):
    sent_field(client, "email", str.lower)


@mistake("phone-sent-with-digits-only", 8, "signs the phone number as typed and sends its digits", "JavaScript, PHP", kind="payment",
         pairs=(("form", "phone", "+49 (0)30 123-45"),))
def _(client):
    sent_field(client, "phone", lambda v: re.sub(r"\D", "", v))


@mistake("date-sent-in-other-form", 8, "signs a date with its zone and sends it without", "C#, Java, Python", kind="payment", pairs=(("form", "date", "2024-03-01T10:00:00+02:00"),))
def _(client):
    sent_field(client, "date", lambda v: re.sub(r"T(\d\d:\d\d).*", r" \1", v))


@mistake("values-trimmed-when-sent", 8, "signs values with the blanks at both ends and sends them without", "PHP Laravel, Java Spring, C#", value=" padded ")
def _(client):
    sent_values(client, str.strip)


@mistake("empty-values-dropped-when-sent", 8, "signs empty values and does not send them", "PHP http_build_query with null, axios, Retrofit", value="")
def _(client):
    sent_list(client, lambda pairs: [p for p in pairs if p[1] != ""])


@mistake("empty-values-sent-as-null", 8, "signs an empty value and sends the word null", "JavaScript, Java", value="")
def _(client):
    sent_values(client, lambda v: v or "null")


@mistake("booleans-sent-with-capital", 8, "signs true and sends True", "Python requests, C#", pairs=(("form", "recurring", "true"),))
def _(client):
    sent_values(client, lambda v: {"true": "True", "false": "False"}.get(v, v))


@mistake("line-feeds-sent-as-crlf", 8, "signs LF and sends CR LF, as a browser does in forms", "browsers, C#, VBA", value="one\ntwo")
def _(client):
    sent_values(client, lambda v: v.replace("\r\n", "\n").replace("\n", "\r\n"))


@mistake("json-value-sent-with-spaces", 8, "signs compact JSON and sends it with blanks after : and ,", "Python json.dumps, Java Jackson", kind="payment",
         pairs=(("form", "meta", '{"id":7,"name":"Tea"}'),))
def _(client):
    sent_values(client, lambda v: json.dumps(json.loads(v), ensure_ascii=False, indent=1) if v.startswith("{") and v.endswith("}") else v)


@mistake("json-value-sent-in-other-order", 8, "sends JSON with its names in another order than signed", "Go, Swift, Ruby", kind="payment", pairs=(("form", "meta", '{"z": 7, "a": "Tea"}'),))
def _(client):
    sent_values(client, lambda v: json.dumps(json.loads(v), ensure_ascii=False, sort_keys=True) if v.startswith("{") and v.endswith("}") else v)


@mistake("json-value-sent-with-escaped-slashes", 8, "signs / in JSON and sends \\/", "PHP json_encode", kind="payment", pairs=(("form", "meta", '{"url": "https://a.example/b"}'),))
def _(client):
    sent_values(client, lambda v: v.replace("/", "\\/") if v.startswith("{") else v)


@mistake("html-escaped-when-sent", 8, "signs & and quotes and sends &amp; and &quot;", "PHP htmlspecialchars, JSP", value='Müller & Söhne "AG"')
def _(client):
    sent_values(client, lambda v: v.replace("&", "&amp;").replace('"', "&quot;"))


@mistake("values-encoded-again-when-sent", 8, "encodes values before it gives them to a library that encodes them again, but signs them once", "C#, Java, PHP, Swift",
         common=True)
def _(client):
    sent_values(client, enc.percent)


@mistake("values-sent-unencoded", 8, "signs rightly and sends the values as they are, without encoding", "PHP implode, VBA, shell curl -d", kind="payment")
def _(client):
    old = client.wire_pair
    client.replace("wire_pair", lambda n, v, w: old(n, v, w) if n.startswith("oauth_") else n + "=" + v.replace("\r", "").replace("\n", ""))


@mistake("plus-sent-unencoded", 8, "signs %2B and sends the + of a value as it is, so a space arrives", "JavaScript encodeURI, Swift URLComponents", value="a+b")
def _(client):
    client.then("wire_escape", lambda text, value, w: text.replace("%2B", "+"))


@mistake("ampersand-sent-unencoded", 8, "sends & in a value as it is, so a new parameter begins", "JavaScript encodeURI, VBA, shell", value="Müller & Söhne")
def _(client):
    client.then("wire_escape", lambda text, value, w: text.replace("%26", "&"))


@mistake("percent-sent-unencoded", 8, "sends % in a value as it is, so %25 arrives as %", "Objective-C, VBA", value="100%25 sure")
def _(client):
    client.then("wire_escape", lambda text, value, w: text.replace("%25", "%"))


@mistake("sent-in-latin-1", 8, "signs UTF-8 and sends ISO 8859-1", "PHP, Java, browsers, VBA", value="Café crème")
def _(client):
    client.replace("wire_escape", lambda text, w: enc.encode(text, charset="latin-1"))


@mistake("sent-as-utf-8-made-twice", 8, "signs UTF-8 and sends UTF-8 made twice", "PHP utf8_encode, Perl", value="Café crème")
def _(client):
    sent_values(client, lambda v: v.encode().decode("latin-1"))


@mistake("sent-in-decomposed-form", 8, "signs composed letters and sends them decomposed", "macOS, Swift", value="Zoë Café")
def _(client):
    sent_values(client, lambda v: unicodedata.normalize("NFD", v))


@mistake("emoji-dropped-when-sent", 8, "signs an emoji and sends the value without it", "PHP with MySQL utf8, Java", value="see you 🎉")
def _(client):
    sent_values(client, lambda v: "".join(c for c in v if ord(c) < 0x10000))


@mistake("framework-field-added", 8, "sends a hidden field that the framework adds after signing", "Rails utf8, ASP.NET, Laravel _token", kind="payment")
def _(client):
    sent_form(client, lambda form: [("utf8", "\u2713")] + form)


@mistake("submit-button-sent", 8, "sends the name of the button with the form", "browsers, PHP", kind="payment")
def _(client):
    sent_form(client, lambda form: form + [("submit", "Pay now")])


@mistake("default-language-added-by-interceptor", 8, "sends lang=en that an interceptor adds to the query after signing", "OkHttp, axios, Angular")
def _(client):
    client.then("change_sent", lambda m, _: m.query.append(("lang", "en")) or m)


@mistake("api-key-added-by-interceptor", 8, "sends api_key in the query without signing it", "Retrofit, Guzzle, RestSharp")
def _(client):
    client.then("change_sent", lambda m, _: m.query.append(("api_key", m.credentials.consumer_key)) or m)


@mistake("last-field-dropped-when-sent", 8, "signs all fields and sends all but the last", "JavaScript, VBA loops", kind="payment")
def _(client):
    sent_form(client, lambda form: form[:-1])


@mistake("cvv-dropped-when-sent", 8, "signs cvv and a filter drops it before sending", "PCI filters in Java and C#", kind="payment", pairs=(("form", "cvv", "012"),))
def _(client):
    sent_form(client, lambda form: [p for p in form if p[0] != "cvv"])


@mistake("repeated-names-sent-once", 8, "signs repeated names and sends only the last, as a map keeps it", "JavaScript, PHP, Swift")
def _(client):
    sent_list(client, lambda pairs: list(dict(pairs).items()))


@mistake("repeated-names-sent-with-brackets", 8, "signs repeated names and sends them with [] behind", "axios, jQuery, Guzzle", kind="query",
         pairs=(("query", "tags", "a"), ("query", "tags", "b")))
def _(client):
    def change(pairs):
        names = [n for n, _ in pairs]
        return [(n + "[]" if names.count(n) > 1 else n, v) for n, v in pairs]
    sent_list(client, change)


@mistake("repeated-values-sent-with-commas", 8, "signs repeated names and sends one with the values joined by commas", "Feign, Swagger clients, C#", kind="query",
         pairs=(("query", "tags", "a"), ("query", "tags", "b")))
def _(client):
    def change(pairs):
        joined = {}
        for name, value in pairs:
            joined.setdefault(name, []).append(value)
        return [(name, ",".join(values)) for name, values in joined.items()]
    sent_list(client, change)


@mistake("text-cut-when-sent", 8, "signs the whole text and sends its first 20 characters, all the field can hold", "Java, PHP, SQL")
def _(client):
    sent_values(client, lambda v: v[:20])
