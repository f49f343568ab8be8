/** The types of the verifier's results. */

import type { Parameter } from "../oauth1/parameter.ts";
import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import type { RejectionCode } from "../spec/rejection-codes.ts";
import type { VerifierConfigurationErrorCode } from "./configuration-error.ts";

export type { RejectionCode };

/** The verdict on an accepted request: its signature is valid, its timestamp is recent and its nonce is new. */
export interface Accepted {
  readonly accepted: true;
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
  /** Seconds. */
  readonly timestamp: number;
  readonly nonce: string;
  /**
   * What the signature covers, decoded, in order: query, header, body. Names and values that are not UTF-8 are octets. The
   * signature covers neither the order of parameters nor their origin: someone can move a parameter from the body to the
   * query.
   */
  readonly parameters: readonly Parameter[];
  /** What the signature covers of the body. */
  readonly body: BodyCoverage;
  /** The `id` of the stored key that matched, if it has one. */
  readonly keyId: string | undefined;
  /**
   * Returns the value of the only parameter with this name, wherever it is; `undefined` if the request has no such
   * parameter.
   *
   * @throws {@link ParameterError} `parameter-repeated` if several parameters have the name, even with equal values;
   * `parameter-not-text` for a value that is not UTF-8
   */
  one(name: string): string | undefined;
}

/**
 * What the signature covers of a body.
 *
 * - `none`: there is no body.
 * - `form`: the parameters of the form. Read them from `parameters`.
 * - `hashed`: all octets, by `oauth_body_hash`.
 * - `unsigned`: nothing. Someone may have changed or added this body after the request was signed.
 */
export type BodyCoverage = "none" | "form" | "hashed" | "unsigned";

export interface Problem {
  readonly code: RejectionCode;
  /** For the log of the operator. Never contains a secret or a signature. */
  readonly message: string;
}

/** What to send to the client: one fixed text for each code, which reveals nothing about keys and other clients. */
export interface PublicResponse {
  /** HTTP status. */
  readonly status: number;
  readonly message: string;
}

/** The verdict on a rejected request. */
export interface Rejected {
  readonly accepted: false;
  /** The code of the first problem. */
  readonly code: RejectionCode;
  /** The message of the first problem, for the log of the operator. */
  readonly message: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** The first problem, and others that the verifier found without further work. */
  readonly problems: readonly Problem[];
  readonly publicResponse: PublicResponse;
  /** What the request claims; `undefined` if the verifier could not read its protocol parameters. */
  readonly claimed: UnprovenClaims | undefined;
}

/**
 * What a rejected request claims, for logs, metrics and rate limits. **None of it is proven**: anyone can send these
 * values. A member is absent if its parameter is missing, repeated or malformed. The texts come from the client: escape
 * them, and do not use them as labels of metrics.
 */
export interface UnprovenClaims {
  readonly consumerKey?: string;
  readonly token?: string;
  /** One of the seven known methods, whether or not the policy allows it. */
  readonly signatureMethod?: SignatureMethod;
  /** Seconds. */
  readonly timestamp?: number;
}

export type Verdict = Accepted | Rejected;

/** A verdict, for metrics and logs. */
export interface VerdictEvent {
  readonly accepted: boolean;
  /**
   * Why the request was rejected; `undefined` for an accepted request. If `verify` rejects with a
   * {@link VerifierConfigurationError}, such as `clock-invalid`, this is the code of that error, and no request is
   * accepted until the program is fixed.
   */
  readonly code: RejectionCode | VerifierConfigurationErrorCode | undefined;
  /** A copy of the claims. They are proven only if the request was accepted. */
  readonly claimed: UnprovenClaims | undefined;
}
