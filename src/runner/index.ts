/**
 * The runner: chooses vectors, runs them through a driver, judges the answers, counts.
 *
 * @module
 */

export type { CaseResult, Counterexample, Difference, LawResult, RunEvent, RunStart, Verdict } from "./events.ts";
export { filterLaws, filterVectors, filterVerificationVectors } from "./filter.ts";
export { run } from "./run.ts";
export type { SavedCase } from "./run-laws.ts";
export { type Counts, createSummary, hasFailed, hasJudged, isFailure, type Summary } from "./summary.ts";
