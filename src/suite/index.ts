/**
 * The suite: vectors, rules, and what it means that a stage's value is right.
 *
 * @module
 */

export { type Answer, type Ask, TROUBLES, type Trouble } from "./answer.ts";
export { answeredInput, computedStages } from "./answered-input.ts";
export { flagsOf } from "./flags.ts";
export { fromJsonPairs, fromJsonText, toJsonPairs, toJsonText } from "./json-text.ts";
export {
  loadFaults,
  loadRules,
  loadSources,
  loadThin,
  loadVectors,
  loadVerificationVectors,
  VECTOR_FILES,
  VECTORS_FOLDER,
  VectorsUnreadableError,
} from "./load-vectors.ts";
export { meantRequest } from "./meant-request.ts";
export { isInProfile, PROFILES, type Profile } from "./profiles.ts";
export { fullProtocolParameters } from "./protocol-parameters.ts";
export { quickVectors } from "./quick-vectors.ts";
export { type SentParts, sentSignature } from "./sent-signature.ts";
export { stageText } from "./stage-text.ts";
export type { TestCase } from "./test-case.ts";
export { traceStages } from "./trace-stages.ts";
export { type Pointer, type TracedRule, traceProblems, traceRules } from "./traceability.ts";
export {
  expectedStage,
  type JsonCredentials,
  type JsonPair,
  type JsonRequest,
  type JsonText,
  type Operation,
  OWED_STAGE,
  type Rule,
  type Source,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
  type Vector,
  type VectorInput,
  type VectorSource,
} from "./vector.ts";
export { type VerificationCases, verificationCases } from "./verification-cases.ts";
export {
  askedOf,
  type CoveredPair,
  type EarlierRequest,
  type ExpectedAcceptance,
  type ExpectedRefusal,
  type Fault,
  LAYERS,
  type Layer,
  type VerificationKeyEntry,
  type VerificationLimits,
  type VerificationRequest,
  type VerificationServer,
  type VerificationVector,
} from "./verification-vector.ts";
