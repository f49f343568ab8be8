"""The right client: signing exactly as RFC 5849 has it, in steps that a mistake may replace."""
import base64
import hmac
from collections import namedtuple

from . import encoders, rsa
from .meaning import HASHES

Parameter = namedtuple("Parameter", "source name value")   # source: query, form or oauth
Result = namedtuple("Result", "raw base key signature scheme")

STEPS = ("change_meaning change_signed change_sent collect encode_name encode_value encode sort join "
         "base_method base_uri escape_part compose key_part key base_octets digest text_form "
         "signature_text sent_oauth header_escape header_pair authorization wire_escape wire_pair "
         "wire_pairs target host content_type body assemble").split()


class Client:
    """Each step is an attribute; `replace` and `then` change one step."""

    def __init__(self):
        for step in STEPS:
            setattr(self, step, getattr(self, "right_" + step))

    def replace(self, step, function):
        setattr(self, step, function)

    def then(self, step, function):
        """Let function(result, *arguments) have the last word on a step."""
        old = getattr(self, step)
        setattr(self, step, lambda *arguments: function(old(*arguments), *arguments))

    def first(self, step, function):
        """Let function(argument) change the first argument of a step."""
        old = getattr(self, step)
        setattr(self, step, lambda argument, *rest: old(function(argument), *rest))

    # ---- stage 1: what is meant (the same for signing and sending unless a mistake parts them)
    def right_change_meaning(self, meaning):
        return meaning

    right_change_signed = right_change_sent = right_change_meaning

    # ---- stage 2: what is collected (RFC 5849 3.4.1.3.1)
    def right_collect(self, meaning):
        found = [Parameter("query", n, v) for n, v in meaning.query]
        found += [Parameter("oauth", n, v) for n, v in meaning.oauth]
        found += [Parameter("form", n, v) for n, v in meaning.form or ()]
        return found

    # ---- stage 3: encoding (3.6)
    def right_encode_name(self, text):
        return encoders.percent(text)

    right_encode_value = right_escape_part = right_key_part = right_encode_name

    def right_encode(self, parameter):
        return self.encode_name(parameter.name), self.encode_value(parameter.value)

    # ---- stage 4: sorting and joining (3.4.1.3.2)
    def right_sort(self, pairs):
        return sorted(pairs)

    def right_join(self, pairs):
        return "&".join(name + "=" + value for name, value in pairs)

    # ---- stage 5: base string URI and signature base string (3.4.1.1, 3.4.1.2)
    def right_base_method(self, meaning):
        return meaning.method.upper()

    def right_base_uri(self, meaning):
        standard = {"http": 80, "https": 443}[meaning.scheme]
        port = "" if meaning.port in (None, standard) else ":%d" % meaning.port
        return meaning.scheme + "://" + meaning.host.lower() + port + meaning.path

    def right_compose(self, method, uri, parameters):
        return "&".join(self.escape_part(part) for part in (method, uri, parameters))

    # ---- stage 6: key (3.4.2)
    def right_key(self, credentials):
        return self.key_part(credentials.consumer_secret) + "&" + self.key_part(credentials.token_secret)

    # ---- stage 7: signature
    def right_base_octets(self, text):
        return text.encode("utf-8", "replace")

    def right_digest(self, signature_method, key, octets, credentials):
        name = HASHES[signature_method]
        if signature_method.startswith("RSA"):
            return rsa.sign(octets, name, credentials.private_key)
        return hmac.new(key, octets, name).digest()

    def right_text_form(self, octets):
        return base64.b64encode(octets).decode()

    def right_signature_text(self, text):
        return text

    # ---- stage 8: placing and sending (3.5)
    def right_sent_oauth(self, meaning, signature):
        return meaning.oauth + [("oauth_signature", signature)]

    def right_header_escape(self, text):
        return encoders.percent(text)

    def right_header_pair(self, name, value):
        return '%s="%s"' % (self.header_escape(name), self.header_escape(value))

    def right_authorization(self, pairs, meaning):
        parts = [self.header_pair(name, value) for name, value in pairs]
        if meaning.realm is not None:
            parts.insert(0, 'realm="%s"' % meaning.realm)
        return "OAuth " + ("," if meaning.wire.tight else ", ").join(parts)

    def right_wire_escape(self, text, wire):
        return encoders.wire(text, wire.keep, wire.plus, wire.lower)

    def right_wire_pair(self, name, value, wire):
        return self.wire_escape(name, wire) + "=" + self.wire_escape(value, wire)

    def right_wire_pairs(self, pairs, wire):
        return "&".join(self.wire_pair(name, value, wire) for name, value in pairs)

    def right_target(self, meaning, oauth):
        pairs = meaning.query + (oauth if meaning.placement == "query" else [])
        return meaning.path + ("?" + self.wire_pairs(pairs, meaning.wire) if pairs else "")

    def right_host(self, meaning):
        return meaning.host + ("" if meaning.port is None else ":%d" % meaning.port)

    def right_content_type(self, meaning):
        return meaning.content_type

    def right_body(self, meaning, oauth):
        if meaning.form is not None:
            pairs = meaning.form + (oauth if meaning.placement == "body" else [])
            return self.wire_pairs(pairs, meaning.wire)
        return meaning.body

    def right_assemble(self, method, target, headers, body):
        content = b"" if body is None else body.encode("utf-8", "replace")
        if body is not None:
            headers = headers + [("Content-Length", str(len(content)))]
        lines = ["%s %s HTTP/1.1" % (method, target)] + ["%s: %s" % pair for pair in headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "replace") + content

    # ---- the whole way
    def base_string(self, signed):
        pairs = [self.encode(parameter) for parameter in self.collect(signed)]
        return self.compose(self.base_method(signed), self.base_uri(signed), self.join(self.sort(pairs)))

    def sign(self, signed):
        """The octets signed, the key and the signature as text."""
        key = octets = b""
        if signed.signature_method == "PLAINTEXT":
            key = self.key(signed.credentials)
            text = key
            key = key.encode("utf-8", "replace")
        else:
            octets = self.base_octets(self.base_string(signed))
            if signed.signature_method.startswith("HMAC"):
                key = self.key(signed.credentials)
                key = key if isinstance(key, bytes) else key.encode("utf-8", "replace")
            text = self.text_form(self.digest(signed.signature_method, key, octets, signed.credentials))
        return octets, key, self.signature_text(text)

    def send(self, sent, signature):
        oauth = self.sent_oauth(sent, signature)
        target = self.target(sent, oauth)
        headers = [("Host", self.host(sent))] + sent.headers
        if sent.placement == "header":
            headers.append(("Authorization", self.authorization(oauth, sent)))
        body = self.body(sent, oauth)
        content_type = self.content_type(sent)
        if content_type is not None:
            headers.append(("Content-Type", content_type))
        return self.assemble(sent.method, target, headers, body)

    def make(self, meaning):
        meant = self.change_meaning(meaning.copy())
        signed = self.change_signed(meant.copy())
        sent = self.change_sent(meant.copy())
        octets, key, signature = self.sign(signed)
        return Result(self.send(sent, signature), octets, key, signature, meaning.scheme)
