/** Diagnosis for a server against which people develop clients. */

import type { HttpRequest } from "../model/index.ts";
import { languagesOfClient } from "./cause-text.ts";
import { diagnose } from "./diagnose.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Key } from "./diagnosis-input.ts";
import { explanationOf, explanationText } from "./explanation.ts";
import type { Budget } from "./search-work.ts";

/** The explanation of a request. */
export interface RequestExplanation {
  /** Text for people. It may contain parts of the request, but no secrets. */
  readonly lines: readonly string[];
  readonly data: Diagnosis;
}

/** A server must answer its client in time, even while it searches. */
const BUDGET: Budget = { combinations: 100_000, octets: 50_000_000 };

/**
 * Explains what is wrong with a request. The search is limited, to a few seconds for each key.
 *
 * @param keys the right keys of the client: more than one during a key rotation
 * @param signedBaseString the base string that the client signed, if the client sent it
 * @param showCardData whether card numbers and cvv2 stay visible; secrets never do
 * @returns `undefined` if nothing is wrong, or if the request cannot be diagnosed
 * @throws Error if a public key cannot be parsed
 * @example
 * ```ts
 * import { explainRequest } from "countersign/diagnosis";
 *
 * const request = {
 *   method: "GET",
 *   url: "https://gateway.example/status",
 *   headers: [
 *     ["Authorization", 'OAuth oauth_consumer_key="shop", oauth_signature_method="PLAINTEXT", oauth_signature="secret"'],
 *   ],
 * } as const;
 * explainRequest(request, [{ consumerSecret: "secret" }])?.lines.at(-1);
 * // => "  more: countersign faults show key-without-ampersand, or docs/faults/key-without-ampersand.md"
 * ```
 */
export function explainRequest(
  request: HttpRequest,
  keys: readonly Key[],
  signedBaseString?: string,
  showCardData = false,
): RequestExplanation | undefined {
  const evidence = signedBaseString === undefined ? undefined : { baseString: signedBaseString };
  const all = keys.map((key) => diagnose({ request, key, evidence }, { budget: BUDGET, showCardData }));
  // The key that the client was supposed to use explains the most.
  const data =
    all.find(({ kind }) => kind === "right" || kind === "rejected") ??
    all.find(({ kind }) => kind !== "unknown") ??
    all[0];
  if (data === undefined || data.kind === "not-diagnosed" || (data.kind === "right" && data.notices.length === 0)) {
    return undefined;
  }
  return { lines: explanationText(explanationOf(data, languagesOfClient(request))).split("\n"), data };
}
