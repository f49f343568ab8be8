/**
 * Where two texts part.
 *
 * @module
 */

import type { Stage } from "../suite/index.ts";
import type { Difference } from "./events.ts";

/** The difference of two texts of one stage; `undefined` where there is none. */
export function differenceOf(stage: Stage, expected: string, actual: string): Difference | undefined {
  return expected === actual ? undefined : { stage, expected, actual, index: firstDifference(expected, actual) };
}

/** Index of the first UTF-16 unit in which two texts differ; the length of the shorter where it starts the longer. */
function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}
