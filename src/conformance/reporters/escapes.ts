/**
 * What the percent-encoding at a difference means: `%252A` is `%2A` is `*`.
 *
 * @module
 */

import { visible } from "./visible.ts";

/** One octet, encoded once or more often. */
const ESCAPE = /%(?:25)*[0-9A-Fa-f]{2}/g;
/** An escape of an octet that continues a character of UTF-8. */
const CONTINUATION = /[89AB][0-9A-F]$/i;
/** How far to each side escapes are looked for, in characters. */
const REACH = 36;
/** How often a text is decoded. */
const DEEPEST = 3;

/** The escape that covers an index, else the UTF-16 unit there; empty at the end. */
export function tokenAt(text: string, index: number): string {
  return escapesAround(text, index).covering?.[0] ?? text.charAt(index);
}

/** Whether a token of {@link tokenAt} is an escape. */
export function isEscape(token: string): boolean {
  return token.length > 1;
}

/** How often the octet of an escape is encoded. */
export function depthOf(token: string): number {
  return (token.length - 1) / 2;
}

/** The escaped character at an index with what it means, reading after reading; `undefined` where none is escaped. */
export function decodedAt(text: string, index: number): string | undefined {
  const escaped = escapedCharacterAt(text, index);
  if (escaped === undefined) return undefined;
  const readings = [escaped];
  while (readings.length <= DEEPEST) {
    const next = decodeOnce(readings.at(-1)!);
    if (next === readings.at(-1)) break;
    readings.push(next);
  }
  return readings.length === 1 ? `${escaped} is no UTF-8` : readings.map(visible).join(" is ");
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

/** Decodes what is UTF-8 and leaves the rest: what is no UTF-8 has no reading. */
export function decodeOnce(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    const octets = Buffer.from(escapes.replaceAll("%", ""), "hex");
    const decoded = octets.toString("utf8");
    return Buffer.from(decoded, "utf8").equals(octets) ? decoded : escapes;
  });
}
