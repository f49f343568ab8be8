"""Stage 7: digest, RSA signature and the text form of the signature."""
import base64
import hashlib
import hmac

from .. import rsa
from ..registry import HMAC, RSA, mistake


@mistake("hex-digest", 7, "sends the digest in hexadecimal instead of base64", "PHP, Python, Node.js", common=True)
def _(client):
    client.replace("text_form", lambda octets: octets.hex())


@mistake("base64-of-hex", 7, "encodes the hexadecimal digest in base64 instead of the octets", "PHP, Apex, Node.js, shell", common=True)
def _(client):
    client.replace("text_form", lambda octets: base64.b64encode(octets.hex().encode()).decode())


@mistake("base64-url-safe", 7, "uses the URL-safe alphabet of base64 (- and _ for + and /)", "Go, Python, Java")
def _(client):
    client.replace("text_form", lambda octets: base64.urlsafe_b64encode(octets).decode())


@mistake("base64-without-padding", 7, "leaves out the = at the end of the base64", "Go, Java, Swift")
def _(client):
    client.then("text_form", lambda text, octets: text.rstrip("="))


@mistake("plain-hash-with-key-in-front", 7, "hashes key and base string in one text instead of HMAC", "PHP, VBA", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hashlib.new(method[5:].lower(), key + octets).digest())


@mistake("hmac-arguments-swapped", 7, "gives HMAC the base string as key and the key as text", "PHP, JavaScript, Python", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(octets, key, method[5:].lower()).digest())


@mistake("hmac-sha1-whatever-declared", 7, "always computes HMAC-SHA1 although a stronger method is declared", "PHP, Java, C#", methods=("HMAC-SHA256", "HMAC-SHA512"))
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(key, octets, "sha1").digest())


@mistake("rsa-other-hash", 7, "signs with SHA-1 where SHA-256 is declared, or the reverse", "Java, C#, Node.js", methods=RSA)
def _(client):
    client.replace("digest", lambda method, key, octets, c: rsa.sign(octets, "sha256" if method == "RSA-SHA1" else "sha1"))


@mistake("rsa-hash-signed-again", 7, "hashes the base string and gives the hash to a function that hashes again", "C#, Node.js, Python", methods=RSA)
def _(client):
    def digest(method, key, octets, credentials):
        name = method[4:].lower()
        return rsa.sign(hashlib.new(name, octets).digest(), name)
    client.replace("digest", digest)


SHA1 = ("HMAC-SHA1",)


def text_from(client, change):
    """Make the text of the signature from its octets by change(octets)."""
    client.replace("text_form", change)


@mistake("hex-digest-upper-case", 7, "sends the digest in hexadecimal with capital letters", "C#, Java DatatypeConverter, Delphi")
def _(client):
    text_from(client, lambda octets: octets.hex().upper())


@mistake("hex-digest-with-hyphens", 7, "sends the digest as BitConverter prints it, AB-CD-EF", "C#, PowerShell")
def _(client):
    text_from(client, lambda octets: "-".join("%02X" % b for b in octets))


@mistake("hex-digest-without-leading-zeros", 7, "sends hexadecimal and loses the zero of octets below 16", "Java toHexString, JavaScript", methods=HMAC)
def _(client):
    text_from(client, lambda octets: "".join("%x" % b for b in octets))


@mistake("base64-of-upper-case-hex", 7, "encodes the hexadecimal digest with capital letters in base64", "C#, Delphi, PL/SQL RAWTOHEX")
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets.hex().upper().encode()).decode())


@mistake("base64-of-openssl-line", 7, "encodes the line '(stdin)= ...' that openssl prints in base64", "shell", methods=HMAC)
def _(client):
    text_from(client, lambda octets: base64.b64encode(b"(stdin)= " + octets.hex().encode() + b"\n").decode())


@mistake("base64-of-hex-with-line-break", 7, "encodes hexadecimal digest and line feed in base64", "shell", methods=HMAC)
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets.hex().encode() + b"\n").decode())


@mistake("base64-twice", 7, "encodes the signature in base64 twice", "Apex, Java, CryptoJS")
def _(client):
    text_from(client, lambda octets: base64.b64encode(base64.b64encode(octets)).decode())


@mistake("base64-with-line-break-behind", 7, "sends the line feed that the base64 function appends", "Python 2, Ruby, Perl, shell")
def _(client):
    client.then("text_form", lambda text, octets: text + "\n")


@mistake("base64-in-lines-of-76", 7, "sends base64 broken into lines of 76 characters", "Java MimeEncoder, Android, VBA MSXML, Perl",
         methods=("HMAC-SHA512",) + RSA)
def _(client):
    client.then("text_form", lambda text, octets: "\r\n".join(text[i:i + 76] for i in range(0, len(text), 76)))


@mistake("base64-in-lower-case", 7, "turns the base64 text to lower case", "VBA, SQL, JavaScript")
def _(client):
    client.then("text_form", lambda text, octets: text.lower())


@mistake("base64-plus-as-space", 7, "has a space for each + in the base64 before it is encoded", "PHP, JavaScript")
def _(client):
    client.then("text_form", lambda text, octets: text.replace("+", " "))


@mistake("base64-slash-and-plus-dropped", 7, "drops every character but letters and digits from the base64", "JavaScript, PHP preg_replace")
def _(client):
    client.then("text_form", lambda text, octets: "".join(c for c in text if c.isalnum()))


@mistake("base64-url-safe-without-padding", 7, "uses the URL-safe alphabet of base64 and no padding", "Go, Java, clients adapted from JWT")
def _(client):
    text_from(client, lambda octets: base64.urlsafe_b64encode(octets).decode().rstrip("="))


@mistake("base64-in-quotes", 7, "sends the base64 in double quotes as JSON prints it", "JavaScript, jq, Apex")
def _(client):
    client.then("text_form", lambda text, octets: '"' + text + '"')


@mistake("octets-printed-as-python-bytes", 7, "sends b'...' around the base64", "Python 3")
def _(client):
    client.then("text_form", lambda text, octets: "b'%s'" % text)


@mistake("octets-printed-as-numbers", 7, "sends the octets as decimal numbers in brackets", "Java, Go, JavaScript", methods=HMAC)
def _(client):
    text_from(client, lambda octets: "[" + ", ".join(map(str, octets)) + "]")


@mistake("octets-through-utf-8-text", 7, "turns the digest to text and back to UTF-8 before base64, so octets above 127 become two", "Node.js, JavaScript, Apex")
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets.decode("latin-1").encode("utf-8")).decode())


@mistake("octets-read-as-broken-utf-8", 7, "reads the digest as UTF-8 and puts U+FFFD for what is not UTF-8", "Node.js, Java, Kotlin, Apex")
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets.decode("utf-8", "replace").encode("utf-8")).decode())


@mistake("octets-as-ascii-question-marks", 7, "turns octets above 127 to question marks before base64", "C# Encoding.ASCII, Java")
def _(client):
    text_from(client, lambda octets: base64.b64encode(bytes(b if b < 128 else 63 for b in octets)).decode())


@mistake("octets-cut-at-zero", 7, "takes the digest only up to its first zero octet", "C, C++", methods=RSA + HMAC)
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets.partition(b"\x00")[0]).decode())


@mistake("octets-cut-to-16", 7, "keeps only 16 octets of the digest", "C, clients adapted from MD5", methods=HMAC)
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets[:16]).decode())


@mistake("octets-cut-to-20", 7, "keeps only the 20 octets of a SHA-1 buffer", "C, Delphi", methods=("HMAC-SHA256", "HMAC-SHA512"))
def _(client):
    text_from(client, lambda octets: base64.b64encode(octets[:20]).decode())


@mistake("octets-in-words-reversed", 7, "writes each 32-bit word of the digest with its octets reversed", "JavaScript, VBA, C", methods=HMAC)
def _(client):
    text_from(client, lambda o: base64.b64encode(b"".join(o[i:i + 4][::-1] for i in range(0, len(o), 4))).decode())


@mistake("octets-with-sign-octet", 7, "puts a zero octet before a digest whose first bit is set, as a big integer prints", "Java BigInteger, Groovy")
def _(client):
    text_from(client, lambda octets: base64.b64encode((b"\0" if octets[0] > 127 else b"") + octets).decode())


@mistake("plain-hash-without-key", 7, "hashes the base string without any key", "PHP, VBA, SQL", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hashlib.new(method[5:].lower(), octets).digest())


@mistake("plain-hash-with-key-behind", 7, "hashes the base string followed by the key", "PHP, SQL", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hashlib.new(method[5:].lower(), octets + key).digest())


@mistake("base-string-hashed-before-hmac", 7, "gives HMAC the hash of the base string", "Java, C#, clients adapted from AWS signing", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(key, hashlib.new(method[5:].lower(), octets).digest(), method[5:].lower()).digest())


@mistake("base-string-in-base64-before-hmac", 7, "gives HMAC the base string in base64", "Apex, Postman scripts", methods=HMAC)
def _(client):
    client.then("base_octets", lambda octets, text: base64.b64encode(octets))


@mistake("base-string-in-utf-16", 7, "signs the base string in UTF-16LE", "C# Encoding.Unicode, PowerShell, VBA")
def _(client):
    client.then("base_octets", lambda octets, text: text.encode("utf-16-le"))


@mistake("base-string-with-zero-octet", 7, "signs the zero octet at the end of the C string too", "C, C++")
def _(client):
    client.then("base_octets", lambda octets, text: octets + b"\0")


@mistake("base-string-with-byte-order-mark", 7, "signs a byte order mark in front of the base string", "C# StreamWriter, PowerShell")
def _(client):
    client.then("base_octets", lambda octets, text: b"\xef\xbb\xbf" + octets)


@mistake("base-string-cut-at-buffer", 7, "signs only the first 512 octets of the base string", "C, VBA, SQL VARCHAR")
def _(client):
    client.then("base_octets", lambda octets, text: octets[:512])


@mistake("hmac-md5", 7, "computes HMAC-MD5", "PHP, Delphi", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(key, octets, "md5").digest())


@mistake("hmac-sha256-under-sha1-name", 7, "computes HMAC-SHA256 and declares HMAC-SHA1", "Java, Node.js, NetSuite clients", methods=SHA1)
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(key, octets, "sha256").digest())


@mistake("hmac-sha384-under-sha512-name", 7, "computes HMAC-SHA384 and declares HMAC-SHA512", "Java, C#", methods=("HMAC-SHA512",))
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(key, octets, "sha384").digest())


@mistake("hmac-sha3-under-sha2-name", 7, "computes HMAC with SHA3-256 because the library calls it by that name", "JavaScript, Go", methods=("HMAC-SHA256",))
def _(client):
    client.replace("digest", lambda method, key, octets, c: hmac.new(key, octets, "sha3_256").digest())


@mistake("plaintext-under-hmac-name", 7, "sends the key itself as signature and declares HMAC", "Postman, Python, Insomnia", methods=HMAC)
def _(client):
    client.replace("digest", lambda method, key, octets, c: key)
    text_from(client, lambda octets: octets.decode("utf-8", "replace"))


@mistake("base-string-as-plaintext-signature", 7, "sends the base string itself as the signature of PLAINTEXT", "Insomnia, JavaScript", methods=("PLAINTEXT",))
def _(client):
    old = client.sign
    client.sign = lambda m: old(m)[:2] + (client.base_string(m),)


@mistake("plaintext-signature-in-base64", 7, "sends the PLAINTEXT signature in base64", "Java, Postman", methods=("PLAINTEXT",))
def _(client):
    client.then("signature_text", lambda text, _: base64.b64encode(text.encode()).decode())


@mistake("plaintext-hashed", 7, "sends the SHA-1 of the PLAINTEXT signature in hexadecimal", "PHP", methods=("PLAINTEXT",))
def _(client):
    client.then("signature_text", lambda text, _: hashlib.sha1(text.encode()).hexdigest())
