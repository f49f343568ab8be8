/** The causes of one request, in the shape in which reports show the causes of a run. */

import { fixLines, moreLines } from "../../diagnosis/cause-text.ts";
import type { Diagnosis, Cause as Found } from "../../diagnosis/index.ts";
import type { Cause } from "../runner/index.ts";

/** Causes of one request. Which results they explain is for the caller to add. */
type CausesOfRequest = readonly Omit<Cause, "explains">[];

/**
 * Converts a diagnosis.
 *
 * @param languages programming languages of the reader, for the fix
 * @returns nothing if the diagnosis names no cause; one cause if the request does not distinguish several alternatives
 */
export function causesOfDiagnosis(diagnosis: Diagnosis, languages: readonly string[]): CausesOfRequest {
  if (diagnosis.kind === "explained") return diagnosis.causes.map((cause) => combined([cause], languages));
  if (diagnosis.kind !== "ambiguous") return [];
  const [first, ...alternatives] = diagnosis.alternatives.map((causes) => combined(causes, languages));
  const others = alternatives.map(({ id, title }) => ({ id, title }));
  return first === undefined ? [] : [{ ...first, alternatives: others }];
}

function combined(causes: readonly Found[], languages: readonly string[]): Omit<Cause, "explains"> {
  return {
    id: causes.map(({ id }) => id).join(" with "),
    title: causes.map(({ title }) => title).join("; "),
    what: causes.map(({ what }) => what).join(" "),
    fix: causes.flatMap((cause) => [...fixLines(cause, languages), ...moreLines(cause)]),
    alternatives: [],
  };
}
