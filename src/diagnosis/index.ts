/**
 * Finds out why a signature is wrong: `countersign/diagnosis`.
 *
 * @module
 */

export type { PastedRequest, Scheme } from "../requests/pasted-request.ts";
export type { Segment } from "./compared-text.ts";
export { type DiagnosisOptions, diagnose } from "./diagnose.ts";
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
} from "./diagnosis.ts";
export type { DiagnosisInput, Evidence, Key, OtherKey } from "./diagnosis-input.ts";
export { type ExplainRequestOptions, explainRequest, type RequestExplanation } from "./explain-request.ts";
export { type Explanation, explanationOf, type NextStep } from "./explanation.ts";
export { explanationText } from "./explanation-text.ts";
export {
  createRateLimitedDiagnosis,
  type ExplainedDiagnosis,
  type RateLimitedDiagnosis,
  type RateLimitedDiagnosisOptions,
} from "./rate-limited-diagnosis.ts";
export type { Budget } from "./search-work.ts";
export type { ShownCause, ShownDifference } from "./shown-cause.ts";
