/** The executable specification of RFC 5849: one plain function for each stage. */

export type { HttpRequest } from "../oauth1/http-request.ts";
export type { NameValue, Transport } from "../oauth1/index.ts";
export type { Parameter, ParameterOrigin } from "../oauth1/parameter.ts";
export type { SignatureMethod } from "../spec/signature-methods.ts";
export type { OctetPair } from "./octets.ts";
export { compareOctets, sameOctets, toOctetPairs, toOctets, toText, validUtf8Text } from "./octets.ts";
export { isProtocolParameter, sourcesOfInput } from "./parameters.ts";
export { parseAuthorizationHeader } from "./parse-authorization-header.ts";
export { decodedText, escapeOctet } from "./percent-encoding.ts";
export { addSignature, trace, traceSignature } from "./run.ts";
export type { ReadRequest } from "./sent-request.ts";
export { headerValues, isForm, readSentRequest, traceSent } from "./sent-request.ts";
export { signatureAsync } from "./signature.ts";
export { bodyHashOf, hashOf } from "./signature-methods.ts";
export { signerParameters, signingInputOf } from "./signer-input.ts";
export { specification } from "./specification.ts";
export type {
  AuthorizationHeaderInput,
  EncodedParameter,
  ParameterSources,
  SignatureInput,
  Stages,
  UrlParts,
} from "./stages.ts";
export type { SigningCredentials, SigningInput, Trace } from "./types.ts";
export { signatureIsRight } from "./verify-signature.ts";
