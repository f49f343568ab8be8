/**
 * What a signature shows: which changes of the digest, or of how the signature is sent, can have led to it.
 *
 * Such a change is applied to the signatures of a few sample texts. Two changes with the same results count as the same
 * change, and a change whose results never have the length of the client's signature did not lead to it. Two changes are tried
 * together only if the client's signature does not have the correct length.
 */

import { isHmacMethod, isRsaMethod } from "../../spec/signature-methods.ts";
import type { ComputationCache } from "./computation-cache.ts";
import type { Hypothesis } from "./hypothesis.ts";

/** Base strings whose signatures contain all kinds of characters. */
const SAMPLES: readonly string[] = Array.from({ length: 8 }, (_, at) => `GET&${at}`);

/** See {@link createSignatureSamples}. */
export interface SignatureSamples {
  /** The same text for changes with the same effect; empty for a change without effect. */
  readonly effect: (hypothesis: Hypothesis) => string;
  /** Whether any pair with a hypothesis can lead to a signature as long as the client's. */
  readonly canFit: (hypothesis: Hypothesis) => boolean;
  /** Whether two hypotheses, of which each can fit, can do so together. */
  readonly canFitTogether: (one: Hypothesis, other: Hypothesis) => boolean;
}

/**
 * @param cache computes any method; for RSA and PLAINTEXT each combination fits
 * @param signature the client's signature, as a server decodes it from the request; without it each combination fits
 */
export function createSignatureSamples(cache: ComputationCache, signature: string | undefined): SignatureSamples {
  const { signatureMethod } = cache.original.request;
  const isHmac = isHmacMethod(signatureMethod);
  const known = new Map<Hypothesis, readonly (string | undefined)[]>();
  // A change may depend on the form of the key, such as one that takes a secret for hexadecimal digits.
  const { key = "" } = cache.valuesToSign([]);
  const sign = (combination: readonly Hypothesis[]): (string | undefined)[] =>
    SAMPLES.map((text) => cache.signatureOf(combination, text, key));
  const samplesOf = (hypothesis: Hypothesis): readonly (string | undefined)[] => {
    const samples = known.get(hypothesis) ?? sign([hypothesis]);
    known.set(hypothesis, samples);
    return samples;
  };
  const right = isRsaMethod(signatureMethod) ? [] : sign([]);
  const fits = (samples: readonly (string | undefined)[]): boolean => {
    const lengths = new Set(samples.map((text) => text?.length));
    return lengths.size > 1 || lengths.has(signature?.length);
  };
  const isRightFitting = fits(right);

  const effect = (hypothesis: Hypothesis): string => {
    if (right.length === 0 || !changesSignatureText(cache, hypothesis)) return "";
    const samples = samplesOf(hypothesis);
    return samples.every((text, at) => text === right[at]) ? "" : samples.join("\n");
  };
  const isAnyFitting = !isHmac || signature === undefined;
  const changesText = (hypothesis: Hypothesis): boolean => changesSignatureText(cache, hypothesis);
  const canFit = (hypothesis: Hypothesis): boolean =>
    isAnyFitting || !isRightFitting || !changesText(hypothesis) || fits(samplesOf(hypothesis));
  const canFitTogether = (one: Hypothesis, other: Hypothesis): boolean => {
    if (isAnyFitting) return true;
    if (isRightFitting) return !changesText(one) || !changesText(other);
    if (changesText(one) && changesText(other)) return true;
    const change = [one, other].find(changesText);
    return change !== undefined && fits(samplesOf(change));
  };
  return { effect, canFit, canFitTogether };
}

function changesSignatureText(cache: ComputationCache, hypothesis: Hypothesis): boolean {
  const { stages, changesSignature } = cache.affected(hypothesis);
  return changesSignature || stages.has("signature");
}
