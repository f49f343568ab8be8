/**
 * What the double receives: a request as it was sent, or what never became one.
 *
 * @module
 */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Head } from "../../verifier/adapters/head.ts";

/** A request that was received completely: not decoded, not normalized, and what is known of its connection. */
export type IncomingRequest = Head & HttpRequest;

/** What can arrive instead of a request. */
export const RECEIVE_FAILURES = [
  /** What came is not HTTP. */
  "malformed",
  /** The head or the body is larger than the double reads. */
  "too-large",
  /** The request did not become whole in time. */
  "too-slow",
  /** The client went away in the middle of its request. */
  "cut-off",
  /** The client and the double did not agree on TLS; no octet of a request came. */
  "no-tls",
] as const;

/** Something that is no request. */
export interface ReceiveFailure {
  /** See {@link RECEIVE_FAILURES}. */
  readonly kind: (typeof RECEIVE_FAILURES)[number];
  readonly message: string;
  /** The head of the request, where it was whole. */
  readonly head?: Head | undefined;
}
