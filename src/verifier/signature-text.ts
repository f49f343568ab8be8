/**
 * Checks the text of a signature: canonical base64 (RFC 4648 3.5, 4) of the length of the method. With other spellings of
 * the same octets, one signature would have several texts.
 *
 * @module
 */

import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import { base64Octets } from "../platform/index.ts";

const OCTETS_20_RE = /^[A-Za-z0-9+/]{26}[AEIMQUYcgkosw048]=$/;
const OCTETS_32_RE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const OCTETS_64_RE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

/** Whether a text can be a signature of the method. The length of an RSA signature depends on the key: not checked here. */
export function isSignatureText(text: string, method: SignatureMethod): boolean {
  switch (method) {
    case "HMAC-SHA1":
      return OCTETS_20_RE.test(text);
    case "HMAC-SHA256":
      return OCTETS_32_RE.test(text);
    case "HMAC-SHA512":
      return OCTETS_64_RE.test(text);
    case "PLAINTEXT":
      return text !== "";
    default:
      return text !== "" && base64Octets(text) !== undefined;
  }
}

/** The number of octets that canonical base64 encodes. */
export function octetsOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
