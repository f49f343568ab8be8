/** Shows a correct and a wrong value in two lines, with a caret under the first difference. */

import { visible } from "../../src/conformance/reporters/index.ts";
import { differenceOf } from "../../src/conformance/runner/check-answer.ts";

/** The number of characters of a long value that are shown before and after the difference. */
const BEFORE = 48;
const AFTER = 56;

/** Three lines; one line if the values are equal. */
export function differenceText(right: string, wrong: string): string {
  const index = differenceOf("signature", right, wrong)?.index;
  if (index === undefined) return `both     ${visible(right.slice(0, BEFORE + AFTER))}`;
  const from = Math.max(0, index - BEFORE);
  const head = (from > 0 ? "…" : "") + visible(right.slice(from, index));
  const tail = (text: string): string =>
    visible(text.slice(index, index + AFTER)) + (text.length > index + AFTER ? "…" : "");
  return [
    `correct  ${head}${tail(right)}`,
    `wrong    ${head}${tail(wrong)}`,
    `${" ".repeat(9 + [...head].length)}^`,
  ].join("\n");
}
