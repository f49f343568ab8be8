/**
 * What went wrong with a driver at no vector, put together: the same thing is told once, with how often it happened.
 *
 * @module
 */

import type { Trouble } from "../vectors/index.ts";
import { groupBy } from "./group-by.ts";
import type { DriverTrouble } from "./record.ts";

/** The first of several that are the same. */
export interface RepeatedTrouble extends DriverTrouble {
  readonly count: number;
}

/** Whether two troubles are the same: what was written to stderr may differ. */
export function troubleKey({ trouble, message }: DriverTrouble): string {
  return JSON.stringify([trouble, message]);
}

/** In the order in which they came first. */
export function repeatedTroubles(troubles: readonly DriverTrouble[]): RepeatedTrouble[] {
  return [...groupBy(troubles, troubleKey).values()].map((same) => ({ ...same[0]!, count: same.length }));
}

/** What it is called, and how often it happened. */
export function troubleTitle({ trouble, count }: RepeatedTrouble): string {
  return count === 1 ? trouble : `${trouble}, ${count} times`;
}

const ENDS = "after so many questions or so much time: a leak, or a limit? --exec starts a process for each question";

/** How it usually comes about that this happens again and again at no vector; nothing is said of what explains itself. */
export const TROUBLE_HINTS: { readonly [trouble in Trouble]?: string } = {
  crashed: ENDS,
  "exited-early": ENDS,
  "timed-out": ENDS,
};
