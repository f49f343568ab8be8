"""Checks a signer with the core vectors. Needs only Python 3.8 or later. Run it: python3 core.py vectors"""
import base64, functools, hmac, json, re, sys
from urllib.parse import quote, unquote_to_bytes

# The implementation under test. Replace this part with a call of your library. It has no RSA.
URL = r"(https?)://(?:[^/?#]*@)?(\[[^]]*]|[^:/?#]+)(?::(\d*))?([^?#]*)\??([^#]*)"
encode = functools.partial(quote, safe="-._~")

def parse(form):
    pairs = re.findall(r"(?!&|$)([^&=]*)=?([^&]*)", form.replace("+", " "))
    return [tuple(map(unquote_to_bytes, pair)) for pair in pairs]

def sign(signature_method, secrets, method, url, parameters):
    key = "&".join(map(encode, secrets))
    if not signature_method.startswith("HMAC-"):
        return key if signature_method == "PLAINTEXT" else None
    scheme, host, port, path, query = re.match(URL, url, re.I).groups()
    port = "" if not port or int(port) == {"http": 80, "https": 443}[scheme.lower()] else f":{port}"
    pairs = sorted((encode(name), encode(value)) for name, value in parse(query) + parameters)
    parts = method.upper(), f"{scheme}://{host}{port}".lower() + (path or "/"), "&".join(map("=".join, pairs))
    digest = hmac.digest(key.encode(), "&".join(map(encode, parts)).encode(), signature_method[len("HMAC-"):])
    return base64.b64encode(digest).decode()

# The rest reads the vectors, asks the implementation and compares its signatures.
core, file = (json.load(open(f"{sys.argv[1]}/{name}.json", encoding="utf-8")) for name in ("quick", "requests"))
assert core["format"] == file["format"] == 1, "expected files of format 1"
NAMES = "consumerKey token signatureMethod timestamp nonce version".split()
counts = {"passed": 0, "failed": 0, "not offered": 0}
for vector in [one for one in file["vectors"] if one["id"] in core["vectors"] and one["operation"] == "sign"]:
    given, request = {**vector["input"]["credentials"], **vector["input"]}, vector["input"]["request"]
    own = [("oauth_" + re.sub("K|M", r"_\g<0>", name).lower(), given[name]) for name in NAMES if given.get(name) != None]
    form = parse(request.get("formEncoded", "")) + request.get("form", []) + own + given.get("protocolParameters", [])
    secrets = given.get("consumerSecret", ""), given.get("tokenSecret", "")
    actual = sign(given["signatureMethod"], secrets, request["method"], request["url"], form)
    is_right = "open" in vector or actual == vector["expected"]["signature"]
    verdict = "not offered" if actual is None else "passed" if is_right else "failed"
    counts[verdict] += 1
    if verdict == "failed": print(f"failed: {vector['id']} ({vector['comment']})")
print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
sys.exit(1 if counts["failed"] else 0)
