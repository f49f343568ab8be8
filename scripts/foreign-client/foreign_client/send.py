"""A program that posts forms to the server of countersign capture, with at most one mistake."""
import json
import os
import secrets
import socket
import sys
import time
from urllib.parse import urlsplit

from . import cases
from .meaning import FORM, Credentials, Meaning


def meaning_of(fields, url):
    environment = os.environ
    credentials = Credentials(environment["COUNTERSIGN_CONSUMER_KEY"], environment["COUNTERSIGN_CONSUMER_SECRET"])
    oauth = [("oauth_consumer_key", credentials.consumer_key), ("oauth_nonce", secrets.token_hex(8)),
             ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", str(int(time.time()))),
             ("oauth_version", "1.0")]
    return Meaning("POST", "http", url.hostname, url.port, "/pay", [], list(fields.items()), None, FORM, credentials,
                   "HMAC-SHA1", oauth)


def run(mistake):
    url = urlsplit(os.environ["COUNTERSIGN_URL"])
    for line in sys.stdin:
        result = cases.run(meaning_of(json.loads(line), url), [mistake] if mistake else [])
        if result is not None:
            with socket.create_connection((url.hostname, url.port)) as connection:
                connection.sendall(result.raw)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(65536)
        print("unsuitable" if result is None else "sent", flush=True)
