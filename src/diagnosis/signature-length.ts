/** What the length of a signature shows: which changes of the digest or of the transport can have led to it. */

import type { ComputationCache } from "./computation-cache.ts";
import type { Hypothesis } from "./hypothesis.ts";
import type { Combination } from "./search.ts";

/** Base strings whose signatures have all kinds of characters, so that lengths that vary are noticed. */
const SAMPLES: readonly string[] = Array.from({ length: 8 }, (_, at) => `GET&${at}`);

/**
 * Makes a test whether a combination can lead to a signature as long as the client's. Nothing else of a signature is
 * predictable, but a hexadecimal or a shortened one shows itself by its length.
 *
 * @param cache computes an HMAC method, or PLAINTEXT, for which each combination passes
 * @param signature as a server decodes it from the request
 */
export function signatureLengthTest(cache: ComputationCache, signature: string): (combination: Combination) => boolean {
  if (cache.original.request.signatureMethod === "PLAINTEXT") return () => true;
  const fits = (combination: Combination): boolean => {
    const lengths = new Set(SAMPLES.map((text) => cache.signatureOf(combination, text, "key")?.length));
    return lengths.size > 1 || lengths.has(signature.length);
  };
  const isRightLength = fits([]);
  const known = new Map<Hypothesis, boolean>();
  return (combination) => {
    const [change, ...others] = combination.filter((one) => changesSignatureText(cache, one));
    if (change === undefined) return isRightLength;
    if (others.length > 0) return true;
    const isFitting = known.get(change) ?? fits([change]);
    known.set(change, isFitting);
    return isFitting;
  };
}

function changesSignatureText(cache: ComputationCache, hypothesis: Hypothesis): boolean {
  const { stages, changesSignature } = cache.affected(hypothesis);
  return changesSignature || stages.has("signature");
}
