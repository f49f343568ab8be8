/**
 * The signature against the keys that may judge it.
 *
 * @module
 */

import type { ClaimedIdentity } from "./claimed-identity.ts";
import type { ReadyKey } from "./kept-keys.ts";
import type { Keyring } from "./keyring.ts";
import { octetsOf } from "./signature-text.ts";
import type { Problem, StoredKey } from "./types.ts";

/** Which key the signature is right for, or why none. */
export type CheckedSignature =
  | { readonly ok: true; readonly keyId: string | undefined }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Tries the keys in order. A decoy is tried like any other, and what it says is not listened to. A key that cannot be
 * used at all is the fault of whoever stored it, and no acceptance.
 */
export async function checkSignature(
  stored: readonly StoredKey[],
  keyring: Keyring,
  baseString: string,
  claimed: ClaimedIdentity,
): Promise<CheckedSignature> {
  try {
    const { keys, problem } = keyring.candidates(stored, claimed);
    const match = await firstMatch(keys, baseString, claimed);
    if (problem !== undefined) return { ok: false, problem };
    return match === undefined ? noMatch(keys, claimed.signature) : { ok: true, keyId: match.id };
  } catch {
    return { ok: false, problem: { code: "credentials-unavailable", message: "a stored key cannot be used" } };
  }
}

async function firstMatch(
  keys: readonly ReadyKey[],
  baseString: string,
  { signature, signatureMethod }: ClaimedIdentity,
): Promise<ReadyKey | undefined> {
  for (const key of keys) {
    const answer = key.matches(baseString, signature, signatureMethod);
    if (typeof answer === "boolean" ? answer : await answer) return key;
  }
  return undefined;
}

function noMatch(keys: readonly ReadyKey[], signature: string): CheckedSignature {
  const octets = octetsOf(signature);
  if (keys.every(({ signatureOctets }) => signatureOctets !== undefined && signatureOctets !== octets)) {
    const message = `oauth_signature has ${octets} octets, which is not the size of the client's key`;
    return { ok: false, problem: { code: "signature-malformed", message } };
  }
  return { ok: false, problem: { code: "signature-mismatch", message: "the signature does not match" } };
}
