"""A server on oauthlib: SignatureOnlyEndpoint with a RequestValidator, behind http.server. Usage: PORT, with CONSUMER_KEY
and CONSUMER_SECRET in the environment."""
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from oauthlib.oauth1 import SIGNATURE_HMAC_SHA1, SIGNATURE_HMAC_SHA256, RequestValidator, SignatureOnlyEndpoint

CONSUMERS = {os.environ["CONSUMER_KEY"]: os.environ["CONSUMER_SECRET"]}
PORT = int(sys.argv[1])


class Validator(RequestValidator):
    enforce_ssl = False  # the server listens on this machine only
    client_key_length = (1, 64)
    nonce_length = (1, 128)
    allowed_signature_methods = (SIGNATURE_HMAC_SHA1, SIGNATURE_HMAC_SHA256)
    dummy_client = "dummy"

    def __init__(self):
        super().__init__()
        self.used = set()

    def validate_client_key(self, client_key, request):
        return client_key in CONSUMERS

    def get_client_secret(self, client_key, request):
        return CONSUMERS.get(client_key, "dummy")

    def get_access_token_secret(self, client_key, token, request):
        return "dummy"

    def validate_timestamp_and_nonce(self, client_key, timestamp, nonce, request, request_token=None, access_token=None):
        return (client_key, timestamp, nonce) not in self.used

    def remember(self, request):
        self.used.add((request.client_key, request.timestamp, request.nonce))


validator = Validator()
endpoint = SignatureOnlyEndpoint(validator)


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode("utf-8")
        uri = f"http://127.0.0.1:{PORT}{self.path}"
        valid, request = endpoint.validate_request(uri, self.command, body, dict(self.headers))
        # The endpoint asks for the nonce before it checks the signature; the nonce is remembered later.
        if valid:
            validator.remember(request)
        self.respond(200 if valid else 401)

    def respond(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except Exception:
            self.respond(500)
            self.close_connection = True

    def log_message(self, *_):
        pass

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer


HTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
