"""Checks an OAuth 1.0 implementation with the vectors for signers. Needs only Python 3.8 or later.

Run it with the folder of the vectors: python3 consumer.py vectors
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys
from collections import Counter
from urllib.parse import quote, unquote_to_bytes

FILES = """percent-encoding parameters parameter-string base-string-uri base-string signature authorization-header
           body requests verification gateway""".split()

# The implementation under test. Replace the functions of this part with calls of your library.


class Refused(Exception):
    """The implementation refuses the input."""


def percent_encode(octets):
    return quote(octets, safe="-._~")


def parse_form(text):
    pieces = [piece.replace("+", " ").partition("=") for piece in text.split("&") if piece]
    return [(unquote_to_bytes(name), unquote_to_bytes(value)) for name, _, value in pieces]


def split_url(url):
    match = re.match(r"(https?)://(?:[^/?#]*@)?(\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::([0-9]*))?"
                     r"((?:/[^?#]*)?)(?:\?([^#]*))?(?:#.*)?$", url, re.A | re.I | re.S)
    if match is None or not 0 < int(match[3] or 80) < 65536:
        raise Refused(f"not an absolute http or https URL: {url}")
    return match.groups()


def base_string_uri(url):
    scheme, host, port, path, _ = split_url(url)
    default = {"http": 80, "https": 443}[scheme.lower()]
    port = "" if not port or int(port) == default else f":{int(port)}"
    path = quote(path, safe="/-._~!$&'()*+,;=:@%") or "/"
    return f"{scheme}://{host}{port}".lower() + path


def parameter_string(pairs):
    encoded = sorted((percent_encode(name), percent_encode(value)) for name, value in pairs)
    return "&".join(f"{name}={value}" for name, value in encoded)


def base_string(method, url, pairs):
    pairs = parse_form(split_url(url)[4] or "") + pairs
    signed = parameter_string(pair for pair in pairs if pair[0] != b"oauth_signature")
    return "&".join(percent_encode(part.encode()) for part in (method.upper(), base_string_uri(url), signed))


def sign(signature_method, credentials, text):
    secrets = credentials["consumerSecret"], credentials.get("tokenSecret", "")
    key = "&".join(percent_encode(secret.encode()) for secret in secrets)
    if signature_method == "PLAINTEXT":
        return key
    digest = hmac.new(key.encode(), text.encode(), signature_method[len("HMAC-"):]).digest()
    return base64.b64encode(digest).decode()


# The rest reads the vectors, asks the implementation and compares its answers.


def octets_of(text):
    """A string stands for its UTF-8; octets that are not UTF-8 are {"octets": base64}."""
    return base64.b64decode(text["octets"]) if isinstance(text, dict) else text.encode()


def octet_pairs(pairs):
    return [(octets_of(name), octets_of(value)) for name, value in pairs]


def request_base_string(question):
    request = question["request"]
    form = parse_form(request["formEncoded"]) if "formEncoded" in request else octet_pairs(request.get("form", []))
    return base_string(request["method"], request["url"], form + octet_pairs(protocol_parameters(question)))


def protocol_parameters(question):
    """Of the operation sign, what a signer adds; of the other operations, exactly the given parameters."""
    if "version" not in question:
        return question["protocolParameters"]
    own = {
        "oauth_consumer_key": question["credentials"]["consumerKey"],
        "oauth_token": question["credentials"].get("token"),
        "oauth_signature_method": question["signatureMethod"],
        "oauth_timestamp": question["timestamp"],
        "oauth_nonce": question["nonce"],
        "oauth_version": question["version"],
    }
    return [pair for pair in own.items() if pair[1] is not None] + question.get("protocolParameters", [])


def answer(operation, question):
    """The stages that the implementation computes; None if it does not have the operation."""
    if question.get("signatureMethod", "").startswith("RSA-"):
        return None
    if operation == "percent-encoding":
        octets = base64.b64decode(question["octets"]) if "octets" in question else question["text"].encode()
        return {operation: percent_encode(octets)}
    if operation == "parameters":
        return {operation: parse_form(question["formEncoded"])}
    if operation == "parameter-string":
        return {operation: parameter_string(octet_pairs(question["parameters"]))}
    if operation == "base-string-uri":
        return {operation: base_string_uri(question["url"])}
    if operation == "base-string":
        return {operation: request_base_string(question)}
    if operation == "body-hash":
        digest = hashlib.new(question["hash"].replace("-", ""), question["body"].encode()).digest()
        return {operation: base64.b64encode(digest).decode()}
    if operation in ("signature", "sign", "sign-exactly", "verify-signature"):
        text = request_base_string(question) if "request" in question else question.get("baseString", "")
        signature = sign(question["signatureMethod"], question["credentials"], text)
        if operation == "verify-signature":
            return {"valid": signature == question["signature"]}
        return {"base-string": text, "signature": signature}
    return None


def verdict(vector):
    try:
        stages = answer(vector["operation"], vector["input"])
    except Refused:
        return "passed" if "refused" in vector["expected"] or "open" in vector else "failed"
    if stages is None:
        return "not offered"
    expected = vector["expected"]
    if "open" in vector:  # RFC 5849 allows other answers too
        return "passed"
    if "refused" in expected:
        return "failed"
    if "parameters" in stages:  # the order is free
        is_right = sorted(stages["parameters"]) == sorted(octet_pairs(expected["parameters"]))
    else:
        is_right = all(value == expected.get(stage, value) for stage, value in stages.items())
    return "passed" if is_right else "failed"


counts = Counter()
for name in FILES:
    file = json.loads(pathlib.Path(sys.argv[1], f"{name}.json").read_text("utf-8"))
    if file["format"] != 1:
        sys.exit(f"{name}.json has format {file['format']}, expected 1")
    for vector in file["vectors"]:
        result = verdict(vector)
        counts[result] += 1
        if result == "failed":
            print(f"failed: {vector['id']} ({vector['comment']})")
print(", ".join(f"{counts[one]} {one}" for one in ("passed", "failed", "not offered")))
sys.exit(1 if counts["failed"] else 0)
