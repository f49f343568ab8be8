"""Authlib: authlib.oauth1.ClientAuth."""
import os

import authlib
from authlib.oauth1 import ClientAuth
from authlib.oauth1.rfc5849 import client_auth, signature
from authlib.oauth1.rfc5849.util import escape
from authlib.oauth1.rfc5849.signature import normalize_base_string_uri
from driver import form_body, serve

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # otherwise it refuses http URLs
TYPES = {"header": "HEADER", "query": "QUERY", "body": "BODY"}


STAGES = {}
make_base_string = signature.generate_signature_base_string


def keep_base_string(request):
    STAGES["base-string"] = make_base_string(request)
    return STAGES["base-string"]


signature.generate_signature_base_string = keep_base_string


def sign(question):
    STAGES.clear()
    request, own = question["request"], question["credentials"]
    client_auth.generate_nonce = lambda: question["nonce"]
    client_auth.generate_timestamp = lambda: question["timestamp"]
    auth = ClientAuth(
        own["consumerKey"], own.get("consumerSecret"), own.get("token"), own.get("tokenSecret"), None,
        own.get("privateKey"), None, question["signatureMethod"], TYPES[question["transport"]], question.get("realm"))
    form = form_body(request)
    headers = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
    url, headers, body = auth.prepare(request["method"], request["url"], headers, form or "")
    signed = {"authorization": headers.get("Authorization"), "url": url if question["transport"] == "query" else None,
              "body": body if form is not None or question["transport"] == "body" else None}
    return {"stages": dict(STAGES), **{name: value for name, value in signed.items() if value is not None}}


serve(
    {"implementation": {"name": "Authlib", "version": authlib.__version__, "language": "Python", "url": "https://github.com/lepture/authlib"},
     "signatureMethods": ["HMAC-SHA1", "RSA-SHA1", "PLAINTEXT"], "transports": list(TYPES),
     "limits": {"without": ["octets", "no-version", "protocol-parameters"]}},
    {"sign": sign,
     "percent-encoding": lambda question: {"value": escape(question["text"])},
     "base-string-uri": lambda question: {"value": normalize_base_string_uri(question["url"])}})
