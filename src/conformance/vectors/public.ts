/**
 * What `countersign/vectors` exports: the vectors and rules of this package, and how to compare stages. The vectors are
 * also plain JSON for other languages: `countersign/vectors/requests.json` and others.
 *
 * @module
 */

export type {
  HttpRequest,
  InputOf,
  NameValue,
  OctetText,
  Operation,
  Parameter,
  Secrets,
  Transport,
  UnsignedRequest,
  VectorInput,
} from "./input.ts";
export { fromJsonPairs, fromJsonText, type JsonPair, type JsonText, toJsonPairs, toJsonText } from "./json-text.ts";
export {
  loadRules,
  loadVectors,
  loadVerificationVectors,
  quickVectors,
  VectorsUnreadableError,
} from "./load-vectors.ts";
export { stageText } from "./stage-text.ts";
export { expectedStage, REQUIRED_STAGE, type Stage, type StageValue, type StageValues } from "./stages.ts";
export type { CaseDescription, Level, Rule, TestCase, Vector, VectorSource } from "./vector.ts";
export type {
  EarlierRequest,
  ExpectedAcceptance,
  ExpectedRefusal,
  Layer,
  VerificationKeyEntry,
  VerificationLimits,
  VerificationServer,
  VerificationVector,
} from "./verification-vector.ts";
