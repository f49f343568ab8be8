/**
 * The signature, checked with the keys of the client.
 *
 * @module
 */

import { type VerificationKey, verifyBaseString, verifyBaseStringAsync } from "../oauth1/signature.ts";
import type { Claims } from "./claimed-identity.ts";
import type { LookedUp } from "./credentials.ts";
import type { Candidate, Candidates, Keyring } from "./keyring.ts";
import { octetsOf } from "./signature-text.ts";
import type { Problem } from "./types.ts";

/** Which key the signature is right for, or why none. */
export type CheckedSignature =
  | { readonly ok: true; readonly keyId: string | undefined }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Tries the keys in order. A decoy is tried like any other, and its result is ignored. A key that cannot be used at
 * all is a fault of the application, and no acceptance.
 *
 * @param onThreadPool - whether RSA is computed on the thread pool; the other methods are too quick for it
 */
export async function checkSignature(
  stored: LookedUp,
  keyring: Keyring,
  baseString: string,
  claimed: Claims,
  onThreadPool: boolean,
): Promise<CheckedSignature> {
  if (stored === undefined) return NOT_LOOKED_UP;
  const { signature } = claimed;
  const matches = (key: VerificationKey): boolean | Promise<boolean> =>
    onThreadPool ? verifyBaseStringAsync(baseString, signature, key) : verifyBaseString(baseString, signature, key);
  try {
    const candidates = keyring.candidates(stored, claimed);
    for (const candidate of candidates.keys) {
      if (await matches(candidate.key)) return conclude(candidates, candidate, signature);
    }
    return conclude(candidates, undefined, signature);
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

function conclude({ keys, problem }: Candidates, match: Candidate | undefined, signature: string): CheckedSignature {
  if (problem !== undefined) return { ok: false, problem };
  return match === undefined ? noMatch(keys, signature) : { ok: true, keyId: match.id };
}

function noMatch(keys: readonly Candidate[], signature: string): CheckedSignature {
  const octets = octetsOf(signature);
  if (keys.every(({ signatureOctets }) => signatureOctets !== undefined && signatureOctets !== octets)) {
    const message = `oauth_signature has ${octets} octets, which is not the size of the client's key`;
    return { ok: false, problem: { code: "signature-malformed", message } };
  }
  return { ok: false, problem: { code: "signature-mismatch", message: "the signature does not match" } };
}
