/**
 * The steps of RFC 5849, each as a function. The steps are as lenient as the RFC; the signer is strict.
 *
 * @module
 */

export {
  type AuthorizationHeaderOptions,
  formatAuthorizationHeader,
  type ParsedAuthorizationHeader,
  parseAuthorizationHeader,
} from "./authorization-header.ts";
export { type BaseStringRequest, signatureBaseString } from "./base-string.ts";
export { baseStringUri } from "./base-string-uri.ts";
export { bodyHash } from "./body-hash.ts";
export { OAuth1Error, type OAuth1ErrorCode } from "./errors.ts";
export type { ExternalKey, SignOctets } from "./external-key.ts";
export { formatForm, type NameValue, parseForm } from "./form.ts";
export type { HeaderField, HttpRequest } from "./http-request.ts";
export { type RsaJsonWebKey, type RsaKeyInput, readPrivateKey, readPublicKey } from "./keys.ts";
export type { Parameter, ParameterOrigin } from "./parameter.ts";
export { normalizeParameters } from "./parameter-string.ts";
export { type OctetText, percentDecode, percentEncode } from "./percent-encoding.ts";
export { createNonce, type ProtocolOptions } from "./protocol-parameters.ts";
export type { FormInput, RequestToSign } from "./request-to-sign.ts";
export {
  type BaseStringSigner,
  createBaseStringSigner,
  type RsaSigningKey,
  type RsaVerificationKey,
  type SharedSecrets,
  type SigningKey,
  signingKey,
  type VerificationKey,
  verifyBaseString,
  verifySignature,
} from "./signature.ts";
export { type RsaMethod, type SecretMethod, SIGNATURE_METHODS, type SignatureMethod } from "./signature-methods.ts";
export {
  type Charset,
  type Credentials,
  createSigner,
  type ExternalCredentials,
  type SignedRequest,
  type Signer,
  type SignOptions,
  sign,
  type Transport,
} from "./signer.ts";
