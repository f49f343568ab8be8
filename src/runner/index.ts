/**
 * The runner: chooses vectors, runs them through a driver, judges the answers, counts.
 *
 * @module
 */

export type { Outside } from "./applicable.ts";
export {
  type Baseline,
  type BaselineEntry,
  type BaselineFinding,
  baselineEntry,
  failureOf,
  type Named,
  noExcuse,
  openBaseline,
} from "./baseline.ts";
export type {
  CaseResult,
  Cause,
  Counterexample,
  Difference,
  Excused,
  LawResult,
  RunEvent,
  RunStart,
  Verdict,
} from "./events.ts";
export { filterLaws, filterVectors, filterVerificationVectors } from "./filter.ts";
export { type Run, run } from "./run.ts";
export type { SavedCase } from "./run-laws.ts";
export { isInShard, type Shard } from "./shard.ts";
export { type Counts, createSummary, hasFailed, hasJudged, isFailure, type Summary } from "./summary.ts";
