/**
 * Says what is wrong with a signature: `countersign/diagnosis`.
 *
 * @module
 */

export { type DiagnosisOptions, diagnose } from "./diagnose.ts";
export type {
  Cause,
  Change,
  Changed,
  Diagnosis,
  Notice,
  OneFault,
  Right,
  SeveralFaults,
  TellApart,
  Undecided,
  Unjudged,
  Unknown,
} from "./diagnosis.ts";
export type { Budget, DiagnosisInput, Key, OtherKey, Produced } from "./diagnosis-input.ts";
export {
  createDiagnostician,
  type Diagnostician,
  type DiagnosticianOptions,
  type Finding,
} from "./diagnostician.ts";
export type { Place, StageDifference } from "./difference.ts";
export { type Explained, explainRequest } from "./explain-request.ts";
export { adviceLines, type Explanation, explanationOf, explanationText } from "./explanation.ts";
export { redactorFor } from "./redact.ts";
