/** The runner: selects vectors and properties, asks a driver, checks the answers and counts the results. */

export type { DriverProblem } from "../drivers/index.ts";
export type { FailureKind } from "../properties/index.ts";
export { type AskedCase, adaptedCase, declaredIn, type Question, questionsFor, unchangedCase } from "./asked-cases.ts";
export { differenceOf } from "./check-answer.ts";
export { caseFlags, isUnder } from "./conditions.ts";
export { type Corroborated, type ReferenceDifference, startCorroboration } from "./corroboration.ts";
export { type RunEvent, type RunSettings, type RunStart, type Stopped, UNKNOWN, type Unit } from "./events.ts";
export type {
  CaseEvidence,
  Explain,
  ExplainCases,
  FalsifiedAnswers,
  FalsifiedProperty,
  NearCause,
  RunCauses,
} from "./evidence.ts";
export { filterByQuestion, filterProperties, filterVectors } from "./filter.ts";
export type { AnsweredCase, FalsifiedCase, Gate, Named } from "./gate.ts";
export { createPause } from "./interruptible.ts";
export { outsideOf, undeclared } from "./offered.ts";
export type {
  CaseResult,
  Cause,
  Difference,
  KnownFailure,
  PropertyFailure,
  PropertyResult,
  Result,
  Verdict,
} from "./result.ts";
export { descriptionOf, type Run, run } from "./run.ts";
export { isOffered, type SavedCase } from "./run-properties.ts";
export { stablePart } from "./stable-part.ts";
export {
  type Counts,
  createSummary,
  hasDriverProblems,
  hasFailed,
  hasResults,
  isFailure,
  type Summary,
} from "./summary.ts";
