/** The runner: selects vectors and properties, asks a driver, checks the answers and counts the results. */

export type { DriverProblem } from "../drivers/index.ts";
export type { FailureKind } from "../properties/index.ts";
export { differenceOf } from "./answers/check-answer.ts";
export { type Corroborated, type ReferenceDifference, startCorroboration } from "./answers/corroboration.ts";
export { answeredIn, NOT_REPEATABLE } from "./answers/explain-failure.ts";
export { stablePart } from "./answers/stable-part.ts";
export {
  eventsOf,
  type RunEvent,
  type RunStart,
  type Stopped,
  UNKNOWN,
  type Unit,
  withoutType,
} from "./events.ts";
export { type AskedCase, type Question, questionsFor, unchangedCase } from "./questions/asked-cases.ts";
export { filterProperties, filterVectors } from "./questions/filter.ts";
export { outsideOf } from "./questions/offer.ts";
export type {
  Answered,
  CaseEvidence,
  CauseSearch,
  FalsifiedAnswers,
  FindCauses,
  RunCauses,
  RunEvidence,
} from "./results/evidence.ts";
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
} from "./results/result.ts";
export { run } from "./run.ts";
export type { Run } from "./run-plan.ts";
export { generatedIndices, isOffered, type SavedCase } from "./run-properties.ts";
export {
  type Counts,
  comparedIn,
  countsOf,
  hasDriverProblems,
  hasFailed,
  hasResults,
  isFailure,
  type Summary,
  summaryOf,
} from "./summary.ts";
export { createPause } from "./tasks/interruptible.ts";
