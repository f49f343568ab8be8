/** A signed form post in Python 3. Its standard library has no RSA: the snippet calls openssl. */

import { codePointLiteral as text } from "./literals.ts";
import { type SnippetInput, secretVariable } from "./snippet-input.ts";

export function pythonSnippet(input: SnippetInput): string {
  const { isRsa } = input;
  const imports = isRsa ? "base64, os, secrets, subprocess, time" : "base64, hashlib, hmac, os, secrets, time";
  return `import ${imports.replaceAll(", ", "\nimport ")}
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen


def encode(value):  # RFC 5849 3.6
    return quote(value, safe="~")


def join(pairs):
    return "&".join(f"{name}={value}" for name, value in pairs)


def encode_pairs(pairs):
    return [(encode(name), encode(value)) for name, value in pairs]


url = ${text(input.url)}
form = [
${input.form.map(([name, value]) => `    (${text(name)}, ${text(value)}),\n`).join("")}]
protocol = [
    ("oauth_consumer_key", ${text(input.consumerKey)}),
    ("oauth_nonce", secrets.token_hex(16)),
    ("oauth_signature_method", "${isRsa ? "RSA-SHA256" : "HMAC-SHA1"}"),
    ("oauth_timestamp", str(int(time.time()))),
    ("oauth_version", "1.0"),
]
parameters = join(sorted(encode_pairs(form + protocol)))
base_string = f"POST&{encode(url)}&{encode(parameters)}"
${isRsa ? rsa(input) : hmac(input)}
signed = protocol + [("oauth_signature", base64.b64encode(signature).decode())]
header = ${text(input.headerStart)} + ", ".join(f'{name}="{value}"' for name, value in encode_pairs(signed))
body = join(encode_pairs(${input.repeatsInBody ? "form + protocol" : "form"}))
headers = {"Authorization": header, "Content-Type": ${text(input.contentType)}}
try:
    with urlopen(Request(url, body.encode(), headers)) as response:
        print(response.status, response.read().decode())
except HTTPError as error:
    print(error.code, error.read().decode())
`;
}

function hmac(input: SnippetInput): string {
  return `key = encode(os.environ["${secretVariable(input)}"]) + "&"
signature = hmac.new(key.encode(), base_string.encode(), hashlib.sha1).digest()`;
}

/** openssl reads PKCS#8 and PKCS#1. */
function rsa(input: SnippetInput): string {
  return `command = ["openssl", "dgst", "-sha256", "-sign", os.environ["${secretVariable(input)}"]]
signature = subprocess.run(command, input=base_string.encode(), stdout=subprocess.PIPE, check=True).stdout`;
}
