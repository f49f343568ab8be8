/**
 * The hash of a body that no parameters cover (OAuth Request Body Hash 1.0, draft 4, 3.2).
 *
 * @module
 */

import { bodyHash, type SignatureMethod } from "../oauth1/index.ts";
import { type Problems, found } from "./verdicts.ts";

/**
 * Whether the body is the one that was hashed, with the method's own hash or the draft's SHA-1. A hash that came is
 * always checked; one that must come is asked for before.
 */
export function isBodyHash(claimed: string, body: string | Uint8Array, method: SignatureMethod): boolean {
  return claimed === bodyHash(body, method) || claimed === bodyHash(body, "HMAC-SHA1");
}

/** Whether a hash has to be there and is not. */
export function checkBodyHashPresence(
  claimed: string | undefined,
  hasOtherBody: boolean,
  required: boolean,
  problems: Problems,
): void {
  if (!required || !hasOtherBody || claimed !== undefined) return;
  found(problems, "body-hash-missing", "the body is no form and comes without oauth_body_hash");
}
