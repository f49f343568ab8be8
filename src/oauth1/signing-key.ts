/**
 * The key text of HMAC and PLAINTEXT (RFC 5849 3.4.2, 3.4.4).
 *
 * @module
 */

import { percentEncode } from "./percent-encoding.ts";

/**
 * The key of HMAC and the signature of PLAINTEXT: both secrets encoded, joined with `&`, which stands even where a
 * secret is empty (RFC 5849 3.4.2).
 *
 * @example
 * ```ts
 * import { signingKey } from "countersign/oauth1";
 *
 * signingKey("kd94&hf93", ""); // => "kd94%26hf93&"
 * ```
 */
export function signingKey(consumerSecret: string, tokenSecret = ""): string {
  return `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
}
