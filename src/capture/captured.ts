/**
 * What capture makes of a request: the request to judge, and the judgement with all that can be told.
 *
 * @module
 */

import type { Disturbance } from "../gateway/double/arrival.ts";
import type { Difference } from "../runner/index.ts";
import type { Rule } from "../suite/index.ts";
import type { RefusalCode } from "../verifier/index.ts";

/** A request that arrived whole. */
export interface ArrivedRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** When it arrived, in seconds. */
  readonly at: number;
  readonly method: string;
  /** Absolute: the origin that clients sign, then the target as it came. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** A request, judged. Its texts come from the client: to be escaped, but free of secrets. */
export interface CapturedRequest {
  readonly number: number;
  readonly method: string;
  /** As judged; for a request that never became whole the target, as far as it is known. */
  readonly url: string;
  /** What the request says of itself, such as "HMAC-SHA1, header"; empty where it says nothing. */
  readonly kind: string;
  /** Empty for a request that is right. The first one decides. */
  readonly problems: readonly CapturedProblem[];
  /** The mistake behind it, in lines, where somebody can tell; `isNamed` where it is a known one. */
  readonly explanation?: { readonly lines: readonly string[]; readonly isNamed: boolean } | undefined;
  /** What else is known that may help. */
  readonly hints: readonly string[];
  /** Where the signature is the problem: how it is computed. */
  readonly computation?: Computation;
}

/** One thing that is wrong. */
export interface CapturedProblem {
  readonly code: RefusalCode | Disturbance["kind"];
  readonly message: string;
  readonly rule: Rule;
}

/** Every stage up to the signature, of the request as it arrived. */
export interface Computation {
  readonly parameters: readonly { readonly name: string; readonly value: string; readonly origin: string }[];
  readonly parameterString: string;
  readonly baseStringUri: string;
  readonly baseString: string;
  /** What came; absent where it is a secret itself. */
  readonly sentSignature?: string;
  /** Only where asked for. */
  readonly expectedSignature?: string;
  /** Where the client's own base string, told in a header, parts from ours. */
  readonly difference?: Difference;
}

/** Whether nothing is wrong with it. */
export function isRight({ problems }: CapturedRequest): boolean {
  return problems.length === 0;
}
