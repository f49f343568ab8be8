/**
 * Countersign signs requests with OAuth 1.0 (RFC 5849) and verifies them. `countersign/oauth1` has the single steps.
 *
 * @module
 */

export {
  type BaseStringRequest,
  type Charset,
  type Credentials,
  createSigner,
  type FormInput,
  type HeaderField,
  type HttpRequest,
  type NameValue,
  OAuth1Error,
  type OAuth1ErrorCode,
  type OctetText,
  type Parameter,
  type ParameterOrigin,
  type ProtocolOptions,
  type RequestToSign,
  type RsaJsonWebKey,
  type RsaKeyInput,
  type RsaMethod,
  type RsaSigningKey,
  type RsaVerificationKey,
  type SecretMethod,
  type SharedSecrets,
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
export * from "./verifier/index.ts";
