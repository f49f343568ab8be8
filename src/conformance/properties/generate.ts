/**
 * Cases by seed and index. Each is generated independently, so that case 100 can be repeated without the cases before it.
 */

import * as fc from "fast-check";
import { checkOptions } from "../../platform/check-options.ts";

/** Maximum number of cases tried while shrinking: not a time, so that a slow driver gets as small a case as a fast one. */
const MOST_SHRINK_RUNS = 500;

/** fast-check's seed for one case: both numbers mixed, so that neighbouring cases are independent. */
function caseSeed(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}

/**
 * Generates the case with this seed and index: always the same one for the same version of fast-check.
 *
 * @param cases a generator, such as `property.cases`
 * @param seed any 32-bit integer
 * @param index 0 for the first case
 * @example
 * ```ts
 * import { generateCase, url } from "countersign/properties";
 *
 * generateCase(url, 5849, 7) === generateCase(url, 5849, 7); // => true
 * ```
 */
export function generateCase<Case>(cases: fc.Arbitrary<Case>, seed: number, index: number): Case {
  return fc.sample(cases, { seed: caseSeed(seed, index), numRuns: 1 })[0]!;
}

/** The options of {@link shrinkCase}. */
interface ShrinkOptions<Case> {
  readonly seed: number;
  readonly index: number;
  readonly fails: (one: Case) => Promise<boolean>;
}

/**
 * Shrinks a failing case: tries at most 500 cases for a smaller one that fails too.
 *
 * @param options `seed` and `index` of the failing case, and `fails`, which runs a case again
 * @throws TypeError with the code `option-unknown` or `options-invalid`
 * @returns the smallest failing case that was found; the case itself if it does not fail again
 * @example
 * ```ts
 * import { shrinkCase, url } from "countersign/properties";
 *
 * await shrinkCase(url, { seed: 5849, index: 2, fails: async (one) => one.includes("/") }); // => "http://example.com"
 * ```
 */
export async function shrinkCase<Case>(cases: fc.Arbitrary<Case>, options: ShrinkOptions<Case>): Promise<Case> {
  checkOptions(options, ["seed", "index", "fails"]);
  const { seed, index, fails } = options;
  let tried = 0;
  const property = fc.asyncProperty(cases, async (one) => tried++ >= MOST_SHRINK_RUNS || !(await fails(one)));
  const { counterexample } = await fc.check(property, { seed: caseSeed(seed, index), numRuns: 1 });
  return counterexample === null ? generateCase(cases, seed, index) : counterexample[0];
}
