import os

import requests
from requests_oauthlib import OAuth1

url = os.environ["COUNTERSIGN_GATEWAY_URL"]
key = os.environ["COUNTERSIGN_CONSUMER_KEY"]
secret = os.environ["COUNTERSIGN_CONSUMER_SECRET"]
with open(os.environ["COUNTERSIGN_PRIVATE_KEY_FILE"]) as file:
    private_key = file.read()

form = {"client_orderid": "902B4FF5", "orderid": "1000000001", "note": "two words & ü"}
for auth in OAuth1(key, secret), OAuth1(key, signature_method="RSA-SHA256", rsa_key=private_key):
    requests.post(url, data=form, auth=auth, timeout=10).raise_for_status()
