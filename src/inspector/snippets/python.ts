/** A signed form post in Python 3. Its standard library has no RSA: the snippet calls openssl. */

import { codePointLiteral as text } from "./literals.ts";
import {
  declaredLists,
  listsInBody,
  type SnippetInput,
  secretVariable,
  signedLists,
  TOKEN_SECRET,
} from "./snippet-input.ts";

export function pythonSnippet(input: SnippetInput): string {
  const { isRsa, token, contentType } = input;
  const imports = isRsa ? "base64, os, secrets, subprocess, time" : "base64, hashlib, hmac, os, secrets, time";
  const parts = listsInBody(input);
  const content = parts === undefined ? input.body && text(input.body) : `join(encode_pairs(${parts.join(" + ")}))`;
  const body = content === undefined ? "" : `body = ${content}\n`;
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
${declaredLists(input)
  .map(([list, pairs]) => `${list} = [\n${tuples(pairs)}]\n`)
  .join("")}protocol = [
    ("oauth_consumer_key", ${text(input.consumerKey)}),
    ("oauth_nonce", secrets.token_hex(16)),
    ("oauth_signature_method", "${input.signatureMethod}"),
    ("oauth_timestamp", str(int(time.time()))),
${token === undefined ? "" : `    ("oauth_token", ${text(token)}),\n`}    ("oauth_version", "1.0"),
]
parameters = join(sorted(encode_pairs(${signedLists(input).join(" + ")})))
base_string = f"${input.method}&{encode(url)}&{encode(parameters)}"
${isRsa ? rsa(input) : hmac(input)}
signed = protocol + [("oauth_signature", base64.b64encode(signature).decode())]
header = ${text(input.headerStart)} + ", ".join(f'{name}="{value}"' for name, value in encode_pairs(signed))
${body}headers = {"Authorization": header${contentType === undefined ? "" : `, "Content-Type": ${text(contentType)}`}}
${input.query.length === 0 ? "" : 'url += "?" + join(encode_pairs(query))\n'}request = Request(url, ${body === "" ? "None" : "body.encode()"}, headers, method="${input.method}")
try:
    with urlopen(request) as response:
        print(response.status, response.read().decode())
except HTTPError as error:
    print(error.code, error.read().decode())
`;
}

function tuples(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `    (${text(name)}, ${text(value)}),\n`).join("");
}

function hmac(input: SnippetInput): string {
  return `key = encode(os.environ["${secretVariable(input)}"]) + "&"${input.token === undefined ? "" : ` + encode(os.environ["${TOKEN_SECRET}"])`}
signature = hmac.new(key.encode(), base_string.encode(), hashlib.sha${input.hash}).digest()`;
}

/** openssl reads PKCS#8 and PKCS#1. */
function rsa(input: SnippetInput): string {
  return `command = ["openssl", "dgst", "-sha${input.hash}", "-sign", os.environ["${secretVariable(input)}"]]
signature = subprocess.run(command, input=base_string.encode(), stdout=subprocess.PIPE, check=True).stdout`;
}
