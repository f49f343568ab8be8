"""Stage 8: Content-Type, body, method and host as they arrive, when they are not what was signed."""
import json

from ..meaning import FORM
from ..registry import ALL, mistake
from .stage8_sent import sent_form


def content_type(client, change):
    client.then("content_type", lambda text, m: change(text) if m.form is not None else text)


def body(client, change):
    """Send change(text) as the form body; protocol parameters stay where they are."""
    client.then("body", lambda text, m, oauth: change(text) if m.form is not None else text)


@mistake("form-sent-as-json", 8, "signs form fields and sends them as a JSON object", "axios, fetch, Angular, Postman", common=True, kind="payment", placement="header")
def _(client):
    client.then("body", lambda text, m, oauth: text if m.form is None else json.dumps(dict(m.form), ensure_ascii=False))
    content_type(client, lambda text: "application/json")


@mistake("form-sent-under-json-type", 8, "sends a form body with Content-Type application/json", "axios, Postman, C#", kind="payment", placement="header")
def _(client):
    content_type(client, lambda text: "application/json")


@mistake("form-sent-as-plain-text", 8, "sends a form body with Content-Type text/plain", "fetch, C# StringContent, Swift", kind="payment", placement="header")
def _(client):
    content_type(client, lambda text: "text/plain; charset=utf-8")


@mistake("form-sent-as-multipart", 8, "signs form fields and sends them as multipart/form-data", "PHP curl arrays, Postman, fetch FormData", kind="payment",
         placement="header")
def _(client):
    def multipart(text, meaning, oauth):
        if meaning.form is None:
            return text
        part = '--b0undary\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        return "".join(part % pair for pair in meaning.form) + "--b0undary--\r\n"
    client.then("body", multipart)
    content_type(client, lambda text: "multipart/form-data; boundary=b0undary")


@mistake("form-type-misspelled", 8, "sends Content-Type application/x-www-form-url-encoded", "Java, PHP, VBA", kind="payment", placement="header")
def _(client):
    content_type(client, lambda text: text.replace("urlencoded", "url-encoded"))


@mistake("json-sent-under-form-type", 8, "sends a JSON body that it did not sign under the Content-Type of a form", "curl -d, Java, C#", kind="json")
def _(client):
    client.then("content_type", lambda text, m: FORM if m.body is not None else text)


@mistake("fields-sent-in-query-and-body", 8, "sends the form fields in the body and again in the query", "Java, PHP, RestSharp", kind="payment")
def _(client):
    client.then("change_sent", lambda m, _: m.query.extend(m.form or []) or m)


@mistake("body-lost-at-redirect", 8, "sends the request without its form body, as after a redirect", "PHP curl, Java, Python", kind="payment", placement="header")
def _(client):
    sent_form(client, lambda form: [])


@mistake("query-lost-when-sent", 8, "signs the query and sends the request without it", "C#, Swift, Apex", kind="query", placement="header")
def _(client):
    client.then("change_sent", lambda m, _: m.query.clear() or m)


@mistake("method-sent-differs", 8, "signs POST and sends GET, as a client does after a redirect", "PHP curl, Java, C#", kind="payment", methods=ALL[:5])
def _(client):
    old = client.assemble
    client.replace("assemble", lambda method, *rest: old("GET" if method == "POST" else method, *rest))


@mistake("body-with-line-break-behind", 8, "sends a line feed behind the form body, so the last value ends with it", "shell curl -d @file, Perl, heredoc", kind="payment",
         placement="header")
def _(client):
    body(client, lambda text: text + "\n")


@mistake("body-separated-by-html-ampersand", 8, "sends the form with &amp; between its fields", "PHP http_build_query, JSP", kind="payment", placement="header")
def _(client):
    body(client, lambda text: text.replace("&", "&amp;"))


@mistake("body-in-quotes", 8, "sends the form body in double quotes, as JSON text", "fetch JSON.stringify, C# PostAsJson", kind="payment", placement="header")
def _(client):
    body(client, lambda text: '"' + text + '"')


@mistake("host-sent-by-proxy", 8, "arrives with the Host of the inner server, because a proxy writes it", "nginx, Apache, IIS set-ups")
def _(client):
    client.replace("host", lambda m: "backend.internal:8080")
