"""The register of mistakes."""
import hashlib
from dataclasses import dataclass
from typing import Callable

HMAC = ("HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512")
RSA = ("RSA-SHA1", "RSA-SHA256")
HASHED = HMAC + RSA
ALL = HASHED + ("PLAINTEXT",)
MISTAKES = {}


class Unsuitable(Exception):
    """Raised by a mistake that has nothing to act on in a request."""


@dataclass
class Mistake:
    id: str
    stage: int
    description: str
    languages: list
    common: bool
    methods: tuple
    signature_right: bool
    needs: dict
    apply: Callable

    @property
    def held_out(self):
        return hashlib.sha256(self.id.encode()).digest()[0] % 3 == 0

    def as_json(self):
        return {"id": self.id, "stage": self.stage, "description": self.description,
                "languages": self.languages, "common": self.common, "methods": list(self.methods),
                "held_out": self.held_out, "signature_right": self.signature_right}


def mistake(id, stage, description, languages, common=False, methods=HASHED, right=False, **needs):
    """Register the decorated function as a mistake.

    languages: one text, separated by commas.  right: the signature that arrives is right all the same.
    needs: wishes to the generator of requests (see generator.shape), for mistakes that seldom show.
    """
    def register(function):
        if id in MISTAKES:
            raise ValueError("two mistakes are called " + id)
        MISTAKES[id] = Mistake(id, stage, description, [word.strip() for word in languages.split(",")],
                               common, tuple(methods), right, needs, function)
        return function
    return register
