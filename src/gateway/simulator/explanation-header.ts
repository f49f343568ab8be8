/**
 * The header `countersign-explanation`: why a request was refused, in one line.
 *
 * @module
 */

import type { SimulatorAnswer } from "./failure-modes.ts";
import type { LoggedRequest } from "./logged-request.ts";

const LONGEST = 4000;
const LATER = "there is more to find out, which /_countersign/requests and the log tell later";

/** The answer to a refused request, with the header. */
export function withExplanation(answer: SimulatorAnswer, { diagnosis, outcome }: LoggedRequest): SimulatorAnswer {
  // In one line nothing stands under anything else.
  const lines = diagnosis.lines.map((line) => line.trim()).filter((line) => line !== "^");
  const sentences = lines.length === 0 ? [outcome] : lines;
  const text = [...sentences, ...(diagnosis.isPending ? [LATER] : [])].join("; ");
  // Percent-encoded where a header cannot hold it.
  const value = text.replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
  return { ...answer, headers: { ...answer.headers, "countersign-explanation": value.slice(0, LONGEST) } };
}
