"""Countersign driver for oauthlib: signs as a client, verifies as a server. Copy it and replace the library with yours.
Reads one question per line from standard input and writes one answer per line to standard output."""
import base64
import json
import sys
import time
from urllib.parse import urlencode
import oauthlib
from oauthlib import oauth1
from oauthlib.oauth1.rfc5849 import signature, utils

METHODS = list(oauth1.Client.SIGNATURE_METHODS)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LIMITS = {"without": ["octets", "no-version", "protocol-parameters", "certificate"],
          "deviations": ["non-utf8", "ipv6", "realm", "empty-realm", "empty-token", "transport-body", "transport-query"]}
TYPES = {"header": "AUTH_HEADER", "query": "QUERY", "body": "BODY"}

class Unsupported(Exception):
    """The library does not support what the question asks."""

def hello(_):
    about = {"name": "oauthlib", "version": oauthlib.__version__, "language": "Python", "url": "https://github.com/oauthlib/oauthlib"}
    return {"protocol": 1, "implementation": about, "operations": list(OPERATIONS)[1:], "transports": list(TYPES),
            "signatureMethods": METHODS, "limits": LIMITS}

def keeping_base_string(sign_with_client):
    def keep(base_string, client):
        client.base_string = base_string
        return sign_with_client(base_string, client)
    return keep

for name in METHODS:
    oauth1.Client.register_signature_method(name, keeping_base_string(oauth1.Client.SIGNATURE_METHODS[name]))

def form_of(request):
    """Returns the body as sent, or None if the request has no form."""
    form = request.get("form")
    return request.get("formEncoded", None if form is None else urlencode([tuple(pair) for pair in form]))

def sign(q):
    request, own, further = q["request"], q["credentials"], dict(q.get("protocolParameters", []))
    callback, verifier = further.pop("oauth_callback", None), further.pop("oauth_verifier", None)
    if further or q.get("version", "1.0") != "1.0":
        raise Unsupported("always sends oauth_version, and no protocol parameters but its own")
    client = oauth1.Client(
        own["consumerKey"], own.get("consumerSecret"), own.get("token"), own.get("tokenSecret"), callback,
        q["signatureMethod"], TYPES[q["transport"]], own.get("privateKey"), verifier, nonce=q.get("nonce"), timestamp=q.get("timestamp"))
    body = "" if q["transport"] == "body" and form_of(request) is None else form_of(request)
    url, headers, body = client.sign(request["url"], request["method"], body, {} if body is None else dict(FORM), q.get("realm"))
    signed = {"authorization": headers.get("Authorization"), "body": body, "url": url if q["transport"] == "query" else None}
    stages = {"base-string": client.base_string} if hasattr(client, "base_string") else {}  # PLAINTEXT has no base string
    return {"stages": stages, **{name: value for name, value in signed.items() if value is not None}}

class Validator(oauth1.RequestValidator):
    """Knows one client with one key. The type of the key decides the allowed methods; PLAINTEXT only over https."""
    dummy_client, timestamp_lifetime, enforce_ssl, allowed_signature_methods = "dummy", 300, False, ()
    check_client_key = check_nonce = lambda *_: True
    validate_client_key = lambda self, key, _: key == self.keys.get("consumerKey", key)
    get_client_secret = lambda self, *_: self.keys["consumerSecret"]
    get_access_token_secret = lambda self, *_: self.keys.get("tokenSecret", "")
    get_rsa_key = lambda self, *_: self.keys["publicKey"]
    validate_timestamp_and_nonce = lambda self, *_, **__: not self.seen

def verify(q):
    validator, request, headers = Validator(), q["request"], {}
    validator.keys, validator.seen, time.time = q["credentials"], q.get("seen", False), lambda: q["now"]
    is_rsa, is_safe = "publicKey" in validator.keys, request["url"].startswith("https:")
    validator.allowed_signature_methods = [one for one in METHODS if one.startswith("RSA") == is_rsa and (is_safe or one != "PLAINTEXT")]
    for name, value in request["headers"]:  # joins repeated headers like WSGI
        headers[name.title()] = ", ".join(filter(None, [headers.get(name.title()), value]))
    body = base64.b64decode(request["body"]).decode() or None
    return {"valid": oauth1.SignatureOnlyEndpoint(validator).validate_request(request["url"], request["method"], body, headers)[0]}

def base_string(q):
    stages = sign(q)["stages"]
    if not stages:
        raise Unsupported("has no base string for PLAINTEXT")
    return {"value": stages["base-string"]}

OPERATIONS = {
    "hello": hello, "sign": sign, "verify": verify, "base-string": base_string,
    "percent-encoding": lambda q: {"value": utils.escape(q["text"])},  # of text: "octets" is in LIMITS
    "parameter-string": lambda q: {"value": signature.normalize_parameters([tuple(pair) for pair in q["parameters"]])},
    "base-string-uri": lambda q: {"value": signature.base_string_uri(q["url"])},
}

def answer(q):
    try:
        if q.get("op") not in OPERATIONS:
            raise Unsupported("does not do {}".format(q.get("op")))
        return {"ok": True, **OPERATIONS[q["op"]](q)}
    except Exception as reason:  # oauthlib raises ValueError for input that it rejects
        error = "unsupported" if isinstance(reason, Unsupported) else "refused" if isinstance(reason, ValueError) else "failed"
        return {"ok": False, "error": error, "message": "{}: {}".format(type(reason).__name__, reason)}

for question in map(json.loads, sys.stdin.buffer):
    if question["op"] == "bye":
        break
    print(json.dumps({"id": question["id"], **answer(question)}), flush=True)  # only ASCII, whatever the locale is
