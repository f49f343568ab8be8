/** What the kinds of driver failures mean, and the problems with a driver that no single question caused. */

import type { DriverProblem, Stopped, Verdict } from "../../runner/index.ts";
import type { DriverFailure } from "../../vectors/index.ts";
import { groupBy } from "./group-by.ts";

/** A sentence for each kind. */
export const DRIVER_FAILURE_TEXT: Readonly<Record<DriverFailure, string>> = {
  failed: "The implementation reported an error instead of answering.",
  undeclared: "The driver answered unsupported to what its hello offers.",
  crashed: "The driver crashed instead of answering.",
  "exited-early": "The implementation ended with exit code 0 while a question was open.",
  "timed-out": "The answer did not arrive in time.",
  "malformed-answer": "The answer does not follow the driver protocol.",
  "stray-output": "The driver wrote text to stdout that is not an answer. Log lines belong on stderr.",
  "wrong-id": "The driver answered a question that was not asked.",
  "doubled-id": "The driver answered a question twice.",
  "not-utf-8": "The output is not UTF-8.",
  flood: "The driver wrote a line longer than the protocol allows, or too many lines.",
};

/** Whether there was no answer to compare. */
export function isDriverFailure(verdict: Verdict): verdict is DriverFailure {
  return verdict in DRIVER_FAILURE_TEXT;
}

/** The first of several equal problems, and how many there are. */
export interface RepeatedProblem extends DriverProblem {
  readonly count: number;
}

/** Problems that differ only in their stderr have the same key. */
export function problemKey({ kind, message }: DriverProblem): string {
  return JSON.stringify([kind, message]);
}

/** Groups equal problems, in the order of the first of each. */
export function repeatedProblems(problems: readonly DriverProblem[]): RepeatedProblem[] {
  return [...groupBy(problems, problemKey).values()].map((same) => ({ ...same[0]!, count: same.length }));
}

/** Why a run ended early, unless a problem with the driver explains it: a driver that does not start is reported once. */
export function stopReason(stopped: Stopped | undefined, problems: Iterable<DriverProblem>): Stopped | undefined {
  return [...problems].some(({ message }) => stopped?.message.endsWith(message)) ? undefined : stopped;
}

/** Kind and count, such as "crashed, 3 times". */
export function problemTitle({ kind, count }: RepeatedProblem): string {
  return count === 1 ? kind : `${kind}, ${count} times`;
}

const RESTARTS =
  "the driver ends after a number of questions or a time, for example by a leak or a limit; --exec starts a process for each question";

/** The usual cause of a repeated problem. Kinds without one explain themselves. */
export const PROBLEM_HINTS: { readonly [kind in DriverFailure]?: string } = {
  undeclared: "declare in hello what the implementation does not support; docs/driver.md lists the limits",
  crashed: RESTARTS,
  "exited-early": RESTARTS,
  "timed-out": RESTARTS,
};
