/**
 * The hash of a body that no parameters cover (OAuth Request Body Hash 1.0, draft 4, 3.2).
 *
 * @module
 */

import { bodyHash } from "../oauth1/body-hash.ts";
import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import type { Parameters } from "./parameters.ts";
import type { ProtocolParameters } from "./protocol-parameters.ts";
import { addProblem, type Problems } from "./verdicts.ts";

/**
 * Whether the body is the one that was hashed, with the method's own hash or the draft's SHA-1. A hash that came is
 * always checked; one that must come is asked for before.
 */
export function isBodyHash(claimed: string, body: Uint8Array, method: SignatureMethod): boolean {
  return claimed === bodyHash(body, method) || claimed === bodyHash(body, "HMAC-SHA1");
}

/** Where policy asks for it: a body that is no form comes with a hash, or nothing covers it. */
export function mustHashOtherBody(
  { hasOtherBody }: Parameters,
  { values }: ProtocolParameters,
  problems: Problems,
): void {
  if (!hasOtherBody || values.bodyHash !== undefined) return;
  addProblem(problems, "body-hash-missing", "the body is no form and comes without oauth_body_hash");
}
