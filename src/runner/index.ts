/**
 * The runner: chooses vectors, runs them through a driver, judges the answers, counts.
 *
 * @module
 */

export type { CaseResult, Difference, RunEvent, Verdict } from "./events.ts";
export { filterVectors } from "./filter.ts";
export { run } from "./run.ts";
export { type Counts, createSummary, type Summary } from "./summary.ts";
