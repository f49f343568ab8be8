"""Stage 6: secrets and keys in a wrong spelling (RFC 5849 3.4.2)."""
import base64
import hashlib
import re
from urllib.parse import unquote

from .. import encoders as enc
from ..registry import HMAC, Unsuitable, mistake
from .stage6 import KEYED


def parts(client, change):
    """Build the key from change(client secret) and change(token secret)."""
    client.replace("key", lambda c: client.key_part(change(c.consumer_secret)) + "&" + client.key_part(change(c.token_secret)))


def octets(key):
    return key if isinstance(key, bytes) else key.encode("utf-8", "replace")


@mistake("key-secrets-encoded-twice", 6, "encodes each secret twice", "Java, C#, Ruby", methods=KEYED, secret="kZ+3/x9==")
def _(client):
    client.then("key_part", lambda text, _: enc.percent(text))


@mistake("key-secrets-encoded-in-lower-case", 6, "encodes the secrets with escapes in lower case", "C#, Perl", methods=KEYED, secret="kZ+3/x9==")
def _(client):
    client.replace("key_part", enc.maker(lower=True))


@mistake("key-secrets-form-encoded", 6, "encodes a space in a secret as +", "Java, PHP, Go", methods=KEYED, secret="top secret")
def _(client):
    client.replace("key_part", enc.go_query_escape)


@mistake("key-secrets-encoded-by-encodeuricomponent", 6, "leaves ! * ' ( ) of a secret as they are and encodes the rest", "JavaScript, C#", methods=KEYED,
         secret="s3cr3t!*'()")
def _(client):
    client.replace("key_part", enc.encode_uri_component)


@mistake("key-slash-in-secret-left", 6, "leaves the slash of a base64 secret when encoding", "Python, Ruby", methods=KEYED, secret="kZ/3x9==")
def _(client):
    client.replace("key_part", enc.python_quote)


@mistake("key-consumer-secret-encoded-only", 6, "encodes the client secret but not the token secret", "PHP, JavaScript", methods=KEYED, token=True)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret) + "&" + c.token_secret)


@mistake("key-secrets-in-latin-1", 6, "encodes the secrets from ISO 8859-1", "PHP, Java, VBA", methods=KEYED, secret="pässwörd")
def _(client):
    client.replace("key_part", enc.maker(charset="latin-1"))


@mistake("key-secret-base64-decoded", 6, "decodes the client secret from base64 and uses its octets", "Java, C#, Go", methods=HMAC,
         secret="Zm9vYmFyMTIzNDU2Nzg5MA==")
def _(client):
    def key(c):
        try:
            return base64.b64decode(c.consumer_secret, validate=True) + b"&" + client.key_part(c.token_secret).encode()
        except ValueError:
            raise Unsuitable
    client.replace("key", key)


@mistake("key-secret-in-base64", 6, "encodes the client secret in base64 first", "Apex, Node.js", methods=KEYED)
def _(client):
    parts(client, lambda s: base64.b64encode(s.encode()).decode())


@mistake("key-in-base64", 6, "gives the joined key to HMAC in base64", "Apex, PowerShell, Postman scripts", methods=HMAC)
def _(client):
    client.then("key", lambda key, c: base64.b64encode(octets(key)))


@mistake("key-hex-decoded", 6, "takes the client secret for hexadecimal digits and uses their octets", "C, Go, openssl -macopt hexkey", methods=HMAC,
         secret="d41d8cd98f00b204e9800998ecf8427e")
def _(client):
    def key(c):
        try:
            return bytes.fromhex(c.consumer_secret) + b"&" + client.key_part(c.token_secret).encode()
        except ValueError:
            raise Unsuitable
    client.replace("key", key)


@mistake("key-in-hex", 6, "gives the key to HMAC written in hexadecimal", "shell, CryptoJS, C", methods=HMAC)
def _(client):
    client.then("key", lambda key, c: octets(key).hex())


@mistake("key-with-line-break", 6, "leaves the line feed of the file at the end of the client secret", "shell, Python, Go, Docker secrets",
         methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret + "\n") + "&" + client.key_part(c.token_secret))


@mistake("key-with-line-break-behind", 6, "leaves a line feed behind the whole key", "shell, Perl", methods=HMAC)
def _(client):
    client.then("key", lambda key, c: octets(key) + b"\n")


@mistake("key-with-blank-behind-secret", 6, "leaves a blank that was copied behind the client secret", "Postman, configuration files",
         methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret + " ") + "&" + client.key_part(c.token_secret))


@mistake("key-with-blank-before-secret", 6, "leaves a blank before the client secret, as after a colon in YAML or .env", ".env files, YAML", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(" " + c.consumer_secret) + "&" + client.key_part(c.token_secret))


@mistake("key-with-byte-order-mark", 6, "keeps the byte order mark of the file in front of the secret", "C#, PowerShell", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part("\ufeff" + c.consumer_secret) + "&" + client.key_part(c.token_secret))


@mistake("key-secret-in-quotes", 6, "keeps the double quotes around the client secret", ".env files, shell, Docker", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part('"' + c.consumer_secret + '"') + "&" + client.key_part(c.token_secret))


@mistake("key-with-trailing-ampersand", 6, "writes another & behind the token secret", "PHP, JavaScript", methods=KEYED, token=True)
def _(client):
    client.then("key", lambda key, c: key + "&" if c.token_secret else key)


@mistake("key-two-ampersands", 6, "writes two & between the secrets", "PHP, VBA", methods=KEYED)
def _(client):
    client.then("key", lambda key, c: key.replace("&", "&&"))


@mistake("key-html-ampersand", 6, "joins the secrets with &amp;", "XSLT, JSP, XML configuration", methods=KEYED)
def _(client):
    client.then("key", lambda key, c: key.replace("&", "&amp;"))


@mistake("key-joined-by-plus", 6, "joins the secrets with + instead of &", "Apex, JavaScript", methods=KEYED)
def _(client):
    client.then("key", lambda key, c: key.replace("&", "+"))


@mistake("key-blanks-around-ampersand", 6, "joins the secrets with ' & '", "VBA, SQL", methods=KEYED)
def _(client):
    client.then("key", lambda key, c: key.replace("&", " & "))


@mistake("key-word-null-for-token-secret", 6, "uses the word null when there is no token secret", "Java, JavaScript, Kotlin", methods=KEYED, token=False)
def _(client):
    client.then("key", lambda key, c: key if c.token_secret else key + "null")


@mistake("key-word-none-for-token-secret", 6, "uses the word None when there is no token secret", "Python", methods=KEYED, token=False)
def _(client):
    client.then("key", lambda key, c: key if c.token_secret else key + "None")


@mistake("key-word-undefined-for-token-secret", 6, "uses the word undefined when there is no token secret", "JavaScript", methods=KEYED, token=False)
def _(client):
    client.then("key", lambda key, c: key if c.token_secret else key + "undefined")


@mistake("key-consumer-secret-twice", 6, "uses the client secret as token secret too", "PHP, C#", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret) + "&" + client.key_part(c.consumer_secret))


@mistake("key-token-secret-only", 6, "leaves the client secret out of the key", "JavaScript, Python", methods=KEYED)
def _(client):
    client.replace("key", lambda c: "&" + client.key_part(c.token_secret))


@mistake("key-empty", 6, "signs with only an & as key, both secrets being unset", "environment variables in any language", methods=KEYED)
def _(client):
    client.replace("key", lambda c: "&")


@mistake("key-consumer-key-and-secret", 6, "joins consumer key and client secret as key", "PHP, Java, Postman", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_key) + "&" + client.key_part(c.consumer_secret))


@mistake("key-keys-for-both-secrets", 6, "uses consumer key and token as key, the public halves", "PHP, Swift", methods=KEYED, token=True)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_key) + "&" + client.key_part(c.token or ""))


@mistake("key-nonce-behind", 6, "appends the nonce to the key", "home-made schemes in PHP and Java", methods=HMAC)
def _(client):
    old = client.sign

    def sign(meaning):
        nonce = meaning.get("oauth_nonce") or ""
        client.then("key", lambda key, c: octets(key) + nonce.encode())
        return old(meaning)
    client.sign = sign


@mistake("key-hashed-first", 6, "gives HMAC the MD5 of the key in hexadecimal", "PHP, home-made schemes", methods=HMAC)
def _(client):
    client.then("key", lambda key, c: hashlib.md5(octets(key)).hexdigest())


@mistake("key-secret-in-lower-case", 6, "turns the secrets to lower case", "SQL, VBA", methods=KEYED)
def _(client):
    parts(client, str.lower)


@mistake("key-cut-at-64-octets", 6, "cuts a key longer than the block of the hash instead of hashing it", "C, PL/SQL, home-made HMAC", methods=("HMAC-SHA1", "HMAC-SHA256"))
def _(client):
    client.then("key", lambda key, c: octets(key)[:64])


@mistake("key-cut-at-buffer-of-32", 6, "keeps only 32 characters of each secret", "C, SQL columns", methods=KEYED)
def _(client):
    parts(client, lambda s: s[:32])


@mistake("key-in-utf-16", 6, "gives HMAC the key in UTF-16LE", "C#, PowerShell, VBA", methods=HMAC)
def _(client):
    client.then("key", lambda key, c: octets(key).decode("utf-8", "replace").encode("utf-16-le"))


@mistake("key-secret-decoded-from-url", 6, "decodes %XX in a secret before use", "PHP parse_str, Perl, JavaScript", methods=KEYED, secret="p%40ss/word")
def _(client):
    parts(client, unquote)


@mistake("key-plus-in-secret-as-space", 6, "takes the + of a base64 secret for a space", "PHP parse_str, servlet clients", methods=KEYED, secret="kZ+3/x9==")
def _(client):
    parts(client, lambda s: s.replace("+", " "))


@mistake("key-padding-lost", 6, "loses the = at the end of a base64 secret when splitting the answer of the server at =", "PHP explode, shell cut, JavaScript",
         methods=KEYED, secret="Zm9vYmFyMTIzNDU2Nzg5MA==")
def _(client):
    parts(client, lambda s: s.rstrip("="))


@mistake("key-dollar-in-secret-expanded", 6, "loses what follows ! or $ in a secret, expanded by the shell", "shell, Docker compose, Makefile", methods=KEYED,
         secret="Pa$word1!x")
def _(client):
    parts(client, lambda s: re.sub(r"[$!]\w+", "", s))
