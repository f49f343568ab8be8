"""Self-test: published examples, right requests verify, every mistake shows, ids are unique."""
import collections
import hashlib
import random

from . import cases, generator, rsa
from .client import Client
from .meaning import Credentials, Meaning
from .registry import ALL, MISTAKES


def plain(method, url, query, form, consumer, token, oauth):
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    content = "application/x-www-form-urlencoded" if form is not None else None
    return Meaning(method, scheme, host, None, "/" + path, query, form, None, content,
                   Credentials(consumer[0], consumer[1], token[0], token[1]), dict(oauth)["oauth_signature_method"], oauth)


def protocol(key, token, timestamp, nonce, *more, method="HMAC-SHA1"):
    return [("oauth_consumer_key", key)] + ([("oauth_token", token)] if token else []) + \
           [("oauth_signature_method", method), ("oauth_timestamp", timestamp), ("oauth_nonce", nonce)] + list(more)


TWITTER = plain("POST", "https://api.twitter.com/1/statuses/update.json", [("include_entities", "true")],
                [("status", "Hello Ladies + Gentlemen, a signed OAuth request!")],
                ("xvz1evFS4wEEPTGEFPHBog", "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"),
                ("370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"),
                protocol("xvz1evFS4wEEPTGEFPHBog", "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "1318622958",
                         "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", ("oauth_version", "1.0")))
PHOTOS = plain("GET", "http://photos.example.net/photos", [("file", "vacation.jpg"), ("size", "original")], None,
               ("dpf43f3p2l4k3l03", "kd94hf93k423kf44"), ("nnch734d00sl2jdk", "pfkkdhi9sl3r4s00"),
               protocol("dpf43f3p2l4k3l03", "nnch734d00sl2jdk", "137131202", "chapoH"))
INITIATE = plain("POST", "https://photos.example.net/initiate", [], None, ("dpf43f3p2l4k3l03", "kd94hf93k423kf44"), (None, ""),
                 protocol("dpf43f3p2l4k3l03", None, "137131200", "wIjqoS",
                          ("oauth_callback", "http://printer.example.com/ready")))
CORE = plain("GET", "http://photos.example.net/photos", [("file", "vacation.jpg"), ("size", "original")], None,
             ("dpf43f3p2l4k3l03", "kd94hf93k423kf44"), ("nnch734d00sl2jdk", "pfkkdhi9sl3r4s00"),
             protocol("dpf43f3p2l4k3l03", "nnch734d00sl2jdk", "1191242096", "kllo9940pd9333jh", ("oauth_version", "1.0")))
RFC_BASE = ("POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D"
            "%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1"
            "%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7")
SECTION_3411 = plain("POST", "http://EXAMPLE.COM/request", [("b5", "=%3D"), ("a3", "a"), ("c@", ""), ("a2", "r b")],
                     [("c2", ""), ("a3", "2 q")], ("9djdj82h48djs9d2", "j49sk3j29djd"), ("kkk9d7dh3k39sjv7", "dh893hdasih9"),
                     protocol("9djdj82h48djs9d2", "kkk9d7dh3k39sjv7", "137131201", "7d8f3e4a"))
EXAMPLES = (("Twitter statuses/update", TWITTER, "tnnArxj06cWHq44gCs1OSKk/jLY="),
            ("RFC 5849 1.2 photos", PHOTOS, "MdpQcU8iPSUjWoN/UDMsK2sui9I="),
            ("RFC 5849 1.2 initiate", INITIATE, "74KNZJeDHnMBp0EMJ9ZHt/XKycU="),
            ("OAuth Core 1.0 appendix A", CORE, "tR3+Ty81lMeYAr/Fid0kMTYa/WM="))


def problems():
    """Yield one sentence for each thing that is wrong."""
    for name, meaning, signature in EXAMPLES:
        result = Client().make(meaning)
        if result.signature != signature:
            yield "%s: %s is not %s" % (name, result.signature, signature)
    if Client().make(SECTION_3411).base.decode() != RFC_BASE:
        yield "RFC 5849 3.4.1.1: other base string"
    block = pow(int.from_bytes(rsa.sign(b"abc", "sha256"), "big"), 65537, rsa.private_key()["n"]).to_bytes(256, "big")
    if not block.endswith(hashlib.sha256(b"abc").digest()):
        yield "RSA does not invert"
    for turn in range(600):
        meaning = generator.request(random.Random(turn), ALL, odd=True)
        result = cases.run(meaning)
        reading = cases.read(result, meaning)
        same_base = meaning.signature_method == "PLAINTEXT" or reading.base == result.base
        if not (reading.verifies and reading.strict and same_base):
            yield "right request %d is not accepted" % turn
    for item in MISTAKES.values():
        for turn in range(3):
            try:
                cases.find(random.Random(item.id + str(turn)), [item])
            except cases.NeverShows:
                yield "never shows: " + item.id
                break


def run():
    found = list(problems())
    for line in found:
        print("WRONG:", line)
    stages = collections.Counter(item.stage for item in MISTAKES.values())
    items = MISTAKES.values()
    print("mistakes:", len(MISTAKES), " by stage:", dict(sorted(stages.items())))
    print("common:", sum(m.common for m in items), " held out:", sum(m.held_out for m in items),
          " signature right all the same:", sum(m.signature_right for m in items))
    print("wrong:" if found else "all well:", len(found), "problems")
    return 1 if found else 0
