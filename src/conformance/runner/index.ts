/** The runner: selects vectors and properties, asks a driver, checks the answers and counts the results. */

export type { DriverProblem } from "../drivers/index.ts";
export { askedCase } from "./asked-case.ts";
export {
  type BaselineEntry,
  baselineEntry,
  type Named,
  openBaseline,
  type Suppress,
} from "./baseline.ts";
export { differenceOf } from "./check-answer.ts";
export { type RunEvent, type RunSettings, type RunStart, type Stopped, UNKNOWN } from "./events.ts";
export type { CaseEvidence, Evidence, PropertyEvidence, RunCauses } from "./evidence.ts";
export { filterProperties, filterVectors, filterVerificationVectors } from "./filter.ts";
export type { CaseResult, Cause, Difference, PropertyResult, Result, Verdict } from "./result.ts";
export { type Run, run } from "./run.ts";
export { type SavedCase, toDifference } from "./run-properties.ts";
export { isInShard, type Shard } from "./shard.ts";
export {
  type Counts,
  createSummary,
  hasDriverProblems,
  hasFailed,
  hasResults,
  isFailure,
  type Summary,
} from "./summary.ts";
