/**
 * The signature against the keys that may judge it.
 *
 * @module
 */

import type { ClaimedIdentity } from "./claimed-identity.ts";
import type { LookedUp } from "./credentials.ts";
import type { ReadyKey } from "./kept-keys.ts";
import type { Candidates, Keyring } from "./keyring.ts";
import { octetsOf } from "./signature-text.ts";
import type { Problem } from "./types.ts";

/** Which key the signature is right for, or why none. */
export type CheckedSignature =
  | { readonly ok: true; readonly keyId: string | undefined }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Tries the keys in order. A decoy is tried like any other, and what it says is not listened to. A key that cannot be
 * used at all is the fault of whoever stored it, and no acceptance.
 */
export function checkSignature(
  stored: LookedUp,
  keyring: Keyring,
  baseString: Buffer,
  claimed: ClaimedIdentity,
): CheckedSignature {
  if (stored === undefined) return NOT_LOOKED_UP;
  try {
    const candidates = keyring.candidates(stored, claimed);
    const { signature, signatureMethod } = claimed;
    const match = candidates.keys.find((key) => key.matches(baseString, signature, signatureMethod));
    return conclude(candidates, match, signature);
  } catch {
    return UNUSABLE;
  }
}

/** The same with RSA on the thread pool. */
export async function checkSignatureLater(
  stored: LookedUp,
  keyring: Keyring,
  baseString: Buffer,
  claimed: ClaimedIdentity,
): Promise<CheckedSignature> {
  if (stored === undefined) return NOT_LOOKED_UP;
  try {
    const candidates = keyring.candidates(stored, claimed);
    return conclude(candidates, await firstMatch(candidates.keys, baseString, claimed), claimed.signature);
  } catch {
    return UNUSABLE;
  }
}

const NOT_LOOKED_UP: CheckedSignature = {
  ok: false,
  problem: { code: "credentials-unavailable", message: "the credentials look-up failed" },
};

const UNUSABLE: CheckedSignature = {
  ok: false,
  problem: { code: "credentials-unavailable", message: "a stored key cannot be used" },
};

async function firstMatch(
  keys: readonly ReadyKey[],
  baseString: Buffer,
  { signature, signatureMethod }: ClaimedIdentity,
): Promise<ReadyKey | undefined> {
  for (const key of keys) {
    if (await key.matchesLater(baseString, signature, signatureMethod)) return key;
  }
  return undefined;
}

function conclude({ keys, problem }: Candidates, match: ReadyKey | undefined, signature: string): CheckedSignature {
  if (problem !== undefined) return { ok: false, problem };
  return match === undefined ? noMatch(keys, signature) : { ok: true, keyId: match.id };
}

function noMatch(keys: readonly ReadyKey[], signature: string): CheckedSignature {
  const octets = octetsOf(signature);
  if (keys.every(({ signatureOctets }) => signatureOctets !== undefined && signatureOctets !== octets)) {
    const message = `oauth_signature has ${octets} octets, which is not the size of the client's key`;
    return { ok: false, problem: { code: "signature-malformed", message } };
  }
  return { ok: false, problem: { code: "signature-mismatch", message: "the signature does not match" } };
}
