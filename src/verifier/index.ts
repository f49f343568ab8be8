/** Verifies requests: policy, order of checks, rejections, and the nonce store in memory. */

export { VerifierConfigurationError, type VerifierConfigurationErrorCode } from "./configuration-error.ts";
export { MemoryNonceStore, type MemoryNonceStoreOptions } from "./memory-nonce-store.ts";
export type { NonceAnswer, NonceClaim, NonceStore } from "./nonce-store.ts";
export { REJECTION_CODES } from "./rejections.ts";
export type {
  Accepted,
  ClaimedIdentity,
  CredentialsLookup,
  FoundKeys,
  Limits,
  Problem,
  ReceivedRequest,
  Rejected,
  RejectionCode,
  StoredKey,
  StoredPublicKey,
  StoredSecret,
  TrustedProxy,
  Verdict,
  Verifier,
  VerifierOptions,
} from "./types.ts";
export { createVerifier, verify } from "./verifier.ts";
