/** Caches the values that a part of a computation has under hypotheses. */

import { cached } from "./cached-stages.ts";
import type { Hypothesis } from "./hypothesis.ts";

/** @param affecting the hypotheses that affect the value, in their order */
export type ValueCache<Value> = (affecting: readonly Hypothesis[], compute: () => Value) => Value;

/**
 * Keeps the value for each single hypothesis that affects it, and the value without any hypothesis. Values of larger
 * combinations are needed only once, so they are computed each time.
 */
export function createValueCache<Value>(): ValueCache<Value> {
  const values = new Map<Hypothesis | undefined, Value>();
  return (affecting, compute) => (affecting.length > 1 ? compute() : cached(values, affecting[0], compute));
}
