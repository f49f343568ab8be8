/** A request that a client sent, before and after it was verified. */

import type { RequestExplanation } from "../../diagnosis/index.ts";
import type { ShownStages } from "../../diagnosis/input/shown-stages.ts";
import { shownNotice } from "../../diagnosis/text/shown-cause.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Difference } from "../runner/index.ts";
import type { Rule } from "../vectors/index.ts";

/** A complete request. Its URL is absolute: the origin that clients sign, then the target as received. */
export interface IncomingRequest extends HttpRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** When it arrived, in seconds since 1970. */
  readonly at: number;
  /** Empty for none. */
  readonly body: Uint8Array;
}

/** A request after verification. Its texts come from the client: secrets are redacted, but the texts must be escaped. */
export interface CapturedRequest {
  readonly number: number;
  readonly method: string;
  /** The URL that was verified; for an incomplete request, the target if it is known. */
  readonly url: string;
  /** Signature method and transport, such as "HMAC-SHA1, header"; empty if the request has neither. */
  readonly kind: string;
  /** Empty for a valid request. The first problem decides the result. */
  readonly problems: readonly CapturedProblem[];
  /** What is wrong; for a valid request, its notices. */
  readonly explanation?: RequestExplanation | undefined;
  readonly hints: readonly string[];
  /** How the signature is computed, if the signature is the problem. */
  readonly computation?: Computation | undefined;
}

export interface CapturedProblem {
  /** A rejection code, the kind of a receive failure, or the id of a notice that makes a server reject the request. */
  readonly code: string;
  readonly message: string;
  readonly rule: Rule;
}

/** Every stage up to the signature, computed from the request as it arrived. */
export interface Computation extends ShownStages {
  /** Absent where the signature is itself a secret (PLAINTEXT). */
  readonly sentSignature?: string | undefined;
  /** Only with the option `showSignature`. */
  readonly expectedSignature?: string | undefined;
  /** The first difference between our base string and the one that the client sent in a header. */
  readonly difference?: Difference | undefined;
}

export function isRight({ problems }: CapturedRequest): boolean {
  return problems.length === 0;
}

/**
 * The alternatives that reproduce the signature; for a valid signature, why a server rejects the request. A problem with the
 * timestamp or nonce, which no signature explains, is added to each alternative.
 */
export function alternativesOf({
  explanation,
  problems: [first],
}: Pick<CapturedRequest, "explanation" | "problems">): RequestExplanation["explanation"]["alternatives"] {
  const { data, explanation: shown } = explanation ?? {};
  if (data?.kind === "rejected") return shown!.alternatives;
  if (data?.kind !== "explained" && data?.kind !== "ambiguous") return [];
  const isOfTime = (name: string): boolean => /^(?:timestamp|nonce)-/.test(name);
  if (first === undefined || !isOfTime(first.code)) return shown!.alternatives;
  const notices = data.notices.filter(({ id, rejects }) => rejects && isOfTime(id));
  const reasons = notices.length > 0 ? notices : [{ id: first.code, text: first.message, rejects: true }];
  const causes = reasons.map((reason) => shownNotice(reason, []));
  return shown!.alternatives.map((one) => [...one, ...causes]);
}

/** Whether the explanation names what is wrong with the request. */
export function isNamed({ explanation }: Pick<CapturedRequest, "explanation">): boolean {
  return explanation !== undefined && explanation.data.kind !== "unknown";
}
