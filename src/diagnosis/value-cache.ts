/** Keeps what hypotheses make of a part of a computation. */

import { cached } from "./cached-stages.ts";
import type { Hypothesis } from "./hypothesis.ts";

/** @param affecting the hypotheses that affect the value, in their order */
export type ValueCache<Value> = (affecting: readonly Hypothesis[], compute: () => Value) => Value;

/**
 * Keeps the value for each single hypothesis that affects it, and the value without any. Values of larger combinations
 * are needed once, so they are computed each time.
 */
export function createValueCache<Value>(): ValueCache<Value> {
  const values = new Map<Hypothesis | undefined, Value>();
  return (affecting, compute) => (affecting.length > 1 ? compute() : cached(values, affecting[0], compute));
}

/** Characters of base strings that are kept for pairs. */
const MOST_KEPT = 16_000_000;

/** Also keeps those for pairs, which triples with a third hypothesis about the key or the signature share. */
export function createBaseStringCache(): ValueCache<string | undefined> {
  const ofSingles = createValueCache<string | undefined>();
  const ofPairs = new Map<Hypothesis, Map<Hypothesis, string | undefined>>();
  let kept = 0;
  return (affecting, compute) => {
    const [first, second] = affecting;
    if (first === undefined || second === undefined || affecting.length > 2) return ofSingles(affecting, compute);
    const withFirst = cached(ofPairs, first, () => new Map<Hypothesis, string | undefined>());
    if (withFirst.has(second)) return withFirst.get(second);
    const value = compute();
    kept += value?.length ?? 0;
    if (kept <= MOST_KEPT) withFirst.set(second, value);
    return value;
  };
}
