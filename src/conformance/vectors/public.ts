/**
 * What `countersign/vectors` exports: the vectors and rules of this package, and how to compare stages. The vectors are
 * also plain JSON for other languages, in the archive of each release.
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
export {
  loadRules,
  loadVectors,
  loadVerificationVectors,
  quickVectors,
  VectorsUnreadableError,
} from "./load-vectors.ts";
export { expectedStage, REQUIRED_STAGE, type Stage, type StageValue, type StageValues } from "./stages.ts";
export type {
  CaseDescription,
  EarlierRequest,
  ExpectedAcceptance,
  ExpectedRefusal,
  Layer,
  Level,
  Rule,
  TestCase,
  Vector,
  VectorSource,
  VerificationKeyEntry,
  VerificationLimits,
  VerificationServer,
  VerificationVector,
  VerifierContext,
} from "./vector.ts";
