"""Driver for the standard library of Python: forms, percent-encoding, hashes and the parsing of header fields.

Reads one question per line from standard input and writes one answer per line to standard output.
"""

import base64
import hashlib
import platform
from urllib.parse import parse_qsl, quote, unquote_to_bytes
from urllib.request import parse_http_list

from driver_loop import serve


def text_of(octets):
    """Text, or octets in base64 where they are not UTF-8."""
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return {"octets": base64.b64encode(octets).decode()}


def hello(_question):
    about = {"name": "Python standard library", "version": platform.python_version(), "language": "Python"}
    return {"protocol": 1, "implementation": about, "operations": list(OPERATIONS)[1:]}


def percent_encoding(question):
    octets = base64.b64decode(question["octets"]) if "octets" in question else question["text"].encode()
    return {"value": quote(octets, safe="")}


def percent_decoding(question):
    return {"value": text_of(unquote_to_bytes(question["text"]))}


def parameters(question):
    # Each character of Latin-1 stands for one octet.
    octets = question["formEncoded"].encode().decode("latin-1")
    pairs = parse_qsl(octets, keep_blank_values=True, encoding="latin-1")
    return {"value": [[text_of(one.encode("latin-1")) for one in pair] for pair in pairs]}


def body_hash(question):
    digest = hashlib.new(question["hash"].replace("-", ""), question["body"].encode()).digest()
    return {"value": base64.b64encode(digest).decode()}


def authorization_header_parsing(question):
    scheme, _, rest = question["header"].partition(" ")
    if scheme.lower() != "oauth":
        raise ValueError("expected the scheme OAuth")
    realm, pairs = None, []
    for part in parse_http_list(rest):
        name, _, value = part.partition("=")
        if len(value) < 2 or value[0] != '"' or value[-1] != '"':
            raise ValueError("expected a quoted value")
        if name.lower() == "realm":
            realm = value[1:-1]
        else:
            pairs.append([text_of(unquote_to_bytes(one)) for one in (name, value[1:-1])])
    return {"value": pairs, "realm": realm}


OPERATIONS = {
    "hello": hello,
    "percent-encoding": percent_encoding,
    "percent-decoding": percent_decoding,
    "parameters": parameters,
    "body-hash": body_hash,
    "authorization-header-parsing": authorization_header_parsing,
}


serve(OPERATIONS)
