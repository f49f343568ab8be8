/**
 * Diagnosis for a server that people develop against: of one request, under any of the keys that its client may sign with.
 *
 * @module
 */

import type { HttpRequest } from "../model/index.ts";
import { diagnose } from "./diagnose.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Budget, Key } from "./diagnosis-input.ts";
import { explanationOf, explanationText } from "./explanation.ts";

/** What there is to say of a request. */
export interface Explained {
  /** For people. They hold text of the request, and no secret. */
  readonly lines: readonly string[];
  readonly data: Diagnosis;
}

/** A server answers its client in time, also while it searches. */
const BUDGET: Budget = { milliseconds: 1000 };

/**
 * Says what is wrong with a request.
 *
 * @param keys those that are right: several during a rotation
 * @param told the base string that the client signed, where it told
 * @param showCardData whether card numbers and cvv2 stand in the answer as they are
 * @returns `undefined` where nothing is wrong, or nothing can be judged
 * @throws Error as {@link diagnose} does
 * @example
 * const request = { method: "GET", url: "http://localhost/", headers: [] };
 * explainRequest(request, [{ consumerSecret: "secret" }]); // undefined: it is not signed
 */
export function explainRequest(
  request: HttpRequest,
  keys: readonly Key[],
  told?: string,
  showCardData = false,
): Explained | undefined {
  const produced = told === undefined ? {} : { produced: { baseString: told } };
  const all = keys.map((key) => diagnose({ request, key, ...produced }, { budget: BUDGET, showCardData }));
  // Under the key that was meant most is explained.
  const data = all.find(({ kind }) => kind === "right") ?? all.find(({ kind }) => kind !== "unknown") ?? all[0];
  if (data === undefined || data.kind === "unjudged" || (data.kind === "right" && data.notices.length === 0)) {
    return undefined;
  }
  return { lines: explanationText(explanationOf(data)).split("\n"), data };
}
