/**
 * What every reporter is: a listener to the events of one run or several, one after the other.
 *
 * @module
 */

import type { Result, RunEvent, RunStart } from "../runner/index.ts";
import { labelOf } from "./label.ts";

/** One format. */
export interface Reporter {
  /** Each event as it comes; a run begins with `start` and ends with `end`. */
  readonly listen: (event: RunEvent) => void;
  /** After the last run: what can only be written now. */
  readonly finish: () => void;
}

/** What can be said of a failure that the events do not hold. */
export interface Advice {
  /** The command that runs only this vector, or only this law. */
  readonly rerun: Rerun;
  /** The entry that would excuse the failure, ready to be pasted into the baseline. */
  readonly baselineEntry?: (failure: Result) => string | undefined;
}

/** See {@link Advice}; `run` says which of the runs the failure is from: 0 for the first. None where that cannot be. */
export type Rerun = (failure: Result, run: number) => string | undefined;

/** What can be said of the failures of one run. */
export interface RunAdvice extends Omit<Advice, "rerun"> {
  /** What the implementation is called, safe to print. */
  readonly label: string;
  readonly rerun: (failure: Result) => string | undefined;
}

/** The advice for one of the runs, told by its number. */
export function adviceFor(advice: Advice, implementation: RunStart["implementation"], run: number): RunAdvice {
  return { ...advice, label: labelOf(implementation), rerun: (failure) => advice.rerun(failure, run) };
}
