/**
 * Verifying requests: policy, order of checks, refusals, and what remembers nonces.
 *
 * @module
 */

export { VerifierConfigurationError, type VerifierConfigurationErrorCode } from "./configuration-error.ts";
export type { NonceAnswer, NonceClaim, NonceStore } from "./nonce-store.ts";
export { REFUSAL_CODES, type RefusalCode } from "./refusals.ts";
export type {
  Accepted,
  Claim,
  CoveredParameter,
  CredentialsLookup,
  FoundKeys,
  Limits,
  ParameterOrigin,
  Problem,
  ReceivedRequest,
  Refused,
  StoredKey,
  StoredPublicKey,
  StoredSecret,
  TrustedProxy,
  Verdict,
  Verifier,
  VerifierOptions,
} from "./types.ts";
export { createVerifier, verify } from "./verifier.ts";
