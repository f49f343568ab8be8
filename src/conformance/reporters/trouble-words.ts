/**
 * What the names of troubles mean, for whoever meets one the first time.
 *
 * @module
 */

import type { Verdict } from "../runner/index.ts";
import type { Trouble } from "../vectors/index.ts";

/** A sentence each. */
export const TROUBLE_WORDS: Readonly<Record<Trouble, string>> = {
  crashed: "The implementation broke instead of answering.",
  "exited-early": "The implementation ended, as if all were well, while a question was open.",
  "timed-out": "No answer came in time.",
  "malformed-answer": "What came is no answer of the protocol.",
  "stray-output": "Text on stdout that belongs to no answer; talk belongs on stderr.",
  "wrong-id": "An answer came to a question that was not asked.",
  "doubled-id": "A question was answered twice.",
  "not-utf-8": "The output is not UTF-8.",
  flood: "A line longer than the protocol allows, or output without end.",
};

/** Whether there was no answer to judge. */
export function isTrouble(verdict: Verdict): verdict is Trouble {
  return verdict in TROUBLE_WORDS;
}
