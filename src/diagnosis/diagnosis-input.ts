/**
 * What a diagnosis is asked: a request, the keys it should be signed with, and what the client produced.
 *
 * @module
 */

import type { HttpRequest, SigningCredentials, SigningInput } from "../model/index.ts";

/** The secrets or the public key of one client. */
export interface Key extends SigningCredentials {
  /** PEM of a public key or a certificate, for the RSA methods; absent: that of the private key, which can name more faults. */
  readonly publicKey?: string | undefined;
}

/** A key that the client could have taken instead, and what it is called in an answer. */
export interface OtherKey extends Key {
  /** Told as it is: it must not be a secret. Such as `"test account"`. */
  readonly label: string;
}

/** See {@link diagnose}. */
export interface DiagnosisInput {
  /** As sent, or as the client's author means it. */
  readonly request: HttpRequest | SigningInput;
  readonly key: Key;
  /** Further keys of the same client or of others: another environment, an earlier secret. */
  readonly otherKeys?: readonly OtherKey[] | undefined;
  /** What the client computed. @default the signature of the request as sent */
  readonly produced?: Produced | undefined;
  /** `scheme://host[:port][/prefix]` under which the service is known besides: in front of a proxy, or its other name. */
  readonly origins?: readonly string[] | undefined;
  /** The server's clock, in seconds; without it, timestamps are not compared with it. */
  readonly now?: number | undefined;
}

/** What a client shows of its computation. */
export interface Produced {
  /** Decoded. */
  readonly signature?: string | undefined;
  readonly baseString?: string | undefined;
}

/** Bounds on the search; where one is reached, the answer says so. */
export interface Budget {
  /** @default 2000 */
  readonly milliseconds?: number | undefined;
  /** How many combinations of faults are computed at most. @default 50000 */
  readonly combinations?: number | undefined;
}

/** Whether a request is one as sent. */
export function isSent(request: HttpRequest | SigningInput): request is HttpRequest {
  return !("signatureMethod" in request);
}
