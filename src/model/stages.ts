/**
 * The stages of RFC 5849 3.4 and 3.5 as one interface, so that a single stage can be replaced, and what goes into them.
 *
 * @module
 */

import type { SignatureMethod, Transport } from "../oauth1/index.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { OctetPair } from "./octets.ts";
import type { SigningInput } from "./types.ts";

/**
 * One function a stage. A stage that needs other stages takes the whole object as its last argument and calls them
 * through it. So an object with one stage replaced is a complete computation that differs consistently.
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
  /** The same again, of what is sent: header, form and query. Clients often send rightly what they sign wrongly. */
  readonly encodeForSending: (octets: Uint8Array) => string;
  /** RFC 5849 3.6, backwards; "+" is a plus. */
  readonly percentDecode: (encoded: string | Uint8Array) => Uint8Array;
  /** A query or a form body to pairs (RFC 5849 3.4.1.3.1); "+" is a space. */
  readonly decodeForm: (encoded: string | Uint8Array, stages: Stages) => OctetPair[];
  /** Pairs to a query or a form body (RFC 5849 3.5.2 and 3.5.3). */
  readonly encodeForm: (pairs: readonly OctetPair[], stages: Stages) => string;
  /** A URL to its pieces (RFC 3986 3). */
  readonly splitUrl: (url: string) => UrlParts;
  /** Those that are sent and signed, without oauth_signature (RFC 5849 3.1, body hash draft 4, 3.1). */
  readonly protocolParameters: (request: SigningInput, stages: Stages) => OctetPair[];
  /** RFC 5849 3.4.1.3.1. */
  readonly collectParameters: (sources: ParameterSources, stages: Stages) => Parameter<Uint8Array>[];
  /** RFC 5849 3.4.1.3.2, step 1. */
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
  readonly bodyHash: (body: Uint8Array, hash: "SHA-1" | "SHA-256" | "SHA-512") => string;
  /** RFC 5849 3.5.1. */
  readonly authorizationHeader: (input: AuthorizationHeaderInput, stages: Stages) => string;
  /** RFC 5849 3.5.3. */
  readonly url: (input: TransportInput, stages: Stages) => string;
  /** RFC 5849 3.5.2. */
  readonly body: (input: TransportInput, stages: Stages) => string | undefined;
}

/** All pairs of a request, decoded, by where they are sent, before any is left out. */
export interface ParameterSources {
  readonly query: readonly OctetPair[];
  /** Of the Authorization header, without the realm. */
  readonly header: readonly OctetPair[];
  /** Of a form-encoded body. */
  readonly body: readonly OctetPair[];
  /** The header's realm, which is not signed; null: none. */
  readonly realm: string | null;
  /** What is never signed as parameters, though some clients do so: method, headers, a body that is not form-encoded. */
  readonly request?: Pick<SigningInput, "method" | "headers" | "body">;
}

/** A parameter with its encoded name and value. */
export interface EncodedParameter extends Parameter<Uint8Array> {
  readonly encodedName: string;
  readonly encodedValue: string;
}

/** The pieces of a URL, each exactly as written. */
export interface UrlParts {
  /** Without ":", in the case it was written. */
  readonly scheme: string;
  /** Without port and userinfo; an IPv6 literal keeps its brackets. */
  readonly host: string;
  /** 1 to 65535; absent where none or an empty one is written. */
  readonly port?: number;
  /** Empty, or from the first "/" on. */
  readonly path: string;
  /** Without "?"; absent without one. */
  readonly query?: string;
  /** Without "#"; absent without one. */
  readonly fragment?: string;
}

/** What a base string is made of. */
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

/** What a signature is made of. */
export interface SignatureInput {
  readonly signatureMethod: SignatureMethod;
  readonly baseString: string;
  /** The key text of RFC 5849 3.4.2; needed by HMAC and PLAINTEXT. */
  readonly key?: string;
  /** PEM of an RSA private key (PKCS#8 or PKCS#1); needed by the RSA methods. */
  readonly privateKey?: string;
}

/** What an Authorization header is made of. */
export interface AuthorizationHeaderInput {
  /** Decoded, in the order in which they are written. */
  readonly protocolParameters: readonly OctetPair[];
  /** Value of oauth_signature, not yet encoded; without it the header has none. */
  readonly signature?: string;
  /** null: none; "" is an empty realm. */
  readonly realm: string | null;
  /** Parameters of the form, which belong to the body and not to the header. */
  readonly form?: readonly OctetPair[] | undefined;
}

/** What the URL and the body of a signed request are made of. */
export interface TransportInput {
  readonly transport: Transport;
  /** Absolute URL, before anything is added. */
  readonly url: string;
  /** Parameters of the form, decoded; absent: the request has no form. */
  readonly form?: readonly OctetPair[] | undefined;
  /** Without oauth_signature, decoded, in the order in which they are written. */
  readonly protocolParameters: readonly OctetPair[];
  readonly signature: string;
}
