/** Parses stored public keys, and keeps the most recently used ones. */

import { type RsaKeyInput, readPublicKey } from "../oauth1/keys.ts";
import { isRsaKey, keyFacts, latin1Text, type RsaKey } from "../platform/index.ts";

/** A public key and the facts by which the policy decides whether it can be used. */
export interface ParsedPublicKey {
  readonly key: RsaKey;
  readonly bits: number;
  readonly publicExponent: bigint;
}

/** Parses a stored public key; throws for one that cannot be read. */
export type PublicKeyParser = (stored: RsaKeyInput) => ParsedPublicKey;

/** A key takes about 5 kB. */
const MOST_KEYS = 1000;

/**
 * Creates the parser of one verifier. Kept keys are found by their text, not by the object that the look-up returned,
 * because many look-ups return a new object each time. Parsing a key for each request would reveal that a client exists,
 * because parsing takes longer than the rest of a rejection.
 */
export function createPublicKeyParser(): PublicKeyParser {
  /** From the least to the most recently used. */
  const kept = new Map<string, ParsedPublicKey>();
  return (stored) => {
    if (isRsaKey(stored)) return parse(stored);
    const text = textOf(stored);
    const parsed = kept.get(text) ?? parse(stored);
    kept.delete(text);
    kept.set(text, parsed);
    if (kept.size > MOST_KEYS) kept.delete(kept.keys().next().value!);
    return parsed;
  };
}

function parse(stored: RsaKeyInput): ParsedPublicKey {
  const key = readPublicKey(stored);
  const { bits, publicExponent } = keyFacts(key);
  return { key, bits, publicExponent };
}

/** Returns different texts for different keys. */
function textOf(stored: Exclude<RsaKeyInput, RsaKey>): string {
  if (typeof stored === "string") return stored;
  return stored instanceof Uint8Array ? `octets ${latin1Text(stored)}` : `JWK ${JSON.stringify(stored)}`;
}
