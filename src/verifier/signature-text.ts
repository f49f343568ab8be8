/**
 * The text of a signature: canonical base64 of the length that the method has (RFC 4648 3.5, 4). Any other spelling
 * of the same octets would be a second text for one signature.
 *
 * @module
 */

import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import { base64Octets } from "../platform/index.ts";

/** Octets of the digest that a signature is. */
const DIGEST_OCTETS: Readonly<Partial<Record<SignatureMethod, number>>> = {
  "HMAC-SHA1": 20,
  "HMAC-SHA256": 32,
  "HMAC-SHA512": 64,
};

/** Whether a text can be a signature of a method at all. RSA's length is its key's, so there only the spelling counts. */
export function isSignatureText(text: string, method: SignatureMethod): boolean {
  if (text === "" || method === "PLAINTEXT") return text !== "";
  const length = base64Octets(text)?.length;
  return length !== undefined && (DIGEST_OCTETS[method] ?? length) === length;
}

/** How many octets canonical base64 stands for. */
export function octetsOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
