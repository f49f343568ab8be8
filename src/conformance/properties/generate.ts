/**
 * One case by its seed and index, each by itself: the hundredth needs none of the ninety-nine before it.
 *
 * @module
 */

import * as fc from "fast-check";

/** fast-check's seed for one case: both numbers mixed, so that neighbours have nothing in common. */
export function caseSeed(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}

/** The case of a law's generator at (seed, index). */
export function generateCase<Case>(cases: fc.Arbitrary<Case>, seed: number, index: number): Case {
  return fc.sample(cases, { seed: caseSeed(seed, index), numRuns: 1 })[0]!;
}

/** The smallest case found that still fails, starting from the one at (seed, index). */
export async function shrinkCase<Case>(
  cases: fc.Arbitrary<Case>,
  {
    seed,
    index,
    isBroken,
  }: { readonly seed: number; readonly index: number; readonly isBroken: (one: Case) => Promise<boolean> },
): Promise<Case> {
  const property = fc.asyncProperty(cases, async (one) => !(await isBroken(one)));
  const { counterexample } = await fc.check(property, {
    seed: caseSeed(seed, index),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_MILLISECONDS,
  });
  return counterexample === null ? generateCase(cases, seed, index) : counterexample[0];
}

const SHRINK_MILLISECONDS = 10_000;
