"""Countersign driver without an OAuth library: reads one question per line from stdin, writes one answer per line to stdout.
Replace the marked lines by calls to your library, and declare in HELLO what it supports. Needs Python 3.8."""
import base64, hashlib, hmac, json, re, sys
from urllib.parse import parse_qsl, quote, urlsplit

HELLO = {
    "protocol": 1,
    "implementation": {"name": "mine", "version": "1.0", "language": "Python"},
    "operations": ["sign"],
    "signatureMethods": ["HMAC-SHA1"],
    "transports": ["header"],  # or "query", "body", "header-and-body"
    "fixesNonceAndTimestamp": True,  # False: the library chooses nonce and timestamp
    "limits": {"without": ["octets", "realm"],  # add "token" if the library has no tokens
               "httpMethods": ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]},
}


def encode(text):
    return quote(text, safe="~", errors="surrogateescape")


def decode_form(text):
    return parse_qsl(text, keep_blank_values=True, errors="surrogateescape")


def sign(question):
    request, credentials = question["request"], question["credentials"]
    form = request.get("form", []) + decode_form(request.get("formEncoded", ""))
    # Replace the lines from here to the last return by calls to your library.
    protocol = [("oauth_consumer_key", credentials["consumerKey"]), ("oauth_signature_method", question["signatureMethod"]),
                ("oauth_nonce", question["nonce"]), ("oauth_timestamp", question["timestamp"])]
    if question["version"] is not None:
        protocol.append(("oauth_version", question["version"]))
    if "token" in credentials:
        protocol.append(("oauth_token", credentials["token"]))
    protocol += question.get("protocolParameters", [])
    url = urlsplit(request["url"])
    signed = [pair for pair in decode_form(url.query) + form + protocol if pair[0] != "oauth_signature"]
    parameters = "&".join(f"{name}={value}" for name, value in sorted((encode(name), encode(value)) for name, value in signed))
    default_port = {"http": "80", "https": "443"}[url.scheme]
    host = re.sub(f":({default_port})?$", "", url.netloc.rpartition("@")[2].lower())
    base_string = "&".join(map(encode, [request["method"], f"{url.scheme}://{host}{url.path or '/'}", parameters]))
    key = encode(credentials["consumerSecret"]) + "&" + encode(credentials.get("tokenSecret", ""))
    signature = base64.b64encode(hmac.digest(key.encode(), base_string.encode(), hashlib.sha1)).decode()
    header = [f'{encode(name)}="{encode(value)}"' for name, value in [*protocol, ("oauth_signature", signature)]]
    # A library that returns only the signature: return {"stages": {"signature": signature}}
    return {"authorization": "OAuth " + ", ".join(header)}


for question in map(json.loads, sys.stdin.buffer):
    if question["op"] == "bye":
        break
    try:
        if question["op"] == "hello":
            answer = {"ok": True, **HELLO}
        elif question["op"] == "sign":
            answer = {"ok": True, **sign(question)}
        else:
            answer = {"ok": False, "error": "unsupported"}
    except Exception as error:
        answer = {"ok": False, "error": "failed", "message": repr(error)}
    print(json.dumps({"id": question["id"], **answer}), flush=True)
