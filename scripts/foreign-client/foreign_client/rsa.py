"""RSA signatures (PKCS#1 v1.5, RFC 8017) with plain integers; the keys are test keys only."""
import base64
import functools
import hashlib
import pathlib

FOLDER = pathlib.Path(__file__).parent
DIGEST_INFO = {
    "md5": bytes.fromhex("3020300c06082a864886f70d020505000410"),
    "sha1": bytes.fromhex("3021300906052b0e03021a05000414"),
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
    "sha384": bytes.fromhex("3041300d060960864801650304020205000430"),
    "sha512": bytes.fromhex("3051300d060960864801650304020305000440"),
}


def _integers(der):
    """The INTEGERs of a DER SEQUENCE (enough for an RSAPrivateKey)."""
    def header(at):
        size = der[at + 1]
        at += 2
        if size & 0x80:
            count = size & 0x7F
            size = int.from_bytes(der[at:at + count], "big")
            at += count
        return at, size
    at, size = header(0)
    end, found = at + size, []
    while at < end:
        start, size = header(at)
        found.append(int.from_bytes(der[start:start + size], "big"))
        at = start + size
    return found


@functools.lru_cache(None)
def pem_text(name):
    return (FOLDER / name).read_text()


@functools.lru_cache(None)
def private_key(name="client_key.pem"):
    lines = [line for line in pem_text(name).splitlines() if not line.startswith("-")]
    numbers = _integers(base64.b64decode("".join(lines)))
    return dict(zip(("version", "n", "e", "d", "p", "q", "dp", "dq", "qinv"), numbers))


@functools.lru_cache(4096)
def raw_private(number, name="client_key.pem"):
    """number ** d mod n, by the Chinese remainder theorem."""
    key = private_key(name)
    one = pow(number, key["dp"], key["p"])
    two = pow(number, key["dq"], key["q"])
    return two + (key["qinv"] * (one - two) % key["p"]) * key["q"]


def padded(content, size=256, block_type=1):
    fill = b"\xff" if block_type == 1 else b"\x5a"
    return bytes([0, block_type]) + fill * (size - len(content) - 3) + b"\x00" + content


def sign_block(block, name="client_key.pem"):
    return raw_private(int.from_bytes(block, "big"), name).to_bytes(256, "big")


def sign(message, hash_name, name="client_key.pem"):
    digest = hashlib.new(hash_name, message).digest()
    return sign_block(padded(DIGEST_INFO[hash_name] + digest), name)


def verify(message, hash_name, signature, name="client_key.pem"):
    key = private_key(name)
    if len(signature) != 256:
        return False
    block = pow(int.from_bytes(signature, "big"), key["e"], key["n"]).to_bytes(256, "big")
    return block == padded(DIGEST_INFO[hash_name] + hashlib.new(hash_name, message).digest())
