/**
 * How the gateway answers: pairs for what it takes, one and the same page for what it does not.
 *
 * @module
 */

import { formatForm, type NameValue } from "../../oauth1/index.ts";
import { type Answer, answerFunction } from "../../verifier/adapters/answers.ts";
import type { ReceivedRequest, Refused } from "../../verifier/types.ts";

const refuse = answerFunction("gateway", "");

/** The page; it does not say why. */
export function refusalPage(refused: Refused, request: ReceivedRequest): Answer {
  return refuse(refused, request);
}

/** Form-encoded pairs, as text/html. */
export function pairsAnswer(pairs: readonly NameValue[]): Answer {
  return {
    status: 200,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" },
    body: formatForm(pairs),
  };
}
