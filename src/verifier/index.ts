/** Verifies requests: policy, order of checks, rejections, and the nonce store in memory. */

export { AuthenticationError } from "./authentication-error.ts";
export { VerifierConfigurationError, type VerifierConfigurationErrorCode } from "./configuration-error.ts";
export { MemoryNonceStore, type MemoryNonceStoreOptions } from "./memory-nonce-store.ts";
export { type NonceAnswer, type NonceClaim, type NonceIdentity, type NonceStore, nonceKey } from "./nonce-store.ts";
export { ParameterError, type ParameterErrorCode } from "./one-parameter.ts";
export { REJECTION_CODES } from "./rejections.ts";
export type * from "./types.ts";
export { createVerifier, verify } from "./verifier.ts";
