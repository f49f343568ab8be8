/**
 * Where two texts part.
 *
 * @module
 */

import type { Stage } from "../vectors/index.ts";
import type { Difference } from "./result.ts";

/** An answer may be of 16 MiB, and a report holds hundreds of them: so many UTF-16 units behind the difference are kept. */
const LONGEST = 100_000;

/** The difference of two texts of one stage; `undefined` where there is none. */
export function differenceOf(stage: Stage, expected: string, actual: string): Difference | undefined {
  if (expected === actual) return undefined;
  const index = firstDifference(expected, actual);
  return { stage, expected: shortened(expected, index), actual: shortened(actual, index), index };
}

function shortened(text: string, index: number): string {
  const end = index + LONGEST;
  return text.length > end ? `${text.slice(0, end)}… (${text.length} characters)` : text;
}

/** Index of the first UTF-16 unit in which two texts differ; the length of the shorter where it starts the longer. */
function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}
