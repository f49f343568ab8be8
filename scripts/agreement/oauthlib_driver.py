"""Driver for the steps of RFC 5849 in Debian's oauthlib, whose results are passed on unchanged.

Reads one question per line from standard input and writes one answer per line to standard output.
"""

from urllib.parse import urlparse

import oauthlib
from oauthlib.common import urldecode
from oauthlib.oauth1.rfc5849 import parameters, signature, utils

from driver_loop import serve

HASHES = {"SHA1": "SHA-1", "SHA256": "SHA-256", "SHA512": "SHA-512"}


def pairs(value):
    return [(name, text) for name, text in value or []]


def hello(_question):
    about = {"name": "oauthlib", "version": oauthlib.__version__, "language": "Python"}
    limits = {"without": ["octets", "form-encoded"]}
    return {"protocol": 1, "implementation": about, "operations": list(OPERATIONS)[1:], "limits": limits}


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


def collect(request, protocol_parameters):
    """Collects the parameters of a request like oauthlib's server side.

    The protocol parameters pass through oauthlib's Authorization header, so that oauthlib itself leaves out realm and
    oauth_signature. Its header parser keeps one value per name and does not decode names, so parameters that it cannot
    represent (repeated names, names that are not oauth_*) are appended decoded.
    """
    header_pairs, others = [], []
    for name, value in protocol_parameters:
        fits_header = name.startswith("oauth_") and utils.escape(name) == name and name not in dict(header_pairs)
        if fits_header:
            header_pairs.append((name, value))
        elif name not in ("realm", "oauth_signature"):
            others.append((name, value))
    headers = parameters.prepare_headers(header_pairs) if header_pairs else {}
    collected = signature.collect_parameters(
        uri_query=urlparse(request["url"]).query,
        body=pairs(request.get("form")),
        headers=headers,
        exclude_oauth_signature=True,
    )
    return collected + others


def base_strings(request, protocol_parameters):
    normalized = signature.normalize_parameters(collect(request, protocol_parameters))
    uri = signature.base_string_uri(request["url"])
    base_string = signature.signature_base_string(request["method"], uri, normalized)
    return {"parameter-string": normalized, "base-string-uri": uri, "base-string": base_string}


def protocol_parameters(question):
    """All protocol parameters that a signer sends, except the signature."""
    credentials, version = question.get("credentials", {}), question.get("version")
    own = [("oauth_consumer_key", credentials["consumerKey"])]
    if "token" in credentials:
        own.append(("oauth_token", credentials["token"]))
    own.append(("oauth_signature_method", question["signatureMethod"]))
    own.extend([("oauth_timestamp", question["timestamp"]), ("oauth_nonce", question["nonce"])])
    if version is not None:
        own.append(("oauth_version", version))
    return own + pairs(question.get("protocolParameters"))


def base_string(question):
    is_complete = "credentials" not in question
    all_parameters = pairs(question.get("protocolParameters")) if is_complete else protocol_parameters(question)
    stages = base_strings(question["request"], all_parameters)
    return {"value": stages["base-string"], "stages": stages}


def sign_exactly(question):
    return signed(question, pairs(question["protocolParameters"]))


def sign(question):
    return signed(question, protocol_parameters(question))


def signed(question, all_parameters):
    stages = base_strings(question["request"], all_parameters)
    return {"stages": {**stages, "signature": signature_of(question, stages["base-string"])}}


def signature_of(question, text):
    method, credentials = question["signatureMethod"], question["credentials"]
    # A missing token secret counts as empty (RFC 5849 3.4.2).
    secrets = (credentials.get("consumerSecret", ""), credentials.get("tokenSecret", ""))
    if method == "PLAINTEXT":
        return signature.sign_plaintext(*secrets)
    family, _, digest = method.partition("-")
    # The public functions require a client object and call these.
    if family == "HMAC":
        return signature._sign_hmac(HASHES[digest], text, *secrets)
    return signature._sign_rsa(HASHES[digest], text, credentials["privateKey"])


def signature_value(question):
    return {"value": signature_of(question, question.get("baseString", ""))}


def authorization_header(question):
    headers = parameters.prepare_headers(pairs(question["parameters"]), realm=question.get("realm"))
    return {"value": headers["Authorization"]}


def authorization_header_parsing(question):
    # oauthlib decodes the values later, when it collects the parameters, with this function.
    found = utils.parse_authorization_header(question["header"])
    realms = [value for name, value in found if name == "realm"]
    values = [[name, utils.unescape(value)] for name, value in found if name != "realm"]
    return {"value": values, "realm": realms[0] if realms else None}


OPERATIONS = {
    "hello": hello,
    "percent-encoding": percent_encoding,
    "percent-decoding": percent_decoding,
    "parameters": form_parameters,
    "parameter-string": parameter_string,
    "base-string-uri": base_string_uri,
    "base-string": base_string,
    "signature": signature_value,
    "authorization-header": authorization_header,
    "authorization-header-parsing": authorization_header_parsing,
    "sign": sign,
    "sign-exactly": sign_exactly,
}


serve(OPERATIONS)
