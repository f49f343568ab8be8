"""Stage 6: the key of HMAC and PLAINTEXT (RFC 5849 3.4.2)."""
from ..registry import HMAC, mistake

KEYED = HMAC + ("PLAINTEXT",)


@mistake("key-secrets-unencoded", 6, "joins the two secrets without encoding them", "PHP, Java, C#", common=True, methods=KEYED, secret="kZ+3/x9==")
def _(client):
    client.replace("key", lambda c: c.consumer_secret + "&" + c.token_secret)


@mistake("key-without-ampersand-when-no-token", 6, "leaves out the & when there is no token", "PHP, Java, Python, shell", common=True,
         methods=KEYED, token=False)
def _(client):
    client.then("key", lambda key, c: key if c.token_secret else key.rstrip("&"))


@mistake("key-without-ampersand", 6, "writes the two secrets one behind the other without &", "C#, Perl", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret) + client.key_part(c.token_secret))


@mistake("key-ampersand-encoded", 6, "encodes the joined secrets, so the & becomes %26", "PHP, JavaScript, Apex", methods=KEYED)
def _(client):
    client.then("key", lambda key, c: key.replace("&", "%26"))


@mistake("key-secrets-swapped", 6, "puts the token secret before the client secret", "Python, Go, PHP", methods=KEYED, token=True)
def _(client):
    client.replace("key", lambda c: client.key_part(c.token_secret) + "&" + client.key_part(c.consumer_secret))


@mistake("key-token-secret-left-out", 6, "leaves the token secret out of the key although there is a token", "PHP, Java, Swift", common=True,
         methods=KEYED, token=True)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret) + "&")


@mistake("key-token-for-its-secret", 6, "uses the token itself where the token secret belongs", "JavaScript, PHP", methods=KEYED,
         token=True)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_secret) + "&" + client.key_part(c.token or ""))


@mistake("key-consumer-key-for-secret", 6, "uses the consumer key where the client secret belongs", "PHP, Ruby", methods=KEYED)
def _(client):
    client.replace("key", lambda c: client.key_part(c.consumer_key) + "&" + client.key_part(c.token_secret))
