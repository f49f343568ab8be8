import os

import requests
from requests_oauthlib import OAuth1


def test_pays_with_a_note():
    auth = OAuth1(os.environ["GATEWAY_KEY"], os.environ["GATEWAY_SECRET"])
    form = {"orderid": "1000000001", "note": "two words & ü"}
    response = requests.post(f"{os.environ['GATEWAY_URL']}/pay", data=form, auth=auth, timeout=10)
    assert response.status_code == 200
