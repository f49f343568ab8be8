/**
 * Checks the hash of a body that is not a form (OAuth Request Body Hash 1.0, draft 4, 3.2).
 *
 * @module
 */

import { bodyHash } from "../oauth1/body-hash.ts";
import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import type { Parameters } from "./read-parameters.ts";
import type { ProtocolParameters } from "./read-protocol-parameters.ts";
import { addProblem, type Problems } from "./rejections.ts";

/** Whether the hash is that of the body, with the hash function of the method or with SHA-1, as in the draft. */
export function isBodyHash(claimed: string, body: Uint8Array, method: SignatureMethod): boolean {
  return claimed === bodyHash(body, method) || claimed === bodyHash(body, "HMAC-SHA1");
}

/** With `requireBodyHash`: without a hash, the signature does not cover a body that is not a form. */
export function requireHashOfOtherBody(
  { hasOtherBody }: Parameters,
  { values }: ProtocolParameters,
  problems: Problems,
): void {
  if (!hasOtherBody || values.bodyHash !== undefined) return;
  addProblem(problems, "body-hash-missing", "the body is not form-encoded, and oauth_body_hash is missing");
}
