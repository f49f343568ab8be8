/**
 * The runner: chooses vectors, runs them through a driver, judges the answers, counts.
 *
 * @module
 */

export {
  type BaselineEntry,
  baselineEntry,
  type Named,
  openBaseline,
  type Suppress,
} from "./baseline.ts";
export { type RunEvent, type RunSettings, type RunStart, UNKNOWN } from "./events.ts";
export { filterProperties, filterVectors, filterVerificationVectors } from "./filter.ts";
export type { CaseResult, Cause, Difference, PropertyResult, Result, Verdict } from "./result.ts";
export { type Run, run } from "./run.ts";
export type { SavedCase } from "./run-properties.ts";
export { isInShard, type Shard } from "./shard.ts";
export {
  type Counts,
  createSummary,
  hasBrokenDriver,
  hasFailed,
  hasJudged,
  isFailure,
  type Summary,
} from "./summary.ts";
