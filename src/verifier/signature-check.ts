/**
 * The signature against the keys that may judge it.
 *
 * @module
 */

import type { ClaimedIdentity } from "./claimed-identity.ts";
import type { Candidates } from "./keyring.ts";
import { octetsOf } from "./signature-text.ts";
import type { Problem } from "./types.ts";

/** Which key the signature is right for, or why none. */
export type CheckedSignature =
  | { readonly ok: true; readonly keyId: string | undefined }
  | { readonly ok: false; readonly problem: Problem };

/** Tries the keys in order. A decoy is tried like any other, and what it says is not listened to. */
export function checkSignature(
  { keys, problem }: Candidates,
  baseString: string,
  { signature, signatureMethod }: ClaimedIdentity,
): CheckedSignature {
  const match = keys.find((key) => key.matches(baseString, signature, signatureMethod));
  if (problem !== undefined) return { ok: false, problem };
  if (match !== undefined) return { ok: true, keyId: match.id };
  const octets = octetsOf(signature);
  if (keys.every(({ signatureOctets }) => signatureOctets !== undefined && signatureOctets !== octets)) {
    const message = `oauth_signature has ${octets} octets, which is not the size of the client's key`;
    return { ok: false, problem: { code: "signature-malformed", message } };
  }
  return { ok: false, problem: { code: "signature-mismatch", message: "the signature does not match" } };
}
