/** Formats what `countersign explain` prints. */

import type { Terminal } from "../../conformance/reporters/model/reporter.ts";
import { styleOf } from "../../conformance/reporters/text/style.ts";
import type { Explanation } from "../../diagnosis/index.ts";
import type { CorrectedRequest } from "../../diagnosis/text/corrected-request.ts";
import { explanationLines, verdictLine } from "../../diagnosis/text/explanation-text.ts";
import { type ServerComparison, serverComparisonLines } from "../../diagnosis/text/server-response.ts";
import { visible } from "../../redaction/visible.ts";

export const NOTHING_KNOWN = "the response contains neither a signature base string nor an error code that is known";

export function isEmpty({ baseString, problem, signatureNotes }: ServerComparison): boolean {
  return baseString === undefined && problem === undefined && signatureNotes === undefined;
}

/** The comparison with the answer of the server, with an empty line after it. */
export function serverText(comparison: ServerComparison, { colors }: Terminal): string {
  const known = isEmpty(comparison) ? [NOTHING_KNOWN] : serverComparisonLines(comparison);
  const lines = known.map(visible);
  const shown = lines.map((line) => (line.startsWith(" ") ? line : colors.bold(line)));
  return `${shown.join("\n")}\n\n`;
}

/** The result; with `--quiet` only the verdict. */
export function explanationBlock(
  explanation: Explanation,
  more: readonly string[],
  { colors, isQuiet }: Terminal,
): string {
  if (isQuiet) return `${verdictLine(explanation, styleOf(colors))}\n`;
  const lines = [...explanationLines(explanation, styleOf(colors)), ...more.map((line) => `  ${visible(line)}`)];
  return `${lines.join("\n")}\n`;
}

/** The corrected request, with an empty line before it. */
export function correctionText({ signed, curl, notes }: CorrectedRequest, { colors }: Terminal): string {
  const lines = [...signed.split("\n"), "", curl, ...notes].map(visible);
  return ["", colors.bold("corrected request"), ...lines, ""].join("\n");
}
