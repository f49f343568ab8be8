"""Stage 4: sorting and joining of the encoded parameters (RFC 5849 3.4.1.3.2)."""
import hashlib
import re
from urllib.parse import unquote

from ..registry import mistake


def order(client, key):
    """Sort by key(name, value)."""
    client.replace("sort", lambda pairs: sorted(pairs, key=lambda pair: key(*pair)))


def is_oauth(name):
    return name.startswith("oauth_")


def natural(text):
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|\D+", text)]


@mistake("not-sorted", 4, "signs the parameters in the order in which they are sent", "PHP, JavaScript, Go, shell", common=True)
def _(client):
    client.replace("sort", lambda pairs: pairs)


@mistake("sorted-by-name-only", 4, "sorts by name and leaves repeated names in the order in which they are sent", "Java, C#, PHP", common=True,
         name="tags[]", value="0 first")
def _(client):
    order(client, lambda name, value: name)


@mistake("sorted-backwards", 4, "sorts the parameters in descending order", "SQL, JavaScript")
def _(client):
    client.replace("sort", lambda pairs: sorted(pairs, reverse=True))


@mistake("sorted-without-case", 4, "sorts names without regard to case", "C#, VB.NET, PHP, SQL", name="Z")
def _(client):
    order(client, lambda name, value: (name.lower(), value))


@mistake("sorted-in-upper-case", 4, "compares names in upper case, so _ comes after all letters", "Delphi, VBA", name="oauthx")
def _(client):
    order(client, lambda name, value: (name.upper(), value))


@mistake("sorted-before-encoding", 4, "sorts the parameters before they are encoded", "PHP, Java, Ruby")
def _(client):
    order(client, lambda name, value: (unquote(name), unquote(value)))


@mistake("sorted-as-joined-strings", 4, "sorts the strings name=value, so a-b comes before a", "Perl, Python, C#, JavaScript", name="a-b")
def _(client):
    order(client, lambda name, value: name + "=" + value)


@mistake("sorted-by-collation", 4, "sorts with the rules of a language, which pass over punctuation", "JavaScript localeCompare, C#, Java Collator")
def _(client):
    order(client, lambda name, value: (re.sub("[^a-z0-9]", "", unquote(name).lower()), name.swapcase(), value))


@mistake("sorted-naturally", 4, "sorts numbers in names by their value, so items[2] comes before items[10]", "PHP, JavaScript", name="items[2][name]")
def _(client):
    order(client, lambda name, value: (natural(name), value))


@mistake("values-sorted-as-numbers", 4, "sorts repeated names by the number in the value, so 9 comes before 10", "PHP, Perl, JavaScript", name="ids", value="9")
def _(client):
    order(client, lambda name, value: (name, (0, int(value), "") if value.isdigit() else (1, 0, value)))


@mistake("repeated-values-descending", 4, "sorts names up and the values of a repeated name down", "C#, Ruby")
def _(client):
    client.replace("sort", lambda pairs: sorted(sorted(pairs, key=lambda p: p[1], reverse=True), key=lambda p: p[0]))


@mistake("sorted-by-value", 4, "sorts by value instead of by name", "PHP asort, Python")
def _(client):
    order(client, lambda name, value: (value, name))


@mistake("sorted-by-length", 4, "sorts names by their length first", "Erlang, JavaScript")
def _(client):
    order(client, lambda name, value: (len(name), name, value))


@mistake("oauth-parameters-first", 4, "puts all protocol parameters, sorted, before the sorted others", "Java, C#, PHP")
def _(client):
    order(client, lambda name, value: (not is_oauth(name), name, value))


@mistake("oauth-parameters-last", 4, "puts all protocol parameters, sorted, after the sorted others", "PHP, JavaScript, shell")
def _(client):
    order(client, lambda name, value: (is_oauth(name), name, value))


@mistake("only-oauth-parameters-sorted", 4, "sorts the protocol parameters and appends the others as they come", "PHP, Swift")
def _(client):
    client.replace("sort", lambda pairs: sorted(p for p in pairs if is_oauth(p[0])) + [p for p in pairs if not is_oauth(p[0])])


@mistake("sources-sorted-apart", 4, "sorts query, protocol parameters and form each apart and puts them one behind the other", "Java, Kotlin")
def _(client):
    def collect(found, meaning):
        return sorted(found, key=lambda p: ("query", "oauth", "form").index(p.source) * 10)
    client.then("collect", collect)
    old = client.encode
    client.replace("encode", lambda p: old(p) + (p.source,))
    client.replace("sort", lambda pairs: [p[:2] for p in sorted(pairs, key=lambda p: (("query", "oauth", "form").index(p[2]), p[0], p[1]))])


@mistake("token-appended-after-sorting", 4, "appends oauth_token after the sorted parameters", "PHP, C", token=True)
def _(client):
    client.then("sort", lambda pairs, _: sorted(pairs, key=lambda p: p[0] == "oauth_token"))


@mistake("callback-put-first-after-sorting", 4, "puts oauth_callback before the sorted parameters", "PHP, Objective-C", callback=True)
def _(client):
    client.then("sort", lambda pairs, _: sorted(pairs, key=lambda p: p[0] != "oauth_callback"))


@mistake("method-before-nonce", 4, "writes the protocol parameters in the order consumer_key, signature_method, timestamp, nonce, version",
         "shell, VBA, C")
def _(client):
    fixed = ["oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce", "oauth_version"]
    order(client, lambda name, value: (is_oauth(name), fixed.index(name) if name in fixed else 9, name, value))


@mistake("hash-table-order", 4, "signs the parameters in the order of a hash table", "Perl, Python 2, Go maps, Java HashMap")
def _(client):
    order(client, lambda name, value: hashlib.md5(name.encode()).digest())


@mistake("underscore-before-everything", 4, "sorts _ before digits and letters", "MySQL, Lua", name="oauth1")
def _(client):
    order(client, lambda name, value: (name.replace("_", " "), value))


@mistake("joined-by-commas", 4, "joins the parameters with commas", "JavaScript, Swift")
def _(client):
    client.then("join", lambda text, pairs: ",".join(n + "=" + v for n, v in pairs))


@mistake("joined-by-html-ampersand", 4, "joins the parameters with &amp;", "PHP http_build_query, XSLT")
def _(client):
    client.then("join", lambda text, pairs: "&amp;".join(n + "=" + v for n, v in pairs))


@mistake("joined-by-line-breaks", 4, "joins the parameters with line feeds", "shell, Perl")
def _(client):
    client.then("join", lambda text, pairs: "\n".join(n + "=" + v for n, v in pairs))


@mistake("commas-for-all-separators", 4, "joins names, values and pairs all with commas (an array turned to text)", "JavaScript")
def _(client):
    client.then("join", lambda text, pairs: ",".join(n + "," + v for n, v in pairs))


@mistake("joined-without-equals-signs", 4, "writes names and values one behind the other without =", "Go, C")
def _(client):
    client.then("join", lambda text, pairs: "&".join(n + v for n, v in pairs))


@mistake("trailing-ampersand", 4, "leaves an & after the last parameter", "PHP, C#, Java, VBA", common=True)
def _(client):
    client.then("join", lambda text, pairs: text + "&")


@mistake("leading-ampersand", 4, "writes an & before the first parameter", "JavaScript, Delphi")
def _(client):
    client.then("join", lambda text, pairs: "&" + text)


@mistake("values-quoted-when-joined", 4, "writes values in double quotes, as in the header", "Java, Go, shell")
def _(client):
    client.then("join", lambda text, pairs: "&".join('%s="%s"' % pair for pair in pairs))


@mistake("equals-dropped-before-empty-value", 4, "writes a parameter with an empty value without its =", "C#, Ruby, Java", value="")
def _(client):
    client.then("join", lambda text, pairs: "&".join(n + "=" + v if v else n for n, v in pairs))


@mistake("equals-signs-encoded-before-joining", 4, "encodes the = between name and value before the whole is encoded again", "Apex, C#")
def _(client):
    client.then("join", lambda text, pairs: "&".join(n + "%3D" + v for n, v in pairs))


@mistake("spaces-around-separators", 4, "joins the parameters with ' & '", "Excel VBA, SQL")
def _(client):
    client.then("join", lambda text, pairs: " & ".join(n + "=" + v for n, v in pairs))
