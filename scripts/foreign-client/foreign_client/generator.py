"""Seeded, realistic and varied requests: payment gateways, shops, search, uploads."""
import json
import uuid

from .encoders import ALNUM
from .meaning import FORM, Credentials, Meaning, Wire

METHODS = ("HMAC-SHA1",) * 11 + ("RSA-SHA256",) * 4 + ("HMAC-SHA256",) * 3 + \
          ("HMAC-SHA512", "RSA-SHA1", "PLAINTEXT")
HOSTS = ("api.example.com", "secure.pay-gateway.example", "Sandbox.API.Example.ORG", "www.shop.example.com",
         "gateway.acquirer.example.net", "photos.example.net", "localhost", "10.1.2.30", "example.com",
         "api.staging.bank.example.eu", "EXAMPLE.com", "wp.example.org", "merchant.example.co.uk")
PATHS = ("/photos", "/api/v1/payments", "/api/v1/payments/", "/", "/rest/orders.json", "/1.1/statuses/update.json",
         "/oauth/request_token", "/v2/merchants/4711/orders", "/a%20b/c", "/files/r%C3%A9sum%C3%A9.pdf",
         "/index.php/rest/V1/products", "/shop/Checkout/Start", "/r/b%3D1/x", "/~user/api/list", "/xcal;all/items",
         "/api/docs/2024%2F17/lines/", "/wp-json/wc/v3/orders", "/search.do", "/pay(1)/init", "/catalog/a+b",
         "/odata/Orders('A-17')", "/api/users/@me", "/v1/%7Eshop/charge", "/cgi-bin//pay.pl", "/v1/./orders/../orders")
TEXTS = ("Order 17 for Jane Doe", "Café crème, 2 pcs", "Müller & Söhne GmbH", "Оплата заказа №42", "Thanks 🎉 see you!",
         "O'Brien's \"special\" (50% off)", "a+b=c", "100%", "100%25 sure", "5 * 3 ~ 15", "[draft] {x|y} ^ `z` <b>",
         "Line one\nline two", "first line\r\nsecond line\r\n", "https://shop.example.com/return?order=17&state=a%20b",
         "http://cb.example.org/done#top", "日本語 テスト", " padded ", "tab\there", "semi;colon, comma", "", "",
         "price: 10 € — “net”", "Ladies + Gentlemen, a signed OAuth request!", "\\path\\to\\file", "$5.00/kg @ store",
         "null", "true", "Straße 5", "e\u0301te\u0301", "İstanbul", "x" * 40, "C++ & C#", "r!*'()", "-._~", "=%3D",
         "don’t", "ﬁne print", "two  spaces", "Tom &amp; Jerry", "naïve façade", "zażółć gęślą", "Ω≈ç√∫", "50°C",
         "long text about a delivery that goes on: left at the porch, next to the green door, behind the second "
         "bin; ring twice & wait (dog!). Total weight 12.50 kg + packaging 1,5 kg = 14 kg")
NAMES = ("Jane Doe", "José García", "Zoë O'Neill", "Иван Петров", "MARIA DA SILVA", "Søren Kierkegård", "Li 李 Wei")
FIELDS = ("note", "status", "comment", "title", "q", "ref", "customer_name", "billing.street", "x-data", "msg", "b5",
          "c@", "a2", "a3", "Comment", "items[]", "items[0][name]", "items[0][qty]", "items[10][sku]", "filter[order][status]",
          "tags[]", "ids", "lang", "page", "per-page", "include_entities", "user_id", "émail", "full name", "$top", "A", "Z",
          "a", "b", "callback", "format", "sort_by", "a-b", "a.b", "aB", "n2", "n10", "note_1", "é")
SECRETS = ALNUM
ODD_SECRETS = ("a&b", "p%40ss/word", "kZ+3/x9==", "s3cr3t!*'()", "top secret", "j49sk3j29djd", "Zm9vYmFyMTIzNDU2Nzg5MA==",
               "pässwörd", "x~y.z-_", "dh893hdasih9", "qV/9+aa&=", "UPPER-Case", "0xDEADbeef", "secret\u00a7 1", "a%20b")


def word(rng, size, letters=ALNUM):
    return "".join(rng.choice(letters) for _ in range(size))


def secret(rng):
    roll = rng.random()
    if roll < 0.3:
        return rng.choice(ODD_SECRETS)
    if roll < 0.45:
        return word(rng, 22, ALNUM + "+/") + "=="
    return word(rng, rng.choice((16, 24, 32, 40, 80)))


def amount(rng):
    return rng.choice(("10.00", "1999.90", "0.5", "100", "1,234.50", "25.50", "1000000", "12.10", "0.00", "-5.00", "007"))


def json_text(rng):
    content = {"id": rng.randrange(1000), "name": rng.choice(NAMES), "tags": ["a", "b c"], "total": float(rng.randrange(100)),
               "url": "https://example.com/x?y=1", "active": True, "note": None}
    return json.dumps(content, ensure_ascii=rng.random() < 0.5)


def payment(rng):
    """The form fields of a payment."""
    fields = [("amount", amount(rng)), ("currency", rng.choice(("EUR", "USD", "BRL", "eur"))),
              ("orderId", rng.choice(("A-%d", "%08d", "2024/%d", "#%d")) % rng.randrange(10 ** 6)),
              ("description", rng.choice(TEXTS)), ("cardholder", rng.choice(NAMES)),
              ("cardNumber", rng.choice(("4111111111111111", "5500000000000004", "4111 1111 1111 1111"))),
              ("returnUrl", "https://shop.example.com/back?id=%d&ok=1" % rng.randrange(99)), ("cvv", "012"),
              ("email", rng.choice(("jane.doe+pay@example.com", "JOSE@example.org", "info@müller.example"))),
              ("date", rng.choice(("2024-03-01T10:00:00+02:00", "01/03/2024", "2024-03-01 10:00"))),
              ("meta", json_text(rng)), ("phone", "+49 (0)30 123-45"), ("recurring", rng.choice(("true", "false", "1", "")))]
    rng.shuffle(fields)
    return fields[:rng.randrange(2, len(fields))]


def parameters(rng, low, high):
    found = [(rng.choice(FIELDS), rng.choice(TEXTS)) if rng.random() < 0.8 else (rng.choice(FIELDS), str(rng.randrange(200)))
             for _ in range(rng.randrange(low, high))]
    if found and rng.random() < 0.35:                      # a repeated name
        for _ in range(rng.choice((1, 1, 2))):
            found.append((found[0][0], rng.choice(TEXTS + ("10", "9", "b", "a"))))
        rng.shuffle(found)
    if rng.random() < 0.15:
        found += [("items[0][name]", "Tea"), ("items[1][name]", "Café"), ("items[10][name]", "B&B")]
    if rng.random() < 0.1:
        found += [("filter", json_text(rng))]
    return found


def nonce(rng):
    return rng.choice((lambda: word(rng, 32), lambda: word(rng, 11), lambda: str(rng.randrange(10 ** 8, 10 ** 9)),
                       lambda: str(uuid.UUID(int=rng.getrandbits(128))), lambda: word(rng, 16, "0123456789abcdef"),
                       lambda: word(rng, 22, ALNUM + "+/") + "=="))()


def credentials(rng, method, token):
    key = rng.choice((word(rng, 16), word(rng, 24), "dpf43f3p2l4k3l03", "merchant@example.com", word(rng, 8) + "!" + word(rng, 8),
                      "ck_" + word(rng, 20), "Shop-01.test"))
    if method.startswith("RSA"):
        return Credentials(key, "", word(rng, 16) if token else None, "")
    return Credentials(key, secret(rng), rng.choice((word(rng, 20), "1234-" + word(rng, 12), "tok/" + word(rng, 9) + "="))
                       if token else None, secret(rng) if token else "")


def request(rng, methods, odd=False, **needs):
    """One meaning.  `methods`: the signature methods allowed; `odd`: also legal rarities."""
    allowed = [m for m in METHODS if m in methods]
    signature_method = rng.choice(allowed)
    kind = needs.get("kind") or rng.choice(("payment",) * 4 + ("form",) * 3 + ("query",) * 4 + ("bare", "json", "both", "put", "delete"))
    form = query = body = content_type = None
    if kind == "payment":
        form = payment(rng)
    elif kind in ("form", "both", "put"):
        form = parameters(rng, 1, 6)
    if kind in ("query", "both", "delete") or (kind in ("payment", "form", "json") and rng.random() < 0.25):
        query = parameters(rng, 1, 5)
    if kind == "json":
        body, content_type = json_text(rng), rng.choice(("application/json", "application/json; charset=utf-8"))
    if form is not None:
        content_type = rng.choice((FORM, FORM, FORM, FORM + "; charset=UTF-8"))
    method = {"query": "GET", "bare": rng.choice(("GET", "GET", "POST")), "put": rng.choice(("PUT", "PATCH")), "delete": "DELETE"}.get(kind, "POST")
    scheme = rng.choice(("https", "https", "https", "http"))
    own = {"http": 80, "https": 443}[scheme]
    port = rng.choice((None,) * 6 + (own, 8080, 8443, 3000, 443 if own == 80 else 80))
    token = needs.get("token", rng.random() < 0.6)
    creds = credentials(rng, signature_method, token)
    oauth = [("oauth_consumer_key", creds.consumer_key), ("oauth_signature_method", signature_method),
             ("oauth_timestamp", str(rng.randrange(1300000000, 1790000000))), ("oauth_nonce", nonce(rng))]
    if token:
        oauth.append(("oauth_token", creds.token))
    elif odd and rng.random() < 0.3:
        oauth.append(("oauth_token", ""))
    if rng.random() < 0.85:
        oauth.append(("oauth_version", "1.0"))
    if rng.random() < 0.12 or needs.get("callback"):
        oauth.append(("oauth_callback", rng.choice(("oob", "https://client.example.net/ready?x=1", "http://127.0.0.1:8000/cb"))))
    elif token and rng.random() < 0.1:
        oauth.append(("oauth_verifier", word(rng, 10)))
    if rng.random() < 0.5:
        rng.shuffle(oauth)
    placement = needs.get("placement") or rng.choice(("header",) * 7 + ("body", "query"))
    if placement == "body" and form is None:
        placement = "header"
    realm = rng.choice((None, None, None, "https://api.example.com/", "Photos", "")) if placement == "header" else None
    wire = Wire(rng.random() < 0.3, rng.random() < 0.15, rng.choice(("", "", "", "!*'()", "*", "/:,")), rng.random() < 0.3)
    headers = rng.sample([("User-Agent", rng.choice(("shop/1.0", "okhttp/4.9.3", "GuzzleHttp/7"))), ("Accept", "*/*"),
                          ("Connection", "close")], rng.randrange(3))
    meaning = Meaning(method, scheme, rng.choice(HOSTS), port, rng.choice(PATHS), query or [], form, body, content_type,
                      creds, signature_method, oauth, realm, placement, headers, wire)
    return shape(meaning, rng, **needs)


def shape(meaning, rng, value=None, name=None, path=None, host=None, port=None, scheme=None, realm=None, secret=None,
          pairs=(), **_):
    """Grant the wishes of a mistake: a value, a name, a path, ... that it needs to show."""
    if value is not None or name is not None:
        pair = (name or rng.choice(FIELDS), value if value is not None else rng.choice(TEXTS))
        target = meaning.form if meaning.form is not None and rng.random() < 0.7 else meaning.query
        target.insert(rng.randrange(len(target) + 1), pair)
    for source, pair_name, pair_value in pairs:
        target = meaning.form if source == "form" and meaning.form is not None else meaning.query
        target.insert(rng.randrange(len(target) + 1), (pair_name, pair_value))
    meaning.path = path or meaning.path
    meaning.host = host or meaning.host
    meaning.port = port or meaning.port
    meaning.scheme = scheme or meaning.scheme
    if realm is not None and meaning.placement == "header":
        meaning.realm = realm
    if secret is not None and not meaning.signature_method.startswith("RSA"):
        meaning.credentials.consumer_secret = secret
    return meaning
