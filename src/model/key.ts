/** The key of the HMAC methods, which is also the whole PLAINTEXT signature (RFC 5849 3.4.2 and 3.4.4). */

import { toOctets } from "./octets.ts";
import type { Secrets, Stages } from "./stages.ts";

/**
 * Both secrets, percent-encoded and joined by "&", even if a secret is empty.
 *
 * @throws Error if a secret contains a lone surrogate
 */
export function key({ consumerSecret, tokenSecret = "" }: Secrets, stages: Stages): string {
  return `${stages.percentEncode(toOctets(consumerSecret))}&${stages.percentEncode(toOctets(tokenSecret))}`;
}
