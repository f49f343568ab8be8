"""A server's reading of a raw request after RFC 5849: is the signature right for what was sent?"""
import base64
import hashlib
import hmac
import re
from collections import namedtuple
from urllib.parse import unquote_to_bytes

from . import rsa
from .encoders import UNRESERVED
from .meaning import FORM, HASHES

Reading = namedtuple("Reading", "strict base verifies")
HEADER_PART = re.compile(rb'\s*([^\s="]+)="([^"]*)"\s*')
LOOSE_PART = re.compile(rb"""(oauth_\w+|realm)["']?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^"',;&\s]*))""", re.I)


def escape(octets):
    return "".join([chr(b) if chr(b) in UNRESERVED else "%%%02X" % b for b in octets])


def form_pairs(octets):
    pairs = []
    for part in octets.split(b"&"):
        if part:
            name, _, value = part.replace(b"+", b" ").partition(b"=")
            pairs.append((unquote_to_bytes(name), unquote_to_bytes(value)))
    return pairs


def header_pairs(value):
    """The parameters of an Authorization header, or None when it is not to be read."""
    if value[:6].lower() != b"oauth ":
        return None
    pairs = []
    for part in value[6:].split(b","):
        match = HEADER_PART.fullmatch(part)
        if not match:
            return None
        pairs.append((unquote_to_bytes(match[1]), unquote_to_bytes(match[2])))
    return pairs


def loose_pairs(headers):
    """What a forgiving reader makes of any header that holds an oauth_signature."""
    for line in headers:
        if b"oauth_signature" in line.lower():
            found = LOOSE_PART.findall(line.partition(b":")[2].replace(b'\\"', b'"'))
            return [(n.lower() if n.lower() == b"realm" else n, unquote_to_bytes(a or b or c)) for n, a, b, c in found]
    return []


def method_name(text):
    """The signature method meant: case and hyphens are forgiven (that is not a matter of the signature)."""
    bare = re.sub("[^A-Z0-9]", "", text.upper())
    return {re.sub("-", "", name): name for name in list(HASHES) + ["PLAINTEXT"]}.get(bare)


def read(raw, scheme, credentials, used):
    """Read the request and verify its signature; `used` is the method when the request names none."""
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    method, _, rest = lines[0].partition(b" ")
    target = rest.rpartition(b" ")[0]
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(b":")
        headers.setdefault(name.strip().lower(), value.strip())
    path, _, query = target.partition(b"?")
    pairs = form_pairs(query)
    if headers.get(b"content-type", b"").split(b";")[0].strip().lower() == FORM.encode():
        pairs += form_pairs(body)
    strict = True
    if b"authorization" in headers or not any(name == b"oauth_signature" for name, _ in pairs):
        extra = header_pairs(headers.get(b"authorization", b""))
        if extra is None:
            strict, extra = False, loose_pairs(lines[1:])
        pairs += [(name, value) for name, value in extra if name.lower() != b"realm"]
    signatures = [value for name, value in pairs if name == b"oauth_signature"]
    pairs = sorted((escape(n), escape(v)) for n, v in pairs if n != b"oauth_signature")
    host = headers.get(b"host", b"").decode("latin-1").lower()
    standard = {"http": ":80", "https": ":443"}[scheme]
    host = host[:-len(standard)] if host.endswith(standard) else host
    uri = scheme.encode() + b"://" + host.encode("latin-1") + (path or b"/")
    joined = "&".join(n + "=" + v for n, v in pairs)
    base = b"&".join(escape(p).encode() for p in (method.upper(), uri, joined.encode()))
    name = method_name(dict(pairs).get("oauth_signature_method") or used)
    verifies = len(signatures) == 1 and right_signature(name, base, signatures[0], credentials)
    return Reading(strict and len(signatures) == 1, base, verifies)


def right_signature(name, base, signature, credentials):
    key = "&".join(escape((s or "").encode()) for s in (credentials.consumer_secret, credentials.token_secret)).encode()
    if name == "PLAINTEXT":
        return signature == key
    if name not in HASHES:
        return False
    if name.startswith("HMAC"):
        return signature == base64.b64encode(hmac.new(key, base, getattr(hashlib, HASHES[name])).digest())
    try:
        octets = base64.b64decode(signature, validate=True)
    except ValueError:
        return False
    return rsa.verify(base, HASHES[name], octets)
