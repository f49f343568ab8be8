/** Input and output of the model. */

import type { HeaderField } from "../oauth1/http-request.ts";
import type { NameValue, RequestToSign, Transport } from "../oauth1/index.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { SignatureMethod } from "../spec/signature-methods.ts";

/** The shared secrets, or the private key. The signature method decides which one is needed. */
export interface SigningCredentials {
  readonly consumerSecret?: string | undefined;
  /** @default "" */
  readonly tokenSecret?: string | undefined;
  /** PEM, for the RSA methods. */
  readonly privateKey?: string | undefined;
}

/** Everything on which a signature depends. */
export interface SigningInput extends RequestToSign, SigningCredentials {
  /** Absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded, in order. */
  readonly form?: readonly NameValue[] | undefined;
  /** A body that is not form-encoded, instead of `form`; only its hash can be signed. */
  readonly body?: string | undefined;
  /** Other header fields. They are never signed. */
  readonly headers?: readonly HeaderField[] | undefined;
  /** Protocol parameters, decoded, in order, without realm and without oauth_signature. */
  readonly protocolParameters: readonly NameValue[];
  /** Whether to add oauth_body_hash. A request with a form never gets it (body hash draft 4, 3.1). */
  readonly bodyHash?: boolean | undefined;
  readonly signatureMethod: SignatureMethod;
  /** The realm of the Authorization header. Absent or `null` for no realm. */
  readonly realm?: string | null | undefined;
  /** @default "header" */
  readonly transport?: Transport | undefined;
}

/** All intermediate values of a computation. Values of stages that did not run are absent. */
export interface Trace {
  /** The collected parameters in order of collection, without oauth_signature. */
  parameters: Parameter<Uint8Array>[];
  parameterString: string;
  baseStringUri: string;
  baseString: string;
  /** The HMAC or PLAINTEXT key text (RFC 5849 3.4.2); absent for RSA. */
  key?: string;
  signature?: string;
  authorizationHeader?: string;
  /** The URL to request. Only the transport "query" changes it. */
  url?: string;
  /** The body, form-encoded or as given; absent without one. */
  body?: string;
}
