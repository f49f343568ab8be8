#!/usr/bin/env python3
"""A client for a card gateway that signs with OAuth 1.0 (RFC 5849): HMAC-SHA1 for v2, RSA-SHA256 for v4.

It needs Python 3.8 and no packages. Python has no RSA of its own, so the program `openssl` makes that signature.

    python3 gateway.py create-card-ref CLIENT_ORDERID ORDERID
    python3 gateway.py status CLIENT_ORDERID [ORDERID]
    python3 gateway.py post OPERATION NAME=VALUE...    such as: post v4/payout client-order-id=1 amount=10.42 currency=EUR
    python3 gateway.py callback QUERY                  verifies the query of a callback

Environment: GATEWAY_URL, such as https://sandbox.example.com/processing/api, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY,
GATEWAY_PRIVATE_KEY_FILE (PEM) and GATEWAY_ENDPOINT.
"""

import base64
import hashlib
import hmac
import os
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import parse_qsl, quote


class GatewayError(Exception):
    """The gateway reported an error, or a callback is not the gateway's."""


def encode(text):
    """Percent-encodes all but letters, digits and - . _ ~ (RFC 5849 3.6)."""
    return quote(text, safe="")


def encode_pairs(pairs):
    return [(encode(name), encode(value)) for name, value in pairs]


def sign(method, base_string):
    if method == "RSA-SHA256":
        command = ["openssl", "dgst", "-sha256", "-sign", os.environ["GATEWAY_PRIVATE_KEY_FILE"]]
        signature = subprocess.run(command, input=base_string.encode(), stdout=subprocess.PIPE, check=True).stdout
    else:
        # There is no token, so the key ends in an ampersand.
        key = encode(os.environ["GATEWAY_CONTROL_KEY"]) + "&"
        signature = hmac.new(key.encode(), base_string.encode(), hashlib.sha1).digest()
    return base64.b64encode(signature).decode()


def post(operation, form):
    """Sends a signed form and returns the fields of the answer. The form is a list of pairs of text."""
    url = f"{os.environ['GATEWAY_URL']}/{operation}/{os.environ['GATEWAY_ENDPOINT']}"
    method = "HMAC-SHA1" if operation.startswith("v2/") else "RSA-SHA256"
    protocol = [
        ("oauth_consumer_key", os.environ["GATEWAY_LOGIN"]),
        ("oauth_nonce", secrets.token_hex(16)),
        ("oauth_signature_method", method),
        ("oauth_timestamp", str(int(time.time()))),
        ("oauth_version", "1.0"),
    ]
    # Sorted by encoded name, then by encoded value (RFC 5849 3.4.1.3.2).
    parameters = "&".join(f"{name}={value}" for name, value in sorted(encode_pairs(form + protocol)))
    base_string = f"POST&{encode(url)}&{encode(parameters)}"
    header = protocol + [("oauth_signature", sign(method, base_string))]
    fields = ", ".join(f'{name}="{value}"' for name, value in encode_pairs(header))
    # For HMAC-SHA1 the gateway's documents have an empty realm, and repeat the protocol parameters in the body.
    body = form + protocol if method == "HMAC-SHA1" else form
    request = urllib.request.Request(url, "&".join(f"{name}={value}" for name, value in encode_pairs(body)).encode())
    request.add_header("Authorization", ('OAuth realm="", ' if method == "HMAC-SHA1" else "OAuth ") + fields)
    request.add_header("Content-Type", "application/x-www-form-urlencoded")
    return read_answer(*send(request))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The signature is for one URL."""

    def redirect_request(self, *arguments):
        return None


def send(request):
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=30) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def read_answer(status, text):
    if status in (401, 403):
        raise GatewayError(f"HTTP {status}: the gateway rejects the signature, and does not say why")
    if status != 200:
        raise GatewayError(f"HTTP {status}: {text[:200]}")
    # Each value ends in a line feed.
    fields = {name: value.strip() for name, value in parse_qsl(text, keep_blank_values=True)}
    if fields.get("type") in ("validation-error", "error"):
        raise GatewayError(f"{fields['type']} {fields.get('error-code')}: {fields.get('error-message')}")
    return fields


def create_card_ref(client_order_id, order_id):
    return post("v4/create-card-ref", [("client_orderid", client_order_id), ("orderid", order_id)])


def status(client_order_id, order_id=None):
    form = [("login", os.environ["GATEWAY_LOGIN"]), ("client_orderid", client_order_id)]
    return post("v4/status", form if order_id is None else form + [("orderid", order_id)])


def verify_callback(query):
    """Returns the fields of a callback. The checksum covers status and both ids only: ask for the status to know more."""
    pairs = parse_qsl(query.lstrip("?"), keep_blank_values=True)
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise GatewayError("callback: a field is repeated")
    missing = [name for name in ("status", "orderid", "merchant_order", "control") if name not in fields]
    if missing:
        raise GatewayError(f"callback: there is no {missing[0]}")
    text = fields["status"] + fields["orderid"] + fields["merchant_order"] + os.environ["GATEWAY_CONTROL_KEY"]
    expected = hashlib.sha1(text.encode()).hexdigest()
    if not hmac.compare_digest(expected.encode(), fields["control"].encode()):
        raise GatewayError("callback: control is wrong")
    return fields


def main(command=None, *words):
    if command == "create-card-ref" and len(words) == 2:
        fields = create_card_ref(*words)
    elif command == "status" and len(words) in (1, 2):
        fields = status(*words)
    elif command == "post" and words:
        fields = post(words[0], [tuple(word.split("=", 1)) for word in words[1:]])
    elif command == "callback" and len(words) == 1:
        fields = verify_callback(*words)
    else:
        sys.exit(__doc__)
    for name, value in fields.items():
        print(f"{name}={value}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except GatewayError as error:
        sys.exit(str(error))
