"""What a client means to send: method, URL, parameters, credentials (stage 1)."""
import copy
from dataclasses import dataclass, field

FORM = "application/x-www-form-urlencoded"
HASHES = {"HMAC-SHA1": "sha1", "HMAC-SHA256": "sha256", "HMAC-SHA512": "sha512",
          "RSA-SHA1": "sha1", "RSA-SHA256": "sha256"}


@dataclass
class Credentials:
    """Client credentials and token credentials."""
    consumer_key: str
    consumer_secret: str
    token: str = None          # None: no token is used
    token_secret: str = ""
    private_key: str = "client_key.pem"


@dataclass
class Wire:
    """Legal freedom in how parameters are spelled when sent (never when signed)."""
    plus: bool = False         # a space as +
    lower: bool = False        # escapes in lower case
    keep: str = ""             # reserved characters left as they are, e.g. "!*'()"
    tight: bool = False        # no space after the commas of the Authorization header


@dataclass
class Meaning:
    """One request as the programmer means it."""
    method: str
    scheme: str
    host: str
    port: int                  # None: not written
    path: str                  # as sent, already escaped
    query: list
    form: list                 # None: no form body
    body: str                  # a body that is not a form; None: none
    content_type: str
    credentials: Credentials
    signature_method: str
    oauth: list                # protocol parameters except oauth_signature, in sending order
    realm: str = None
    placement: str = "header"  # header, body or query
    headers: list = field(default_factory=list)
    wire: Wire = field(default_factory=Wire)

    def copy(self):
        return copy.copy(self).own()

    def own(self):
        """Take own copies of everything a mistake may change in place."""
        self.query = list(self.query)
        self.form = None if self.form is None else list(self.form)
        self.oauth = list(self.oauth)
        self.headers = list(self.headers)
        self.credentials = copy.copy(self.credentials)
        self.wire = copy.copy(self.wire)
        return self

    def get(self, name):
        return dict(self.oauth).get(name)

    def put(self, name, value):
        """Set a protocol parameter (in place when it is there, else at the end)."""
        if any(n == name for n, _ in self.oauth):
            self.oauth = [(n, value if n == name else v) for n, v in self.oauth]
        else:
            self.oauth.append((name, value))

    def drop(self, *names):
        self.oauth = [(n, v) for n, v in self.oauth if n not in names]

    def each_value(self, change, where="both"):
        """Change every value of the form ("form"), of the query ("query") or of both."""
        if where != "query" and self.form is not None:
            self.form = [(n, change(v)) for n, v in self.form]
        if where != "form":
            self.query = [(n, change(v)) for n, v in self.query]

    def each_name(self, change):
        if self.form is not None:
            self.form = [(change(n), v) for n, v in self.form]
        self.query = [(change(n), v) for n, v in self.query]

    def each_list(self, change):
        """Change the list of form fields and the list of query parameters as wholes."""
        if self.form is not None:
            self.form = change(self.form)
        self.query = change(self.query)
