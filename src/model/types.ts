/**
 * What goes into the model and what comes out of it.
 *
 * @module
 */

/** Octets, never text: what is not UTF-8 stays what it was. */
export type Octets = Uint8Array;

/** Where a parameter came from (RFC 5849 3.4.1.3.1). */
export type Origin = "query" | "authorization" | "form";

/** One parameter, decoded, and where it came from. */
export interface Parameter {
  readonly name: Octets;
  readonly value: Octets;
  readonly origin: Origin;
}

/** A name and a value as somebody writes them down: text stands for its UTF-8 octets. */
export type Pair = readonly [name: string | Octets, value: string | Octets];

/** Where the protocol parameters travel (RFC 5849 3.5; header-and-body is the gateway's HMAC habit). */
export type Transport = "header" | "body" | "query" | "header-and-body";

/** The seven methods: three of RFC 5849 3.4 and their SHA-2 siblings. */
export type SignatureMethod =
  | "HMAC-SHA1"
  | "HMAC-SHA256"
  | "HMAC-SHA512"
  | "RSA-SHA1"
  | "RSA-SHA256"
  | "RSA-SHA512"
  | "PLAINTEXT";

/** A request as a client means it, before anything is computed. */
export interface MeantRequest {
  readonly method: string;
  /** Absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded, in order. */
  readonly form?: readonly Pair[];
  /** A body that is no form, instead of one; never signed. */
  readonly body?: string;
  /** Further headers, as they are sent; never signed. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Protocol parameters, decoded, in order, without realm and without oauth_signature. */
  readonly protocolParameters: readonly Pair[];
  /** Whether oauth_body_hash is added to them, as far as the request has no form (body hash draft 4, 3.1). */
  readonly bodyHash?: boolean;
  readonly signatureMethod: SignatureMethod;
  readonly consumerSecret?: string;
  readonly tokenSecret?: string;
  /** PEM, for the RSA methods. */
  readonly privateKey?: string;
  /** Realm of the Authorization header; absent or null: none; "" is an empty realm. */
  readonly realm?: string | null;
  /** @default "header" */
  readonly transport?: Transport;
}

/** A request as it stood on the wire. */
export interface SentRequest {
  readonly method: string;
  /** Absolute URL as requested. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Octets;
}

/** Every intermediate value of one computation. Stages that were not reached are absent. */
export interface Trace {
  /** All parameters that were collected, in order of collection, with their origin; oauth_signature is left out. */
  parameters: Parameter[];
  parameterString: string;
  baseStringUri: string;
  baseString: string;
  /** The HMAC or PLAINTEXT key text (RFC 5849 3.4.2); absent for RSA. */
  key?: string;
  signature?: string;
  authorizationHeader?: string;
  /** The URL to request: changed only by the transport "query". */
  url?: string;
  /** The body, form-encoded or as meant; absent where the request has none. */
  body?: string;
}
