/** `countersign explain --json`: the result as one document. */

import type { Cause, Diagnosis, Explanation } from "../../diagnosis/index.ts";
import { alternativesOf } from "../../diagnosis/search/diagnosis.ts";
import type { CorrectedRequest } from "../../diagnosis/text/corrected-request.ts";
import { explanationLines } from "../../diagnosis/text/explanation-text.ts";
import type { ServerComparison } from "../../diagnosis/text/server-response.ts";

/** The version of the format. It is increased when a member is renamed, removed or given a different meaning. */
export const EXPLAIN_FORMAT = 1;

/** The document. docs/diagnosis.md describes it. */
export interface ExplainJson extends Omit<Diagnosis, "kind" | "causes" | "alternatives"> {
  readonly format: typeof EXPLAIN_FORMAT;
  readonly verdict: Diagnosis["kind"];
  /** The result as the text that the command prints. */
  readonly text: readonly string[];
  /** Every cause that the result names, once. */
  readonly causes: readonly Cause[];
  /** Each list of ids is one explanation: its causes together produce the signature. */
  readonly alternatives: readonly (readonly string[])[];
  readonly fixed?: CorrectedRequest | undefined;
  readonly server?: ServerComparison | undefined;
}

/** Converts a diagnosis. */
export function resultJson(
  diagnosis: Diagnosis,
  explanation: Explanation,
  more: Pick<ExplainJson, "fixed" | "server">,
): ExplainJson {
  const { kind: verdict, ...data } = diagnosis;
  const alternatives = alternativesOf(diagnosis);
  return {
    format: EXPLAIN_FORMAT,
    verdict,
    text: explanationLines(explanation),
    ...data,
    causes: [...new Map(alternatives.flat().map((cause) => [cause.id, cause])).values()],
    alternatives: alternatives.map((causes) => causes.map(({ id }) => id)),
    ...more,
  };
}
