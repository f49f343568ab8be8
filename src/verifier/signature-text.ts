/**
 * The text of a signature: canonical base64 of the length that the method has (RFC 4648 3.5, 4). Any other spelling
 * of the same octets would be a second text for one signature.
 *
 * @module
 */

import type { SignatureMethod } from "../oauth1/index.ts";

// With an underscore that base64 has not: of a class with \w each character is looked up and not compared.
const OCTETS_20_RE = /^[\w+/]{26}[AEIMQUYcgkosw048]=$/;
const OCTETS_32_RE = /^[\w+/]{42}[AEIMQUYcgkosw048]=$/;
const OCTETS_64_RE = /^[\w+/]{85}[AQgw]==$/;

/** Whether a text can be a signature of a method at all. RSA's length is its key's, so there only the spelling counts. */
export function isSignatureText(text: string, method: SignatureMethod): boolean {
  switch (method) {
    case "HMAC-SHA1":
      return isBase64(text, OCTETS_20_RE);
    case "HMAC-SHA256":
      return isBase64(text, OCTETS_32_RE);
    case "HMAC-SHA512":
      return isBase64(text, OCTETS_64_RE);
    case "PLAINTEXT":
      return text !== "";
    default:
      return text !== "" && Buffer.from(text, "base64").toString("base64") === text;
  }
}

function isBase64(text: string, shape: RegExp): boolean {
  return shape.test(text) && !text.includes("_");
}

/** How many octets canonical base64 stands for. */
export function octetsOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
