/**
 * How the gateway answers: pairs for what it takes, one and the same page for what it does not.
 *
 * @module
 */

import { formatForm, type NameValue } from "../../oauth1/index.ts";
import { type Answer, answerFunction } from "../../verifier/adapters/answers.ts";
import type { ReceivedRequest, Rejected } from "../../verifier/types.ts";

const refuse = answerFunction("gateway", "");

/** The page; it does not say why. */
export function rejectionPage(refused: Rejected, request: ReceivedRequest): Answer {
  return refuse(refused, request);
}

/** Form-encoded pairs, as text/html; each value is followed by a line feed. */
export function pairsAnswer(pairs: readonly NameValue[]): Answer {
  return {
    status: 200,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" },
    body: pairs.map((pair) => `${formatForm([pair])}\n`).join("&"),
  };
}

/** The same pairs for whoever asked for JSON; an error then has a status of its own. */
export function jsonAnswer(pairs: readonly NameValue[], isError: boolean): Answer {
  return {
    status: isError ? 400 : 200,
    headers: { "content-type": `${JSON_TYPE};charset=utf-8`, "cache-control": "no-store" },
    body: JSON.stringify(Object.fromEntries(pairs)),
  };
}

/** What asks for JSON in an Accept header, and what the answer then is. */
export const JSON_TYPE = "application/vnd.pay+json";
