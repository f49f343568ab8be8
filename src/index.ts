/**
 * Countersign: OAuth 1.0 request signatures (RFC 5849), made and checked.
 *
 * The steps underneath have a sub-path of their own, `countersign/oauth1`.
 *
 * @module
 */

export {
  type Credentials,
  createSigner,
  type FormInput,
  type NameValue,
  OAuth1Error,
  type OAuth1ErrorCode,
  type OctetText,
  type ProtocolOptions,
  type RequestToSign,
  type RsaJsonWebKey,
  type RsaKeyInput,
  SIGNATURE_METHODS,
  type SignatureMethod,
  type SignedRequest,
  type Signer,
  type SigningKey,
  type SignOptions,
  sign,
  type Transport,
  type VerificationKey,
  verifySignature,
} from "./oauth1/index.ts";
export {
  type Accepted,
  type Claim,
  type CoveredParameter,
  type CredentialsLookup,
  createVerifier,
  type FoundKeys,
  type Limits,
  MemoryNonceStore,
  type MemoryNonceStoreOptions,
  type NonceAnswer,
  type NonceClaim,
  type NonceStore,
  type ParameterOrigin,
  type Problem,
  REFUSAL_CODES,
  type ReceivedRequest,
  type RefusalCode,
  type Refused,
  type StoredKey,
  type StoredPublicKey,
  type StoredSecret,
  type TrustedProxy,
  type Verdict,
  type Verifier,
  VerifierConfigurationError,
  type VerifierConfigurationErrorCode,
  type VerifierOptions,
  verify,
} from "./verifier/index.ts";
