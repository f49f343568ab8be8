# Sends a payment, signed with requests-oauthlib: python3 pay.py --amount 10.42 --note "two shirts"
import argparse
import os

import requests
from requests_oauthlib import OAuth1

parser = argparse.ArgumentParser()
parser.add_argument("--amount", required=True)
parser.add_argument("--note", required=True)
given = parser.parse_args()

auth = OAuth1(os.environ["COUNTERSIGN_CONSUMER_KEY"], os.environ["COUNTERSIGN_CONSUMER_SECRET"])
form = {"amount": given.amount, "note": given.note}
requests.post(os.environ["COUNTERSIGN_URL"] + "/pay", data=form, auth=auth, timeout=10).raise_for_status()
