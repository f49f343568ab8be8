"""Cases: requests with no, one, two or three mistakes that all show."""
import base64
import random

from . import generator, rsa, verifier
from .client import Client
from .registry import ALL, MISTAKES, Unsuitable

TRIES = 300


class NeverShows(Exception):
    pass


def run(meaning, mistakes=()):
    """The request this client makes with these mistakes, or None when they cannot act on it."""
    client = Client()
    for item in sorted(mistakes, key=lambda m: m.stage):
        item.apply(client)
    try:
        return client.make(meaning)
    except Unsuitable:
        return None


def read(result, meaning):
    return verifier.read(result.raw, meaning.scheme, meaning.credentials, meaning.signature_method)


def shows(meaning, mistakes):
    """The result when every mistake shows on this request, else None."""
    result = run(meaning, mistakes)
    wrong = any(not m.signature_right for m in mistakes)
    if result is None or read(result, meaning).verifies == wrong:
        return None
    if not wrong and result.raw == run(meaning).raw:
        return None
    if len(mistakes) > 1:
        for left_out in mistakes:
            rest = [m for m in mistakes if m is not left_out]
            other = run(meaning, rest)
            if other is None or other.raw == result.raw or (len(rest) > 1 and cancel_out(meaning, rest)):
                return None
    return result


def cancel_out(meaning, mistakes):
    """Whether mistakes that each make the signature wrong make it right together: a server sees neither of them."""
    if any(m.signature_right for m in mistakes):
        return False
    result = run(meaning, mistakes)
    return result is not None and read(result, meaning).verifies


def find(rng, mistakes, tries=TRIES):
    """A request on which all the mistakes show: (meaning, result)."""
    methods = [m for m in ALL if all(m in item.methods for item in mistakes)]
    needs = {}
    for item in mistakes:
        needs.update(item.needs)
    for _ in range(tries):
        meaning = generator.request(rng, methods, **needs)
        result = shows(meaning, mistakes)
        if result is not None:
            return meaning, result
    raise NeverShows(" + ".join(item.id for item in mistakes))


def as_text(octets):
    """Octets as text: themselves when printable ASCII, else base64 behind a prefix."""
    if all(32 <= b < 127 for b in octets) and not octets.startswith(b"base64:"):
        return octets.decode()
    return "base64:" + base64.b64encode(octets).decode()


def as_json(number, mistakes, meaning, result):
    creds, right, reading = meaning.credentials, run(meaning), read(result, meaning)
    shown = {"consumerKey": creds.consumer_key, "consumerSecret": creds.consumer_secret}
    if creds.token is not None:
        shown.update(token=creds.token, tokenSecret=creds.token_secret)
    if meaning.signature_method.startswith("RSA"):
        shown["publicKey"] = rsa.pem_text("client_public.pem")
    return {"case": number, "mistakes": [item.id for item in mistakes],
            "request": base64.b64encode(result.raw).decode(), "scheme": meaning.scheme, "credentials": shown,
            "signed": {"baseString": as_text(result.base), "key": as_text(result.key)},
            "right": {"baseString": as_text(right.base), "signature": right.signature},
            "asSent": {"baseString": as_text(reading.base), "readable": reading.strict, "verifies": reading.verifies}}


def pool(held_out):
    wanted = {"any": (True, False), "only": (True,), "none": (False,)}[held_out]
    return [item for item in MISTAKES.values() if item.held_out in wanted]


def combine(rng, items, size):
    """`size` mistakes of different stages with a signature method in common, chosen uniformly."""
    while True:
        chosen = rng.sample(items, size)
        if len({m.stage for m in chosen}) == size and any(all(m in c.methods for c in chosen) for m in ALL):
            return chosen


def cases(kind, seed, count, held_out="any"):
    """Yield cases as JSON-ready objects."""
    number = 0
    if kind == "single":
        for item in pool(held_out):
            seen = set()
            for turn in range(count):
                rng = random.Random("%s/single/%s/%d" % (seed, item.id, turn))
                for _ in range(20):
                    meaning, result = find(rng, [item])
                    if result.raw not in seen:
                        break
                seen.add(result.raw)
                yield as_json(number, [item], meaning, result)
                number += 1
        return
    items = pool(held_out)
    if kind == "triple":
        items = [item for item in items if item.common]
    while number < count:
        rng = random.Random("%s/%s/%d" % (seed, kind, number))
        if kind == "right":
            meaning = generator.request(rng, ALL, odd=True)
            yield as_json(number, [], meaning, run(meaning))
        else:
            for _ in range(1000):
                chosen = sorted(combine(rng, items, {"pair": 2, "triple": 3}[kind]), key=lambda m: m.stage)
                try:
                    meaning, result = find(rng, chosen, 40)
                    break
                except NeverShows:
                    continue
            yield as_json(number, chosen, meaning, result)
        number += 1
