/** Shows a request as its author describes it, before signing. */

import { type NameValue, type SigningInput, toOctetPairs, validUtf8Text } from "../../src/model/index.ts";
import { visible } from "../../src/redaction/visible.ts";

/** Writes one line for each part. Octets that are not text are escaped; an RSA key is named, not shown. */
export function requestText(request: SigningInput): string {
  const { method, url, form, body, headers = [], protocolParameters, transport, realm, bodyHash } = request;
  const lines: (readonly [string, string] | undefined)[] = [
    [method, url],
    ...headers.map(([name, value]) => [`${name}:`, value] as const),
    form && ["form", pairsText(form)],
    body === undefined ? undefined : ["body", JSON.stringify(body)],
    ["protocol parameters", pairsText(protocolParameters)],
    realm == null ? undefined : ["realm", JSON.stringify(realm)],
    transport && ["sent in", transport],
    bodyHash ? ["oauth_body_hash", "added by the signer"] : undefined,
    ["signed with", signedWith(request)],
  ];
  const present = lines.filter((line) => line !== undefined);
  return present.map(([what, text]) => `${what} ${visible(text)}`).join("\n");
}

function signedWith({ signatureMethod, consumerSecret = "", tokenSecret, privateKey }: SigningInput): string {
  if (privateKey !== undefined) return `${signatureMethod}, an RSA key of 2048 bits`;
  const token = tokenSecret === undefined ? "no token secret" : `token secret ${JSON.stringify(tokenSecret)}`;
  return `${signatureMethod}, consumer secret ${JSON.stringify(consumerSecret)}, ${token}`;
}

function pairsText(pairs: readonly NameValue[]): string {
  return toOctetPairs(pairs)
    .map((pair) => pair.map(octetsText).join(" = "))
    .join(", ");
}

function octetsText(octets: Uint8Array): string {
  const text = validUtf8Text(octets);
  if (text !== undefined) return /^[!-~]+$/.test(text) ? text : JSON.stringify(text);
  return Array.from(octets, (octet) => `<${octet.toString(16).toUpperCase().padStart(2, "0")}>`).join("");
}
