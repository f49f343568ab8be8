/**
 * A request that a client sent, and what was found out about it.
 *
 * @module
 */

import type { ReceiveFailure } from "../../gateway/simulator/incoming-request.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Parameter } from "../../oauth1/parameter.ts";
import type { RejectionCode } from "../../verifier/index.ts";
import type { Difference } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";

/** A request that arrived whole. Its URL is absolute: the origin that clients sign, then the target as received. */
export interface IncomingRequest extends HttpRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** When it arrived, in seconds since 1970. */
  readonly at: number;
  /** Empty for none. */
  readonly body: Uint8Array;
}

/** A request after it was checked. Its texts come from the client: they hold no secrets, but must be escaped. */
export interface CapturedRequest {
  readonly number: number;
  readonly method: string;
  /** The URL that was checked; of a request that never became whole, the target as far as it is known. */
  readonly url: string;
  /** Signature method and transport, such as "HMAC-SHA1, header"; empty where the request states neither. */
  readonly kind: string;
  /** Empty for a request that is right. The first problem decides. */
  readonly problems: readonly CapturedProblem[];
  /** The cause in lines of text, where one was found; `isNamed` where it is a known mistake. */
  readonly explanation?: { readonly lines: readonly string[]; readonly isNamed: boolean } | undefined;
  readonly hints: readonly string[];
  /** How the signature is computed; only where the signature is the problem. */
  readonly computation?: Computation;
}

/** One thing that is wrong. */
export interface CapturedProblem {
  readonly code: RejectionCode | ReceiveFailure["kind"];
  readonly message: string;
  readonly rule: Rule;
}

/** Every stage up to the signature, of the request as it arrived. */
export interface Computation {
  readonly parameters: readonly Parameter<string>[];
  readonly parameterString: string;
  readonly baseStringUri: string;
  readonly baseString: string;
  /** Absent where the signature is itself a secret (PLAINTEXT). */
  readonly sentSignature?: string;
  /** Present only where it was asked for. */
  readonly expectedSignature?: string;
  /** The first difference between the base string that the client sent in a header and ours. */
  readonly difference?: Difference;
}

/** Whether nothing is wrong with it. */
export function isRight({ problems }: CapturedRequest): boolean {
  return problems.length === 0;
}
