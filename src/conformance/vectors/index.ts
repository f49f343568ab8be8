/**
 * The suite: vectors, rules, and what it means that a stage's value is right.
 *
 * @module
 */

export { type Answer, type Ask, DRIVER_FAILURES, type DriverFailure } from "./answer.ts";
export { answeredInput, computedStages } from "./answered-input.ts";
export { flagsOf } from "./flags.ts";
export {
  type AnyCredentials,
  type HttpRequest,
  type InputOf,
  isOfRsa,
  isRsaMethod,
  isSecretMethod,
  type Members,
  type NameValue,
  type OctetText,
  type Operation,
  type Parameter,
  type RequestInput,
  type Secrets,
  type SigningMethod,
  type Transport,
  type UnsignedRequest,
  type VectorInput,
  type VerifyingMethod,
} from "./input.ts";
export { readInput, TRANSPORTS, writeInput } from "./input-json.ts";
export { fromJsonPairs, fromJsonText, type JsonPair, type JsonText, toJsonPairs, toJsonText } from "./json-text.ts";
export {
  loadFaults,
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
  VECTOR_FILES,
  VECTORS_FOLDER,
  VectorsUnreadableError,
} from "./load-vectors.ts";
export { isInProfile, PROFILES, type Profile } from "./profiles.ts";
export { fullProtocolParameters } from "./protocol-parameters.ts";
export { quickVectors } from "./quick-vectors.ts";
export { type SentParts, sentSignature } from "./sent-signature.ts";
export { readSigningInput, signingInput } from "./signing-input.ts";
export { stageText } from "./stage-text.ts";
export type { TestCase } from "./test-case.ts";
export { traceStages } from "./trace-stages.ts";
export { type Pointer, type TracedRule, traceProblems, traceRules } from "./traceability.ts";
export {
  expectedStage,
  REQUIRED_STAGE,
  type Rule,
  type Source,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
  type Vector,
  type VectorSource,
} from "./vector.ts";
export { isOperation, type JsonVector, readStage, writeVector } from "./vector-json.ts";
export { type VerificationCases, verificationCases } from "./verification-cases.ts";
export {
  type EarlierRequest,
  type ExpectedAcceptance,
  type ExpectedRefusal,
  type Fault,
  LAYERS,
  type Layer,
  type VerificationKeyEntry,
  type VerificationLimits,
  type VerificationServer,
  type VerificationVector,
} from "./verification-vector.ts";
export { writeVerificationVector } from "./verification-vector-json.ts";
