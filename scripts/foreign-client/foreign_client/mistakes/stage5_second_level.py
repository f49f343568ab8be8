"""Stage 5: encoders of the second level, when the three parts are put together."""
from .. import encoders as enc
from ..registry import mistake


def second_level(client, encoder):
    """Use another encoder when the parts are put together; parameters are encoded rightly before."""
    client.replace("escape_part", encoder)


@mistake("second-level-lower-case", 5, "encodes the parts in lower case when composing (%3a%2f%2f) and the parameters in upper case", "C#, C++")
def _(client):
    second_level(client, enc.maker(lower=True))


@mistake("second-level-slash-left", 5, "leaves slashes when it encodes the parts", "Python, Ruby")
def _(client):
    second_level(client, enc.python_quote)


@mistake("second-level-encodeuri", 5, "encodes the parts with encodeURI, so & = : / stay", "JavaScript")
def _(client):
    second_level(client, enc.encode_uri)


@mistake("second-level-percent-left", 5, "does not encode the percent signs again when composing", "Objective-C, VBA, C")
def _(client):
    second_level(client, enc.maker("%"))


@mistake("second-level-only-ampersand-and-equals", 5, "replaces only & and = when composing", "shell sed, VBA Replace")
def _(client):
    second_level(client, lambda text: text.replace("&", "%26").replace("=", "%3D"))


@mistake("second-level-tilde-encoded", 5, "encodes ~ as %7E when composing only", "PHP, Python 2", value="a~b")
def _(client):
    second_level(client, enc.old_rawurlencode)


@mistake("second-level-dots-and-hyphens-encoded", 5, "encodes . - _ too when composing", "ColdFusion, Lua")
def _(client):
    second_level(client, enc.alnum_only)


@mistake("second-level-first-match-only", 5, "encodes only the first & and the first = of the parameters, as replace with a text does", "JavaScript")
def _(client):
    second_level(client, lambda text: enc.maker("&=")(text).replace("&", "%26", 1).replace("=", "%3D", 1))
