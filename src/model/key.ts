/**
 * The key of the HMAC methods, which is also the whole PLAINTEXT signature (RFC 5849 3.4.2 and 3.4.4).
 *
 * @module
 */

import { toOctets } from "./octets.ts";
import type { Secrets, Stages } from "./stages.ts";

/**
 * Both secrets percent-encoded, joined by an "&" that stands even where a secret is empty.
 *
 * @returns ASCII text
 * @throws Error if a secret holds a lone surrogate
 * @example
 * key({ consumerSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9" }, specification); // "j49sk3j29djd&dh893hdasih9"
 */
export function key({ consumerSecret, tokenSecret = "" }: Secrets, stages: Stages): string {
  return `${stages.percentEncode(toOctets(consumerSecret))}&${stages.percentEncode(toOctets(tokenSecret))}`;
}
