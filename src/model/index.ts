/**
 * The executable specification of RFC 5849: plain stages, and traces of requests meant and sent.
 *
 * @module
 */

export type { AuthorizationHeaderInput } from "./authorization-header.ts";
export type { BaseStringInput } from "./base-string.ts";
export type { Secrets } from "./key.ts";
export type { OctetPair } from "./octets.ts";
export { sameOctets, toOctetPairs, toOctets, toText } from "./octets.ts";
export type { EncodedParameter } from "./parameter-string.ts";
export type { ParameterSources } from "./parameters.ts";
export { isProtocolParameter, meantSources } from "./parameters.ts";
export type { ParsedAuthorizationHeader } from "./parse-authorization-header.ts";
export { parseAuthorizationHeader } from "./parse-authorization-header.ts";
export { bodyHashOf } from "./protocol-parameters.ts";
export type { SigningCredentials } from "./run.ts";
export { carry, trace, traceSignature } from "./run.ts";
export type { ReadRequest } from "./sent-request.ts";
export { isSignatureMethod, readSentRequest, traceSent } from "./sent-request.ts";
export type { SignatureInput } from "./signature.ts";
export { hashOf } from "./signature.ts";
export type { UrlParts } from "./split-url.ts";
export type { Stages } from "./stages.ts";
export { specification } from "./stages.ts";
export type { TransportInput } from "./transport.ts";
export type {
  MeantRequest,
  Octets,
  Origin,
  Pair,
  Parameter,
  SentRequest,
  SignatureMethod,
  Trace,
  Transport,
} from "./types.ts";
export type { SignatureClaim } from "./verify-signature.ts";
export { signatureIsRight } from "./verify-signature.ts";
