/**
 * Two values in HTML: differences are marked, the escape at the first difference is decoded, and long values are cut, with
 * the whole values in a section to open.
 */

import { alignedPairs, alignedParameters } from "../../../diagnosis/compare/parameter-table.ts";
import { comparedSegments, type Segment } from "../../../diagnosis/text/compared-text.ts";
import { counted, cut, plural } from "../../../redaction/visible.ts";
import type { Difference } from "../../runner/index.ts";
import type { Stage } from "../../vectors/index.ts";
import { decodedSides } from "../model/escapes.ts";
import { type Markup, markup } from "./markup.ts";

/** Longer values are cut around their difference. */
const LONGEST_COMPARED = 100;
/** Maximum number of characters of a name or a value. */
const LONGEST_PARAMETER = 240;
/** Only the JSON report has longer values in full. */
const LONGEST = 20_000;
const MOST_PARAMETERS = 12;

/** The comparison of one difference. */
export function comparison(difference: Difference): Markup {
  const { stage, expected, actual, index } = difference;
  const [one, other] = comparedSegments(expected, actual);
  const isCut = Math.max(expected.length, actual.length) > LONGEST_COMPARED;
  return markup`<p class="soft">First difference: <b>${stage}</b>, character ${index + 1}</p>
<dl class="compare">
<dt>expected</dt><dd class="mono expected">${segmentsMarkup(one)}</dd>
<dt>actual</dt><dd class="mono actual">${segmentsMarkup(other)}</dd>
${decodedRow(difference)}</dl>
${parametersTable(difference)}${isCut ? wholeValues(expected, actual) : undefined}`;
}

/** Marks what differs. A caret stands for an empty difference. */
export function segmentsMarkup(segments: readonly Segment[]): Markup {
  const pieces = segments.length === 0 ? [{ text: "‸", differs: true }] : segments;
  return markup`${pieces.map(({ text, differs }) => (differs ? markup`<mark>${text}</mark>` : markup`${text}`))}`;
}

function decodedRow(difference: Difference): Markup | undefined {
  const sides = Object.entries(decodedSides(difference)).map(
    ([side, text]) => markup`<span class="${side}"><mark>${text}</mark></span> `,
  );
  return sides.length === 0 ? undefined : markup`<dt>decoded</dt><dd class="mono">${sides}</dd>\n`;
}

const ALIGNED: { readonly [stage in Stage]?: typeof alignedPairs } = {
  "base-string": alignedPairs,
  "parameter-string": alignedParameters,
};

/** The parameters that differ. They stay encoded: decoded, a wrong encoding would look correct. */
function parametersTable({ stage, expected, actual }: Difference): Markup | undefined {
  const pairs = ALIGNED[stage]?.(expected, actual) ?? [];
  const differing = pairs.filter(([one, other]) => one?.[1] !== other?.[1]);
  if (differing.length === 0) return undefined;
  const rows = differing.slice(0, MOST_PARAMETERS).map((row) => {
    const values = row.map(
      (pair) => markup`<td class="mono">${cut(pair?.[1] ?? "(not here)", LONGEST_PARAMETER)}</td>`,
    );
    return markup`<tr><td class="mono">${cut((row[0] ?? row[1])![0], LONGEST_PARAMETER)}</td>${values}</tr>\n`;
  });
  const rest = differing.length - MOST_PARAMETERS;
  return markup`<details class="more"><summary>different parameters</summary><div class="scroll" tabindex="0"><table>
<thead><tr><th>name</th><th>expected value</th><th>actual value</th></tr></thead><tbody>
${rows}</tbody></table></div>${rest > 0 ? markup`<p class="soft">${plural(rest, "more parameter")} not shown</p>` : undefined}</details>\n`;
}

function wholeValues(expected: string, actual: string): Markup {
  const size = `${counted(expected.length)} and ${counted(actual.length)} characters`;
  return markup`<details class="more"><summary>whole values, ${size}</summary>
<pre>${cut(expected, LONGEST)}</pre><pre>${cut(actual, LONGEST)}</pre></details>\n`;
}
