/** Checks the signature with the keys of the client, and the body hash. */

import { bodyHash } from "../oauth1/body-hash.ts";
import { verifyBaseString } from "../oauth1/signature.ts";
import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import type { Claims } from "./claims.ts";
import type { Candidate, Candidates, Keyring } from "./keyring.ts";
import type { StoredKey } from "./types.ts";
import type { Problem } from "./verdict.ts";

/** The `id` of the key that matched, or why none did. */
export type CheckedSignature = { readonly keyId: string | undefined } | { readonly problem: Problem };

/**
 * Tries the keys in order. A decoy is tried too, but its result is ignored. If a key cannot be used, the result is the problem
 * `credentials-unavailable`.
 *
 * @param stored - what the look-up returned
 */
export function checkSignature(
  stored: readonly StoredKey[],
  keyring: Keyring,
  baseString: string,
  claimed: Claims,
): CheckedSignature {
  const { signature } = claimed;
  try {
    const candidates = keyring(stored, claimed);
    for (const candidate of candidates.keys) {
      if (verifyBaseString(baseString, signature, candidate.key)) return conclude(candidates, candidate, signature);
    }
    return conclude(candidates, undefined, signature);
  } catch {
    return { problem: UNUSABLE_KEY };
  }
}

const UNUSABLE_KEY = { code: "credentials-unavailable", message: "a stored key cannot be used" } as const;

function conclude({ keys, problem }: Candidates, match: Candidate | undefined, signature: string): CheckedSignature {
  if (problem !== undefined) return { problem };
  return match === undefined ? noMatch(keys, signature) : { keyId: match.id };
}

function noMatch(keys: readonly Candidate[], signature: string): CheckedSignature {
  const octets = octetsOf(signature);
  if (keys.every(({ signatureOctets }) => signatureOctets !== undefined && signatureOctets !== octets)) {
    const message = `oauth_signature has ${octets} octets, which is not the size of the client's key`;
    return { problem: { code: "signature-malformed", message } };
  }
  return { problem: { code: "signature-mismatch", message: "the signature does not match" } };
}

/** The number of octets that canonical base64 encodes. */
function octetsOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/**
 * Whether a text is the hash of the body (OAuth Request Body Hash 1.0, draft 4, 3.2), by the hash function of the method
 * or by SHA-1, as in the draft.
 */
export function isBodyHash(claimed: string, body: Uint8Array, method: SignatureMethod): boolean {
  return claimed === bodyHash(body, method) || claimed === bodyHash(body, "HMAC-SHA1");
}
