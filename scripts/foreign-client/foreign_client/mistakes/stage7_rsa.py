"""Stage 7: RSA signatures made with another key, padding or content (RFC 5849 3.4.3)."""
import base64
import hashlib
import hmac

from .. import rsa
from ..registry import RSA, mistake


def name_of(method):
    return method[4:].lower()


def content_signed(client, content):
    """Sign a PKCS#1 block that holds content(hash name, octets) instead of DigestInfo."""
    client.replace("digest", lambda method, key, octets, c: rsa.sign_block(rsa.padded(content(name_of(method), octets))))


def message_signed(client, change):
    """Sign change(hash name, octets) instead of the base string."""
    client.replace("digest", lambda method, key, octets, c: rsa.sign(change(name_of(method), octets), name_of(method)))


def hash_of(name, octets):
    return hashlib.new(name, octets).digest()


@mistake("rsa-digest-without-digestinfo", 7, "pads the bare digest without the DigestInfo that names the hash", "Node.js privateEncrypt, C, Java Cipher, openssl rsautl", methods=RSA)
def _(client):
    content_signed(client, hash_of)


@mistake("rsa-hex-digest-padded", 7, "pads the digest in hexadecimal as text", "PHP openssl_private_encrypt, Node.js", methods=RSA)
def _(client):
    content_signed(client, lambda name, octets: hash_of(name, octets).hex().encode())


@mistake("rsa-hex-digest-signed", 7, "gives the hexadecimal digest to a function that hashes and signs", "PHP, Python, Node.js", methods=RSA)
def _(client):
    message_signed(client, lambda name, octets: hash_of(name, octets).hex().encode())


@mistake("rsa-base64-digest-signed", 7, "gives the digest in base64 to a function that hashes and signs", "Java, Apex", methods=RSA)
def _(client):
    message_signed(client, lambda name, octets: base64.b64encode(hash_of(name, octets)))


@mistake("rsa-base64-base-string-signed", 7, "signs the base string in base64", "Apex, Java", methods=RSA)
def _(client):
    message_signed(client, lambda name, octets: base64.b64encode(octets))


@mistake("rsa-pss-padding", 7, "signs with PSS padding instead of PKCS#1 v1.5", "Java, C# RSASignaturePadding.Pss, WebCrypto, Go", methods=RSA)
def _(client):
    def digest(method, key, octets, credentials):
        name, salt = name_of(method), b"a fixed salt"
        first = hash_of(name, octets)
        second = hash_of(name, bytes(8) + first + salt)
        size = 255 - len(second)
        data = bytes(size - len(salt) - 1) + b"\x01" + salt
        mask = b"".join(hash_of(name, second + i.to_bytes(4, "big")) for i in range(size // len(second) + 1))[:size]
        masked = bytes(a ^ b for a, b in zip(data, mask))
        return rsa.sign_block(bytes([masked[0] & 0x7F]) + masked[1:] + second + b"\xbc")
    client.replace("digest", digest)


@mistake("rsa-octets-reversed", 7, "sends the octets of the signature in reverse order, as CryptoAPI has them", "C++, Delphi, VB6", methods=RSA)
def _(client):
    client.then("digest", lambda signature, *_: signature[::-1])


@mistake("rsa-key-of-other-pair", 7, "signs with the private key of another pair than the registered one", "any, by configuration", methods=RSA)
def _(client):
    client.replace("digest", lambda method, key, octets, c: rsa.sign(octets, name_of(method), "other_key.pem"))


@mistake("rsa-encrypted-with-public-key", 7, "encrypts the digest with the public key", "PHP openssl_public_encrypt, Java Cipher", methods=RSA)
def _(client):
    def digest(method, key, octets, credentials):
        block = rsa.padded(hash_of(name_of(method), octets), block_type=2)
        numbers = rsa.private_key()
        return pow(int.from_bytes(block, "big"), numbers["e"], numbers["n"]).to_bytes(256, "big")
    client.replace("digest", digest)


@mistake("rsa-block-type-2", 7, "pads the DigestInfo as for encryption before the private operation", "C, Perl Crypt::RSA, Ruby", methods=RSA)
def _(client):
    def digest(method, key, octets, credentials):
        name = name_of(method)
        return rsa.sign_block(rsa.padded(rsa.DIGEST_INFO[name] + hash_of(name, octets), block_type=2))
    client.replace("digest", digest)


@mistake("rsa-without-padding", 7, "signs the digest as a bare number without padding", "Python, JavaScript big integers, openssl -raw", methods=RSA)
def _(client):
    def digest(method, key, octets, credentials):
        return rsa.sign_block(hash_of(name_of(method), octets).rjust(256, b"\0"))
    client.replace("digest", digest)


@mistake("rsa-digestinfo-of-other-hash", 7, "writes the DigestInfo of the other hash before the digest", "C, Go, JavaScript", methods=RSA)
def _(client):
    content_signed(client, lambda name, octets: rsa.DIGEST_INFO["sha256" if name == "sha1" else "sha1"] + hash_of(name, octets))


@mistake("rsa-digestinfo-without-null", 7, "leaves the NULL parameters out of the DigestInfo", "JavaScript, C, home-made ASN.1", methods=RSA)
def _(client):
    def content(name, octets):
        digest, info = hash_of(name, octets), rsa.DIGEST_INFO[name]
        oid = info[4:-4]
        inner = b"\x30" + bytes([len(oid)]) + oid + b"\x04" + bytes([len(digest)]) + digest
        return b"\x30" + bytes([len(inner)]) + inner
    content_signed(client, content)


@mistake("rsa-md5", 7, "signs with MD5 as hash", "PHP, Java, old openssl dgst", methods=RSA)
def _(client):
    client.replace("digest", lambda method, key, octets, c: rsa.sign(octets, "md5"))


@mistake("rsa-sha512-under-other-name", 7, "signs with SHA-512 whatever is declared", "Java, C#", methods=RSA)
def _(client):
    client.replace("digest", lambda method, key, octets, c: rsa.sign(octets, "sha512"))


@mistake("rsa-hmac-with-pem-text", 7, "computes HMAC with the text of the PEM file as key and declares RSA", "Postman, PHP, Python", methods=RSA)
def _(client):
    def digest(method, key, octets, credentials):
        return hmac.new(rsa.pem_text("client_key.pem").encode(), octets, name_of(method)).digest()
    client.replace("digest", digest)


@mistake("rsa-hmac-with-ampersand", 7, "computes HMAC with & as key and declares RSA", "Java, Ruby, Postman", methods=RSA)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(b"&", octets, name_of(method)).digest())


@mistake("rsa-key-text-appended", 7, "appends the consumer key to the base string before signing", "home-made schemes of gateways", methods=RSA)
def _(client):
    client.replace("digest", lambda method, key, octets, c: rsa.sign(octets + b"&" + c.consumer_key.encode(), name_of(method)))


@mistake("rsa-signature-first-octet-lost", 7, "loses the first octet of the signature, taken for a sign octet", "Java BigInteger, Groovy", methods=RSA)
def _(client):
    client.then("digest", lambda signature, *_: signature[1:])
