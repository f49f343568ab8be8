/** The runner: selects vectors and properties, asks a driver, checks the answers and counts the results. */

export type { DriverProblem } from "../drivers/index.ts";
export type { FailureKind } from "../properties/index.ts";
export { type AskedCase, declaredIn, type Question, questionsFor, unchangedCase } from "./asked-cases.ts";
export { differenceOf } from "./check-answer.ts";
export { type Corroborated, type ReferenceDifference, startCorroboration } from "./corroboration.ts";
export {
  eventsOf,
  type RunEvent,
  type RunStart,
  type Stopped,
  UNKNOWN,
  type Unit,
  withoutType,
} from "./events.ts";
export type {
  Answered,
  CaseEvidence,
  CauseSearch,
  FalsifiedAnswers,
  FindCauses,
  RunCauses,
  RunEvidence,
} from "./evidence.ts";
export { answeredIn, NOT_REPEATABLE } from "./explain-failure.ts";
export { filterProperties, filterVectors } from "./filter.ts";
export { createPause } from "./interruptible.ts";
export { outsideOf } from "./offered.ts";
export {
  type CaseResult,
  type Cause,
  type Difference,
  type Explained,
  type KnownFailure,
  type PropertyFailure,
  type PropertyResult,
  propertyResult,
  type Result,
  type Verdict,
} from "./result.ts";
export { run } from "./run.ts";
export type { Run } from "./run-plan.ts";
export { isOffered, type SavedCase } from "./run-properties.ts";
export { stablePart } from "./stable-part.ts";
export {
  type Counts,
  countsOf,
  createSummary,
  hasDriverProblems,
  hasFailed,
  hasResults,
  isFailure,
  type Summary,
  summaryOf,
} from "./summary.ts";
