/**
 * A right and a wrong value below each other, a caret where they part.
 *
 * @module
 */

import { visible } from "../../src/conformance/reporters/index.ts";
import { differenceOf } from "../../src/conformance/runner/check-answer.ts";

/** How much of a long value is shown on each side of the difference, in characters. */
const BEFORE = 48;
const AFTER = 56;

/** Three lines; only one where the values are equal. */
export function differenceText(right: string, wrong: string): string {
  const index = differenceOf("signature", right, wrong)?.index;
  if (index === undefined) return `both   ${visible(right.slice(0, BEFORE + AFTER))}`;
  const from = Math.max(0, index - BEFORE);
  const head = (from > 0 ? "…" : "") + visible(right.slice(from, index));
  const tail = (text: string): string =>
    visible(text.slice(index, index + AFTER)) + (text.length > index + AFTER ? "…" : "");
  return [`right  ${head}${tail(right)}`, `wrong  ${head}${tail(wrong)}`, `${" ".repeat(7 + [...head].length)}^`].join(
    "\n",
  );
}
