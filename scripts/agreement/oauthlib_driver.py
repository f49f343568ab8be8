"""Computes the steps of RFC 5849 with Debian's oauthlib.

Reads one JSON object per line from standard input and writes one answer per line to standard output, with the same `id`.
Results of oauthlib are passed on unchanged; if oauthlib raises an exception, the answer has "error".
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
    """Collects the parameters of a request like oauthlib's server side.

    The protocol parameters pass through oauthlib's Authorization header, so that oauthlib itself leaves out realm and
    oauth_signature. Its header parser keeps one value per name and does not decode names, so parameters that it cannot
    represent (repeated names, names that are not oauth_*) are appended decoded.
    """
    header_pairs, others = [], []
    for name, value in pairs(question.get("protocolParameters")):
        fits_header = name.startswith("oauth_") and utils.escape(name) == name and name not in dict(header_pairs)
        if fits_header:
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
    # A missing token secret counts as empty (RFC 5849 3.4.2).
    secrets = (question.get("consumerSecret") or "", question.get("tokenSecret") or "")
    if method == "PLAINTEXT":
        return {"value": signature.sign_plaintext(*secrets)}
    family, _, digest = method.partition("-")
    if digest not in HASHES or family not in ("HMAC", "RSA"):
        raise ValueError("unsupported signature method: {}".format(method))
    # The public functions require a client object and call these.
    if family == "HMAC":
        return {"value": signature._sign_hmac(HASHES[digest], question["baseString"], *secrets)}
    return {"value": signature._sign_rsa(HASHES[digest], question["baseString"], question["privateKey"])}


def authorization_header(question):
    headers = parameters.prepare_headers(pairs(question["parameters"]), realm=question.get("realm"))
    return {"value": headers["Authorization"]}


def authorization_header_parse(question):
    # oauthlib decodes the values later, when it collects the parameters, with this function.
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
            raise ValueError("expected a JSON object")
        question_id = question.get("id")
        operation = question.get("op")
        if not isinstance(operation, str) or operation not in OPERATIONS:
            raise ValueError("unsupported operation: {}".format(operation))
        return {"id": question_id, **OPERATIONS[operation](question)}
    except Exception as error:  # A failed request must not stop the following ones.
        return {"id": question_id, "error": "{}: {}".format(type(error).__name__, error)}


def main():
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        # json.dumps writes ASCII only, so a lone surrogate cannot break the stream.
        sys.stdout.write(json.dumps(answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)
