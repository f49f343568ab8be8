/**
 * What goes into the model and what comes out of it.
 *
 * @module
 */

import type { HeaderField } from "../oauth1/http-request.ts";
import type { NameValue, RequestToSign, SignatureMethod, Transport } from "../oauth1/index.ts";
import type { Parameter } from "../oauth1/parameter.ts";

/** The secrets of both sides, or the private key. Without the one that its method needs, a request cannot be signed. */
export interface SigningCredentials {
  readonly consumerSecret?: string | undefined;
  /** @default "" */
  readonly tokenSecret?: string | undefined;
  /** PEM, for the RSA methods. */
  readonly privateKey?: string | undefined;
}

/** All that a signature depends on: a request, the protocol parameters, the method, the keys, and where the parameters go. */
export interface SigningInput extends RequestToSign, SigningCredentials {
  /** Absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded, in order. */
  readonly form?: readonly NameValue[] | undefined;
  /** A body that is not form-encoded, instead of `form`; only its hash can be signed. */
  readonly body?: string | undefined;
  /** Further headers, as they are sent; never signed. */
  readonly headers?: readonly HeaderField[] | undefined;
  /** Protocol parameters, decoded, in order, without realm and without oauth_signature. */
  readonly protocolParameters: readonly NameValue[];
  /** Whether oauth_body_hash is added to them; a request with a form never gets it (body hash draft 4, 3.1). */
  readonly bodyHash?: boolean | undefined;
  readonly signatureMethod: SignatureMethod;
  /** Realm of the Authorization header; absent or null: none; "" is an empty realm. */
  readonly realm?: string | null | undefined;
  /** @default "header" */
  readonly transport?: Transport | undefined;
}

/** Every intermediate value of one computation. Stages that were not reached are absent. */
export interface Trace {
  /** All parameters that were collected, in order of collection, with their origin; oauth_signature is left out. */
  parameters: Parameter<Uint8Array>[];
  parameterString: string;
  baseStringUri: string;
  baseString: string;
  /** The HMAC or PLAINTEXT key text (RFC 5849 3.4.2); absent for RSA. */
  key?: string;
  signature?: string;
  authorizationHeader?: string;
  /** The URL to request: changed only by the transport "query". */
  url?: string;
  /** The body, form-encoded or as given; absent where the request has none. */
  body?: string;
}
