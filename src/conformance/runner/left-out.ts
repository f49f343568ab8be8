/**
 * Finds the features without which nothing falsifies a property, by an experiment: each case that falsifies it is asked again
 * without some of its features. Flags that falsifying cases have in common prove nothing, because requests have many.
 */

import type { FailureKind } from "../properties/index.ts";
import type { SigningFeature } from "../vectors/index.ts";
import type { Falsified } from "./check-case.ts";

/** How a property is checked without features. */
export interface Experiment {
  /** Generates the case with this index without the features, and checks it. `Falsified` only for what nothing else suppresses. */
  readonly check: (index: number, without: readonly SigningFeature[]) => Promise<Falsified | "passed" | "not-offered">;
  /** The indices of cases: first those that are known to falsify the property, then all that the result must hold for. */
  readonly indices: readonly number[];
  /** The features of a case that can be taken away, those of the fewest cases first. */
  readonly featuresOf: (found: Falsified) => readonly SigningFeature[];
}

/** What an entry of a baseline leaves out. */
export interface LeftOut {
  readonly without: readonly SigningFeature[];
  /** A case for each kind of failures that no choice of features prevents. */
  readonly notGated: ReadonlyMap<FailureKind, Falsified>;
}

/** Of the cases of a property, at least this share must still be asked. */
const LEAST_SHARE = 0.25;

/** The smallest choice of features: none of them is unnecessary. */
export async function findLeftOut({ check, indices, featuresOf }: Experiment): Promise<LeftOut> {
  const notGated = new Map<FailureKind, Falsified>();
  const fixed: number[] = [];
  let without: readonly SigningFeature[] = [];
  let passed = 0;
  for (const index of indices) {
    const found = await check(index, without);
    if (found === "passed") passed++;
    if (typeof found === "string" || notGated.has(found.falsification.kind)) continue;
    const more = await firstThatPasses(index, without, choicesOf(featuresOf(found)));
    if (more === undefined) notGated.set(found.falsification.kind, found);
    else {
      without = more;
      fixed.push(index);
    }
  }
  for (const feature of without) {
    const others = without.filter((one) => one !== feature);
    if (await passesAll(others)) without = others;
  }
  return { without: passed < LEAST_SHARE * indices.length ? [] : without, notGated };

  async function firstThatPasses(
    index: number,
    before: readonly SigningFeature[],
    choices: Iterable<readonly SigningFeature[]>,
  ): Promise<readonly SigningFeature[] | undefined> {
    for (const choice of choices) {
      const all = [...before, ...choice];
      if ((await check(index, all)) === "passed") return all;
    }
    return undefined;
  }

  async function passesAll(others: readonly SigningFeature[]): Promise<boolean> {
    for (const index of fixed) {
      const found = await check(index, others);
      if (typeof found !== "string" && !notGated.has(found.falsification.kind)) return false;
    }
    return true;
  }
}

/** Each feature, then each pair of features: a case can show two mistakes. */
function* choicesOf(features: readonly SigningFeature[]): Iterable<readonly SigningFeature[]> {
  for (const one of features) yield [one];
  for (const [at, one] of features.entries()) for (const other of features.slice(0, at)) yield [other, one];
}
