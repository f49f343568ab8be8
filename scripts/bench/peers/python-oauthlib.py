"""Signs one form with oauthlib: COUNT URL KEY SECRET NAME VALUE…
Prints the nanoseconds of CPU time of a signature."""
import sys
import time
from urllib.parse import urlencode
from oauthlib.oauth1 import Client

count, (url, key, secret, *form) = int(sys.argv[1]), sys.argv[2:]
pairs = list(zip(form[::2], form[1::2]))
client = Client(key, client_secret=secret)
began = time.process_time_ns()
for _ in range(count):
    _, headers, body = client.sign(url, "POST", urlencode(pairs), {"Content-Type": "application/x-www-form-urlencoded"})
    assert "oauth_signature=" in headers["Authorization"] and body
print((time.process_time_ns() - began) / count)
