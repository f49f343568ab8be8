"""Answers questions about the steps of RFC 5849 with Debian's oauthlib.

One JSON object a line on standard input, one answer a line on standard output, `id` echoed. It asks oauthlib for
each step and corrects nothing: whatever oauthlib refuses is answered with "error".
"""

import json
import sys
from urllib.parse import urlparse

import oauthlib
from oauthlib.common import urldecode
from oauthlib.oauth1.rfc5849 import parameters, signature, utils

HASHES = {"SHA1": "SHA-1", "SHA256": "SHA-256", "SHA512": "SHA-512"}


def pairs(value):
    return [(name, text) for name, text in value or []]


def hello(_question):
    return {"name": "oauthlib", "version": oauthlib.__version__, "language": "Python"}


def percent_encoding(question):
    return {"value": utils.escape(question["text"])}


def percent_decoding(question):
    return {"value": utils.unescape(question["text"])}


def form_parameters(question):
    return {"value": urldecode(question["formEncoded"])}


def parameter_string(question):
    return {"value": signature.normalize_parameters(pairs(question["parameters"]))}


def base_string_uri(question):
    return {"value": signature.base_string_uri(question["url"])}


def collect(question):
    """The parameters of a request as oauthlib's own server side collects them.

    The protocol parameters go through oauthlib's own Authorization header, so that leaving out realm and
    oauth_signature is its doing and not ours. The header's reader keeps one value a name and does not decode names,
    so what it could not carry (repeated names, names that are not oauth_*) is appended decoded.
    """
    header_pairs, others = [], []
    for name, value in pairs(question.get("protocolParameters")):
        carried = name.startswith("oauth_") and utils.escape(name) == name and name not in dict(header_pairs)
        if carried:
            header_pairs.append((name, value))
        elif name not in ("realm", "oauth_signature"):
            others.append((name, value))
    headers = parameters.prepare_headers(header_pairs) if header_pairs else {}
    collected = signature.collect_parameters(
        uri_query=urlparse(question["url"]).query,
        body=pairs(question.get("form")),
        headers=headers,
        exclude_oauth_signature=True,
    )
    return collected + others


def base_string(question):
    normalized = signature.normalize_parameters(collect(question))
    uri = signature.base_string_uri(question["url"])
    return {
        "value": {
            "parameter-string": normalized,
            "base-string-uri": uri,
            "base-string": signature.signature_base_string(question["method"], uri, normalized),
        }
    }


def sign(question):
    method = question["signatureMethod"]
    # A missing token secret is an empty one (RFC 5849 3.4.2).
    secrets = (question.get("consumerSecret") or "", question.get("tokenSecret") or "")
    if method == "PLAINTEXT":
        return {"value": signature.sign_plaintext(*secrets)}
    family, _, digest = method.partition("-")
    if digest not in HASHES or family not in ("HMAC", "RSA"):
        raise ValueError("unsupported signature method: {}".format(method))
    # The public functions want a client object; these are what they call.
    if family == "HMAC":
        return {"value": signature._sign_hmac(HASHES[digest], question["baseString"], *secrets)}
    return {"value": signature._sign_rsa(HASHES[digest], question["baseString"], question["privateKey"])}


def authorization_header(question):
    headers = parameters.prepare_headers(pairs(question["parameters"]), realm=question.get("realm"))
    return {"value": headers["Authorization"]}


def authorization_header_parse(question):
    # oauthlib leaves the values encoded here and decodes them later, with its unescape, when it collects parameters.
    found = utils.parse_authorization_header(question["header"])
    realms = [value for name, value in found if name == "realm"]
    return {
        "value": {
            "parameters": [[name, utils.unescape(value)] for name, value in found if name != "realm"],
            "realm": realms[0] if realms else None,
        }
    }


OPERATIONS = {
    "hello": hello,
    "percent-encoding": percent_encoding,
    "percent-decoding": percent_decoding,
    "parameters": form_parameters,
    "parameter-string": parameter_string,
    "base-string-uri": base_string_uri,
    "base-string": base_string,
    "signature": sign,
    "authorization-header": authorization_header,
    "authorization-header-parse": authorization_header_parse,
}


def answer(line):
    question_id = None
    try:
        question = json.loads(line.decode("utf-8"))
        if not isinstance(question, dict):
            raise ValueError("a question is a JSON object")
        question_id = question.get("id")
        operation = question.get("op")
        if not isinstance(operation, str) or operation not in OPERATIONS:
            raise ValueError("unsupported operation: {}".format(operation))
        return {"id": question_id, **OPERATIONS[operation](question)}
    except Exception as error:  # Any failure of one question is its answer; the next one still gets its own.
        return {"id": question_id, "error": "{}: {}".format(type(error).__name__, error)}


def main():
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        # ASCII only, so that a lone surrogate in an answer cannot break the stream.
        sys.stdout.write(json.dumps(answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)
