/** Decodes the percent escape at a difference: `%252A`, `%2A`, `*`. */

import { visible } from "../../../redaction/visible.ts";

/** One octet, encoded once or several times. */
const ESCAPE = /%(?:25)*[0-9A-Fa-f]{2}/g;
/** The escape of a continuation octet of UTF-8. */
const CONTINUATION = /[89AB][0-9A-F]$/i;
/** Characters before and after the index that are searched. */
const REACH = 36;
/** How often a text is decoded. */
const DEEPEST = 3;

/** The escaped character at an index, decoded step by step, as text; `undefined` if there is no escape. */
export function decodedAt(text: string, index: number): string | undefined {
  const escaped = escapedCharacterAt(text, index);
  if (escaped === undefined) return undefined;
  const steps = [escaped];
  while (steps.length <= DEEPEST) {
    const next = decodeOnce(steps.at(-1)!);
    if (next === steps.at(-1)) break;
    steps.push(next);
  }
  return steps.length === 1 ? `${escaped} is not UTF-8` : steps.map(visible).join(" is ");
}

/** The escapes of all octets of one character. */
function escapedCharacterAt(text: string, index: number): string | undefined {
  const { all, covering } = escapesAround(text, index);
  if (covering === undefined) return undefined;
  let first = all.indexOf(covering);
  let last = first;
  const adjoins = (at: number): boolean => all[at - 1] !== undefined && endOf(all[at - 1]!) === all[at]?.index;
  while (CONTINUATION.test(all[first]![0]) && adjoins(first)) first--;
  while (adjoins(last + 1) && CONTINUATION.test(all[last + 1]![0])) last++;
  return text.slice(all[first]!.index, endOf(all[last]!));
}

interface Escape {
  readonly 0: string;
  readonly index: number;
}

function escapesAround(text: string, index: number): { all: Escape[]; covering: Escape | undefined } {
  const from = Math.max(0, index - REACH);
  const matches = text.slice(from, index + REACH).matchAll(ESCAPE);
  const all = Array.from(matches, (match) => ({ 0: match[0], index: from + match.index }));
  return { all, covering: all.find((one) => one.index <= index && index < endOf(one)) };
}

function endOf({ 0: token, index }: Escape): number {
  return index + token.length;
}

/** Decodes UTF-8 and leaves other octets unchanged. */
export function decodeOnce(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    const octets = Buffer.from(escapes.replaceAll("%", ""), "hex");
    const decoded = octets.toString("utf8");
    return Buffer.from(decoded, "utf8").equals(octets) ? decoded : escapes;
  });
}
