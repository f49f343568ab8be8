/**
 * The stages of RFC 5849 3.4 and 3.5 as one object, so that a single stage can be exchanged.
 *
 * @module
 */

import type { AuthorizationHeaderInput } from "./authorization-header.ts";
import { authorizationHeader } from "./authorization-header.ts";
import type { BaseStringInput } from "./base-string.ts";
import { baseString, method } from "./base-string.ts";
import { authority, baseStringUri, path } from "./base-string-uri.ts";
import { bodyHash } from "./body-hash.ts";
import { decodeForm, encodeForm } from "./form.ts";
import type { Secrets } from "./key.ts";
import { key } from "./key.ts";
import type { OctetPair } from "./octets.ts";
import type { EncodedParameter } from "./parameter-string.ts";
import { encodeParameters, joinParameters, parameterString, sortParameters } from "./parameter-string.ts";
import type { ParameterSources } from "./parameters.ts";
import { collectParameters } from "./parameters.ts";
import { percentDecode, percentEncode } from "./percent-encoding.ts";
import { protocolParameters } from "./protocol-parameters.ts";
import type { SignatureInput } from "./signature.ts";
import { signature } from "./signature.ts";
import type { UrlParts } from "./split-url.ts";
import { splitUrl } from "./split-url.ts";
import type { TransportInput } from "./transport.ts";
import { body, url } from "./transport.ts";
import type { MeantRequest, Octets, Parameter } from "./types.ts";

/**
 * One function a stage. A stage that needs other stages takes the whole object as its last argument and calls them
 * through it; so an object with one stage exchanged is a complete, consistently different computation.
 *
 * @example
 * const lowerCaseHex: Stages = {
 *   ...specification,
 *   percentEncode: (octets) => specification.percentEncode(octets).replace(/%../g, (escaped) => escaped.toLowerCase()),
 * };
 */
export interface Stages {
  /** RFC 5849 3.6. */
  readonly percentEncode: (octets: Octets) => string;
  /** The same again, of what is sent: header, form and query. Clients often send rightly what they sign wrongly. */
  readonly encodeForSending: (octets: Octets) => string;
  /** RFC 5849 3.6, backwards; "+" is a plus. */
  readonly percentDecode: (encoded: string | Octets) => Octets;
  /** A query or a form body to pairs (RFC 5849 3.4.1.3.1); "+" is a space. */
  readonly decodeForm: (encoded: string | Octets, stages: Stages) => OctetPair[];
  /** Pairs to a query or a form body (RFC 5849 3.5.2 and 3.5.3). */
  readonly encodeForm: (pairs: readonly OctetPair[], stages: Stages) => string;
  /** A URL to its pieces (RFC 3986 3). */
  readonly splitUrl: (url: string) => UrlParts;
  /** Those that are sent and signed, without oauth_signature (RFC 5849 3.1, body hash draft 4, 3.1). */
  readonly protocolParameters: (request: MeantRequest, stages: Stages) => OctetPair[];
  /** RFC 5849 3.4.1.3.1. */
  readonly collectParameters: (sources: ParameterSources, stages: Stages) => Parameter[];
  /** RFC 5849 3.4.1.3.2, step 1. */
  readonly encodeParameters: (parameters: readonly Parameter[], stages: Stages) => EncodedParameter[];
  /** RFC 5849 3.4.1.3.2, step 2. */
  readonly sortParameters: (parameters: readonly EncodedParameter[]) => EncodedParameter[];
  /** RFC 5849 3.4.1.3.2, steps 3 and 4. */
  readonly joinParameters: (parameters: readonly EncodedParameter[]) => string;
  /** RFC 5849 3.4.1.3.2, all steps. */
  readonly parameterString: (parameters: readonly Parameter[], stages: Stages) => string;
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
  readonly bodyHash: (body: Octets, hash: "SHA-1" | "SHA-256" | "SHA-512") => string;
  /** RFC 5849 3.5.1. */
  readonly authorizationHeader: (input: AuthorizationHeaderInput, stages: Stages) => string;
  /** RFC 5849 3.5.3. */
  readonly url: (input: TransportInput, stages: Stages) => string;
  /** RFC 5849 3.5.2. */
  readonly body: (input: TransportInput, stages: Stages) => string | undefined;
}

/** Every stage as the RFC has it. */
export const specification: Stages = {
  percentEncode,
  encodeForSending: percentEncode,
  percentDecode,
  decodeForm,
  encodeForm,
  splitUrl,
  protocolParameters,
  collectParameters,
  encodeParameters,
  sortParameters,
  joinParameters,
  parameterString,
  authority,
  path,
  baseStringUri,
  method,
  baseString,
  key,
  signature,
  bodyHash,
  authorizationHeader,
  url,
  body,
};
