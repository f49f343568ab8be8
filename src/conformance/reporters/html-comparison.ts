/**
 * Two values in HTML: differences are marked, the escape at the first difference is decoded, and long values are cut, with
 * the whole values in a section to open.
 */

import { boundary, cut, plural } from "../../redaction/visible.ts";
import type { Difference } from "../runner/index.ts";
import { type DecodedPart, decodedParts } from "./decoded-parts.ts";
import { decodedAt } from "./escapes.ts";
import { type Markup, markup } from "./markup.ts";

/** Characters that are shown before the difference, of it and after it. */
const BEFORE = 160;
const MARKED = 240;
const AFTER = 160;
/** Only the JSON report has longer values in full. */
const LONGEST = 20_000;
const MOST_PARTS = 12;

/** The comparison of one difference. */
export function comparison(difference: Difference): Markup {
  const { stage, expected, actual } = difference;
  const index = Math.min(boundary(expected, difference.index), boundary(actual, difference.index));
  const end = commonEnd(expected.slice(index), actual.slice(index));
  const side = (text: string, other: string): Markup =>
    marked(text, index, end, other.slice(index, other.length - end));
  const isCut = Math.max(expected.length, actual.length) > BEFORE + AFTER;
  return markup`<p class="soft">First difference: <b>${stage}</b>, character ${index + 1}</p>
<dl class="compare">
<dt>expected</dt><dd class="mono expected">${side(expected, actual)}</dd>
<dt>actual</dt><dd class="mono actual">${side(actual, expected)}</dd>
${decodedRow(expected, actual, index)}</dl>
${partsTable(decodedParts(difference))}${isCut ? wholeValues(expected, actual) : undefined}`;
}

/** How many UTF-16 units both texts end with. Never splits a character. */
function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.at(-1 - length) === b.at(-1 - length)) length++;
  while (length > 0 && /[\udc00-\udfff]/.test(a.at(-length)!)) length--;
  return length;
}

/** A value around its difference. `other` is the part of the other value that differs. */
function marked(text: string, index: number, end: number, other: string): Markup {
  const from = Math.max(0, boundary(text, index - BEFORE));
  const middle = text.slice(index, text.length - end);
  const head = `${from > 0 ? "…" : ""}${text.slice(from, index)}`;
  const isCut = middle.length > MARKED;
  const marks = marksIn(isCut ? cut(middle, MARKED) : middle, other, middle.length === other.length);
  return markup`${head}${marks}${isCut ? undefined : cut(text.slice(text.length - end), AFTER)}`;
}

/** Marks each piece that differs if both have the same length; otherwise marks everything. */
function marksIn(middle: string, other: string, areAligned: boolean): Markup[] {
  // An empty mark would be invisible.
  if (!areAligned) return [markup`<mark>${middle === "" ? "‸" : middle}</mark>`];
  const pieces: Markup[] = [];
  for (let at = 0; at < middle.length; ) {
    const isSame = middle[at] === other[at];
    const start = at;
    while (at < middle.length && (middle[at] === other[at]) === isSame) at++;
    const piece = middle.slice(start, at);
    pieces.push(isSame ? markup`${piece}` : markup`<mark>${piece}</mark>`);
  }
  return pieces;
}

function decodedRow(expected: string, actual: string, index: number): Markup | undefined {
  const [right, wrong] = [decodedAt(expected, index), decodedAt(actual, index)];
  if (right === wrong) return undefined;
  const side = (name: string, text: string | undefined): Markup | undefined =>
    text === undefined ? undefined : markup`<span class="${name}"><mark>${text}</mark></span> `;
  return markup`<dt>decoded</dt><dd class="mono">${side("expected", right)}${side("actual", wrong)}</dd>\n`;
}

function partsTable(parts: readonly DecodedPart[]): Markup | undefined {
  if (parts.length === 0) return undefined;
  const cell = ({ expected, actual }: DecodedPart, text: string | undefined): Markup =>
    markup`<td class="mono${expected === actual ? "" : " differs"}">${text === undefined ? "(none)" : cut(text, MARKED)}</td>`;
  const rows = parts
    .slice(0, MOST_PARTS)
    .map((part) => markup`<tr><td>${part.name}</td>${cell(part, part.expected)}${cell(part, part.actual)}</tr>\n`);
  const rest = parts.length - MOST_PARTS;
  return markup`<details class="more"><summary>part by part</summary><div class="scroll"><table>
<thead><tr><th>part</th><th>expected</th><th>actual</th></tr></thead><tbody>
${rows}</tbody></table></div>${rest > 0 ? markup`<p class="soft">${plural(rest, "more part")} not shown</p>` : undefined}</details>\n`;
}

function wholeValues(expected: string, actual: string): Markup {
  const size = `${expected.length.toLocaleString("en")} and ${actual.length.toLocaleString("en")} characters`;
  return markup`<details class="more"><summary>whole values, ${size}</summary>
<pre>${cut(expected, LONGEST)}</pre><pre>${cut(actual, LONGEST)}</pre></details>\n`;
}
