"""Stage 2: names and values that are signed in another spelling than they are sent."""
import re

from ..client import Parameter
from ..registry import mistake


def spelled(client, change, sources=("query", "form")):
    """Sign change(parameter) for parameters of these sources; change gives a parameter."""
    client.then("collect", lambda found, m: [change(p) if p.source in sources else p for p in found])


def value_spelled(client, change, sources=("query", "form")):
    spelled(client, lambda p: p._replace(value=change(p.value)), sources)


def name_spelled(client, change):
    spelled(client, lambda p: p._replace(name=change(p.name)))


def as_sent(client, source):
    """Sign names and values of one source as they stand on the wire, without decoding them."""
    def collect(found, meaning):
        return [p._replace(name=client.wire_escape(p.name, meaning.wire), value=client.wire_escape(p.value, meaning.wire))
                if p.source == source else p for p in found]
    client.then("collect", collect)


@mistake("query-signed-undecoded", 2, "signs the query as it stands in the URL without decoding it, so escapes are encoded once more",
         "Postman, Insomnia, PHP, Java", common=True)
def _(client):
    as_sent(client, "query")


@mistake("form-signed-undecoded", 2, "signs the form body as it is sent without decoding it", "Java, C#, Node.js")
def _(client):
    as_sent(client, "form")


@mistake("query-decoded-but-plus-kept", 2, "decodes %XX in the query but signs the + of a space as +", "JavaScript, Objective-C, Java URI")
def _(client):
    def collect(found, meaning):
        if not meaning.wire.plus:
            return found
        return [p._replace(name=p.name.replace(" ", "+"), value=p.value.replace(" ", "+")) if p.source == "query" else p for p in found]
    client.then("collect", collect)


@mistake("value-cut-at-second-equals-sign", 2, "splits at every = and signs only what stands before the second", "JavaScript, Python, Java, Perl", value="https://shop.example.com/return?order=17")
def _(client):
    value_spelled(client, lambda v: v.partition("=")[0])


@mistake("value-split-at-ampersand", 2, "decodes before it splits, so a value with & becomes two parameters", "PHP, JavaScript, C#", value="x?a=1&b=2")
def _(client):
    def collect(found, meaning):
        out = []
        for p in found:
            head, *rest = p.value.split("&") if p.source != "oauth" else [p.value]
            out.append(p._replace(value=head))
            out += [Parameter(p.source, part.partition("=")[0], part.partition("=")[2]) for part in rest]
        return out
    client.then("collect", collect)


@mistake("value-split-at-semicolon", 2, "takes a ; in a value for a separator of parameters", "Python parse_qs, Perl CGI, Ruby Rack", value="semi;colon")
def _(client):
    def collect(found, meaning):
        out = []
        for p in found:
            head, *rest = p.value.split(";") if p.source != "oauth" else [p.value]
            out.append(p._replace(value=head))
            out += [Parameter(p.source, part, "") for part in rest]
        return out
    client.then("collect", collect)


@mistake("value-cut-at-hash", 2, "signs a value only up to # because it takes the rest for a fragment", "JavaScript, Java", value="http://a.example/#top")
def _(client):
    value_spelled(client, lambda v: v.partition("#")[0])


@mistake("value-cut-at-line-break", 2, "signs only the first line of a value", "shell, awk, Perl", value="one\ntwo")
def _(client):
    value_spelled(client, lambda v: v.partition("\n")[0])


@mistake("names-mangled-by-parse-str", 2, "signs names with _ for dots and spaces, as parse_str makes them", "PHP", name="billing.street")
def _(client):
    name_spelled(client, lambda n: re.sub("[. ]", "_", n))


@mistake("names-in-lower-case", 2, "signs names in lower case", "VB.NET, ColdFusion, SQL", name="orderId")
def _(client):
    name_spelled(client, str.lower)


@mistake("names-in-upper-case", 2, "signs names in upper case", "ColdFusion, COBOL, ABAP")
def _(client):
    name_spelled(client, str.upper)


@mistake("names-without-empty-brackets", 2, "signs items[] as items", "PHP, JavaScript, Rails", name="items[]")
def _(client):
    name_spelled(client, lambda n: n.replace("[]", ""))


@mistake("names-with-empty-brackets-added", 2, "signs repeated names with [] behind them", "Rails, jQuery, PHP", kind="query",
         pairs=(("query", "tags", "a"), ("query", "tags", "c")))
def _(client):
    def collect(found, meaning):
        names = [p.name for p in found]
        return [p._replace(name=p.name + "[]") if names.count(p.name) > 1 else p for p in found]
    client.then("collect", collect)


@mistake("names-with-numbers-in-brackets", 2, "signs items[] as items[0], items[1] and so on", "PHP http_build_query", name="items[]")
def _(client):
    def collect(found, meaning):
        seen, out = {}, []
        for p in found:
            number = seen.get(p.name, 0)
            seen[p.name] = number + 1
            out.append(p._replace(name=p.name.replace("[]", "[%d]" % number)) if p.name.endswith("[]") else p)
        return out
    client.then("collect", collect)


@mistake("brackets-as-dots", 2, "signs items[0][name] as items[0].name", "Java Spring, ASP.NET MVC", name="items[0][name]")
def _(client):
    name_spelled(client, lambda n: re.sub(r"\[([a-z]+)\]", r".\1", n))


@mistake("brackets-joined-by-underscores", 2, "signs filter[order][status] as filter_order_status", "CodeIgniter, WordPress", name="filter[order][status]")
def _(client):
    name_spelled(client, lambda n: n.replace("][", "_").replace("[", "_").replace("]", ""))


@mistake("array-signed-as-word", 2, "signs the word Array for the value of a name in brackets", "PHP", name="items[0][name]")
def _(client):
    spelled(client, lambda p: p._replace(name=p.name.partition("[")[0], value="Array") if "[" in p.name else p)


@mistake("object-signed-as-word", 2, "signs [object Object] for a value that is JSON", "JavaScript", value='{"a": 1}')
def _(client):
    value_spelled(client, lambda v: "[object Object]" if v.startswith("{") else v)


@mistake("repeated-values-joined-by-commas", 2, "signs repeated names as one with the values joined by commas", "JavaScript, Java, C# NameValueCollection")
def _(client):
    def collect(found, meaning):
        joined = {}
        for p in found:
            joined.setdefault((p.source, p.name), []).append(p.value)
        return [Parameter(source, name, ",".join(values)) for (source, name), values in joined.items()]
    client.then("collect", collect)


@mistake("repeated-values-as-python-list", 2, "signs ['a', 'b'] for repeated names, a list turned to text", "Python")
def _(client):
    def collect(found, meaning):
        joined = {}
        for p in found:
            joined.setdefault((p.source, p.name), []).append(p.value)
        return [Parameter(s, n, v[0] if len(v) == 1 else str(v)) for (s, n), v in joined.items()]
    client.then("collect", collect)


@mistake("every-value-as-python-list", 2, "signs ['x'] for each query value, as parse_qs gives it", "Python", kind="query")
def _(client):
    value_spelled(client, lambda v: str([v]), ("query",))


@mistake("values-as-python-bytes", 2, "signs b'x' for values, octets turned to text", "Python 3")
def _(client):
    value_spelled(client, lambda v: str(v.encode()))


@mistake("empty-value-signed-as-null", 2, "signs the word null for an empty value", "Java, JavaScript, Kotlin", value="")
def _(client):
    value_spelled(client, lambda v: v or "null")


@mistake("empty-value-signed-as-none", 2, "signs the word None for an empty value", "Python", value="")
def _(client):
    value_spelled(client, lambda v: v or "None")


@mistake("empty-value-signed-as-undefined", 2, "signs the word undefined for an empty value", "JavaScript", value="")
def _(client):
    value_spelled(client, lambda v: v or "undefined")


@mistake("booleans-signed-with-capital", 2, "signs True and False where true and false are sent", "Python, C#, VB.NET", value="true")
def _(client):
    value_spelled(client, lambda v: {"true": "True", "false": "False"}.get(v, v))


@mistake("booleans-signed-as-digits", 2, "signs 1 and nothing where true and false are sent", "PHP, Perl", value="true")
def _(client):
    value_spelled(client, lambda v: {"true": "1", "false": ""}.get(v, v))


@mistake("values-trimmed-when-signed", 2, "signs values without the blanks at both ends", "PHP, VBA, SQL", value=" padded ")
def _(client):
    value_spelled(client, str.strip)


@mistake("values-in-lower-case-when-signed", 2, "signs values in lower case", "SQL, VBA")
def _(client):
    value_spelled(client, str.lower)


@mistake("double-spaces-made-one", 2, "signs several blanks as one", "XSLT, HTML templates, shell without quotes", value="two  spaces")
def _(client):
    value_spelled(client, lambda v: re.sub(" +", " ", v))


@mistake("values-cut-at-buffer-size", 2, "signs only the first 120 characters of a value, as a fixed buffer holds them", "VBA, C, SQL")
def _(client):
    value_spelled(client, lambda v: v[:120])


@mistake("query-names-and-values-swapped", 2, "signs value=name instead of name=value for query parameters", "PHP, JavaScript", kind="query")
def _(client):
    spelled(client, lambda p: Parameter(p.source, p.value, p.name), ("query",))


@mistake("question-mark-in-first-name", 2, "signs the first name of the query with its ? in front", "JavaScript location.search, C# Uri.Query")
def _(client):
    def collect(found, meaning):
        first = next((i for i, p in enumerate(found) if p.source == "query"), None)
        return found if first is None else [p._replace(name="?" + p.name) if i == first else p for i, p in enumerate(found)]
    client.then("collect", collect)
