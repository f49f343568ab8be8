/** The stages of RFC 5849 3.4 and 3.5 as one interface, so that a single stage can be replaced, and their input. */

import type { Transport } from "../oauth1/index.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { HashAlgorithm, SignatureMethod } from "../spec/signature-methods.ts";
import type { OctetPair } from "./octets.ts";
import type { SigningInput } from "./types.ts";

/**
 * One function for each stage. A stage that needs other stages gets the whole object as its last argument and calls its
 * members. So an object with one replaced stage is a complete computation.
 *
 * @example
 * const lowerCaseHex: Stages = {
 *   ...specification,
 *   percentEncode: (octets) => specification.percentEncode(octets).replace(/%../g, (escaped) => escaped.toLowerCase()),
 * };
 */
export interface Stages {
  /** RFC 5849 3.6. */
  readonly percentEncode: (octets: Uint8Array) => string;
  /** The same encoding for header, form and query. Separate from `percentEncode`: clients often sign wrongly but send well. */
  readonly encodeForSending: (octets: Uint8Array) => string;
  /** The reverse of RFC 5849 3.6. A "+" stays a plus. */
  readonly percentDecode: (encoded: string | Uint8Array) => Uint8Array;
  /** Decodes a query or a form body into pairs (RFC 5849 3.4.1.3.1). A "+" is a space. */
  readonly decodeForm: (encoded: string | Uint8Array, stages: Stages) => OctetPair[];
  /** Encodes pairs as a query or a form body (RFC 5849 3.5.2 and 3.5.3). */
  readonly encodeForm: (pairs: readonly OctetPair[], stages: Stages) => string;
  /** Splits a URL (RFC 3986 3). */
  readonly splitUrl: (url: string) => UrlParts;
  /** The protocol parameters to send and sign, without oauth_signature (RFC 5849 3.1, body hash draft 4, 3.1). */
  readonly protocolParameters: (request: SigningInput, stages: Stages) => OctetPair[];
  /** RFC 5849 3.4.1.3.1. */
  readonly collectParameters: (sources: ParameterSources, stages: Stages) => Parameter<Uint8Array>[];
  /** RFC 5849 3.4.1.3.2, step 1. Each parameter is encoded independently. */
  readonly encodeParameters: (parameters: readonly Parameter<Uint8Array>[], stages: Stages) => EncodedParameter[];
  /** RFC 5849 3.4.1.3.2, step 2. */
  readonly sortParameters: (parameters: readonly EncodedParameter[]) => EncodedParameter[];
  /** RFC 5849 3.4.1.3.2, steps 3 and 4. */
  readonly joinParameters: (parameters: readonly EncodedParameter[]) => string;
  /** RFC 5849 3.4.1.3.2, all steps. */
  readonly parameterString: (parameters: readonly Parameter<Uint8Array>[], stages: Stages) => string;
  /** Host and port of the base string URI (RFC 5849 3.4.1.2). */
  readonly authority: (parts: UrlParts) => string;
  /** Path of the base string URI (RFC 5849 3.4.1.2). */
  readonly path: (parts: UrlParts) => string;
  /** RFC 5849 3.4.1.2. */
  readonly baseStringUri: (url: string, stages: Stages) => string;
  /** The method in upper case, not yet encoded (RFC 5849 3.4.1.1, item 1). */
  readonly method: (method: string) => string;
  /** RFC 5849 3.4.1.1. */
  readonly baseString: (input: BaseStringInput, stages: Stages) => string;
  /** RFC 5849 3.4.2. */
  readonly key: (secrets: Secrets, stages: Stages) => string;
  /** RFC 5849 3.4.2, 3.4.3 and 3.4.4. */
  readonly signature: (input: SignatureInput) => string;
  /** Body hash draft 4, 3.2. */
  readonly bodyHash: (body: Uint8Array, hash: HashAlgorithm) => string;
  /** RFC 5849 3.5.1. */
  readonly authorizationHeader: (input: AuthorizationHeaderInput, stages: Stages) => string;
  /** RFC 5849 3.5.3. */
  readonly url: (input: TransportInput, stages: Stages) => string;
  /** RFC 5849 3.5.2. */
  readonly body: (input: TransportInput, stages: Stages) => string | undefined;
}

/** All decoded pairs of a request by origin, before any pair is left out. */
export interface ParameterSources {
  readonly query: readonly OctetPair[];
  /** The Authorization header, without the realm. */
  readonly header: readonly OctetPair[];
  /** A form-encoded body. */
  readonly body: readonly OctetPair[];
  /** The realm of the header, which is not signed; `null` without one. */
  readonly realm: string | null;
  /** Parts that are never signed as parameters, for faults that sign them: method, headers, a body that is not a form. */
  readonly request?: Pick<SigningInput, "method" | "headers" | "body">;
}

/** A parameter with its encoded name and value. */
export interface EncodedParameter extends Parameter<Uint8Array> {
  readonly encodedName: string;
  readonly encodedValue: string;
}

/** The parts of a URL, exactly as written. */
export interface UrlParts {
  /** Without ":", in its original case. */
  readonly scheme: string;
  /** Without port and userinfo; an IPv6 literal keeps its brackets. */
  readonly host: string;
  /** 1 to 65535; absent if the URL contains no port or an empty one. */
  readonly port?: number;
  /** Empty, or starting with "/". */
  readonly path: string;
  /** Without "?". */
  readonly query?: string;
  /** Without "#". */
  readonly fragment?: string;
}

export interface BaseStringInput {
  /** As sent, in any case. */
  readonly method: string;
  readonly baseStringUri: string;
  readonly parameterString: string;
}

/** The two shared secrets, decoded. */
export interface Secrets {
  readonly consumerSecret: string;
  /** @default "" */
  readonly tokenSecret?: string | undefined;
}

export interface SignatureInput {
  readonly signatureMethod: SignatureMethod;
  readonly baseString: string;
  /** The key text of RFC 5849 3.4.2; needed by HMAC and PLAINTEXT. */
  readonly key?: string;
  /** PEM of an RSA private key (PKCS#8 or PKCS#1); needed by the RSA methods. */
  readonly privateKey?: string;
}

export interface AuthorizationHeaderInput {
  /** Decoded, in the order of the header. */
  readonly protocolParameters: readonly OctetPair[];
  /** Not encoded; absent for a header without oauth_signature. */
  readonly signature?: string;
  /** `null` for a header without a realm. */
  readonly realm: string | null;
  /** The form, for faults that write it into the header. */
  readonly form?: readonly OctetPair[] | undefined;
}

export interface TransportInput {
  readonly transport: Transport;
  /** Absolute URL, before anything is added. */
  readonly url: string;
  /** The decoded form; absent for a request without a form. */
  readonly form?: readonly OctetPair[] | undefined;
  /** Decoded, in order, without oauth_signature. */
  readonly protocolParameters: readonly OctetPair[];
  readonly signature: string;
}
