/**
 * Finds out why a signature is wrong: `countersign/diagnosis`.
 *
 * @module
 */

export type { PastedRequest, Scheme } from "../requests/pasted-request.ts";
export { type DiagnosisOptions, diagnose } from "./diagnose.ts";
export { type ExplainRequestOptions, explainRequest, type RequestExplanation } from "./explain-request.ts";
export type { DiagnosisInput, Evidence, Key, OtherKey } from "./input/diagnosis-input.ts";
export {
  createRateLimitedDiagnosis,
  type ExplainedDiagnosis,
  type RateLimitedDiagnosis,
  type RateLimitedDiagnosisOptions,
} from "./rate-limited-diagnosis.ts";
export type {
  AmbiguousSignature,
  Cause,
  ChangedParameter,
  ChangedRequest,
  Diagnosis,
  DistinguishingRequest,
  ExplainedSignature,
  NotDiagnosed,
  Notice,
  ParameterMismatch,
  Place,
  RejectedRequest,
  RightSignature,
  StageDifference,
  UnexplainedSignature,
} from "./search/diagnosis.ts";
export type { Budget } from "./search/search-work.ts";
export type { Segment } from "./text/compared-text.ts";
export { type Explanation, explanationOf, type NextStep } from "./text/explanation.ts";
export { explanationText } from "./text/explanation-text.ts";
export type { ShownCause, ShownDifference } from "./text/shown-cause.ts";
