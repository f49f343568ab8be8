/** Decodes the percent escapes at a difference: `%252A`, `%2A`, `*`. */

import { visible } from "../../../redaction/visible.ts";
import type { Difference } from "../../runner/index.ts";

/** Matches the escapes of one character, or of one octet; each may be escaped again. */
const CHARACTER = /%(?:25)*(?:[C-F][0-9A-F](?:%(?:25)*[89AB][0-9A-F])+|[0-9A-F]{2})/gi;
/** How many characters before and after the index are searched. */
const REACH = 36;
/** Most times a text is decoded. */
const DEEPEST = 3;

/** What escapes at the first difference mean, if the meanings differ. */
export function decodedSides({ expected, actual, index }: Difference): Partial<Record<"expected" | "actual", string>> {
  const [right, wrong] = [decodedAt(expected, index), decodedAt(actual, index)];
  if (right === wrong) return {};
  return { ...(right !== undefined && { expected: right }), ...(wrong !== undefined && { actual: wrong }) };
}

/** The escaped character at an index, decoded step by step, as text; `undefined` if there is no escape. */
export function decodedAt(text: string, index: number): string | undefined {
  const from = Math.max(0, index - REACH);
  const all = [...text.slice(from, index + REACH).matchAll(CHARACTER)];
  const [escaped] = all.find((one) => from + one.index <= index && index < from + one.index + one[0].length) ?? [];
  if (escaped === undefined) return undefined;
  const steps = [escaped];
  while (steps.length <= DEEPEST) {
    const next = decodeOnce(steps.at(-1)!);
    if (next === steps.at(-1)) break;
    steps.push(next);
  }
  return steps.length === 1 ? `${escaped} is not UTF-8` : steps.map(visible).join(" is ");
}

/** Decodes UTF-8 and leaves other octets unchanged. */
function decodeOnce(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    const octets = Buffer.from(escapes.replaceAll("%", ""), "hex");
    const decoded = octets.toString("utf8");
    return Buffer.from(decoded, "utf8").equals(octets) ? decoded : escapes;
  });
}
