/** Vectors, rules, inputs by operation, and stages, for the other folders. `public.ts` is what users import. */

export { type Answer, type Ask, TROUBLES, type Trouble } from "./answer.ts";
export { answeredInput } from "./answered-input.ts";
export { computedStages, traceStages } from "./computed-stages.ts";
export { flagsOf } from "./flags.ts";
export {
  type AnyCredentials,
  type AnyInput,
  type HttpRequest,
  type InputOf,
  isOfRsa,
  isRsaMethod,
  isSecretMethod,
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
export { fromJsonPairs, fromJsonText, type JsonPair, toJsonPairs, toJsonText } from "./json-text.ts";
export {
  FORMAT,
  loadFaults,
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
  quickVectors,
  VECTOR_FILES,
  VECTORS_FOLDER,
  VectorsUnreadableError,
} from "./load-vectors.ts";
export { isInProfile, PROFILES } from "./profiles.ts";
export { sentSignature } from "./sent-signature.ts";
export { fullProtocolParameters, readSigningInput, signingInput } from "./signing-input.ts";
export { stageText } from "./stage-text.ts";
export {
  expectedStage,
  isOperation,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type StageValue,
  type StageValues,
} from "./stages.ts";
export { type TracedRule, traceProblems, traceRules } from "./traceability.ts";
export type { Rule, TestCase, Vector } from "./vector.ts";
export { type JsonVector, readStage, writeVector } from "./vector-json.ts";
export { verificationCases } from "./verification-cases.ts";
export {
  type EarlierRequest,
  type ExpectedAcceptance,
  LAYERS,
  type Layer,
  type VerificationKeyEntry,
  type VerificationLimits,
  type VerificationServer,
  type VerificationVector,
} from "./verification-vector.ts";
export { writeVerificationVector } from "./verification-vector-json.ts";
