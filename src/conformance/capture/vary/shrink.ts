/** Finds the smallest part of a case that fails: by its length, or else by its pieces. */

import { type Atom, type Case, lengthOf } from "./cases.ts";
import { type Placeholder, wholeValue } from "./placeholders.ts";

/** Different letters, so that each end of a text is recognised. */
const LETTERS = "abcdefghij";

/**
 * Finds the shortest text that fails, whatever its characters are.
 *
 * @param fails runs a case
 * @param cutAfter after how many characters the text that failed last was cut, if that is known
 * @returns the placeholder and the length, or `undefined` if it is not the length that fails
 */
export async function shortestText(
  whole: Case,
  plain: Case,
  fails: (one: Case) => Promise<boolean>,
  cutAfter: () => number | undefined,
): Promise<{ readonly placeholder: Placeholder; readonly length: number } | undefined> {
  for (const [placeholder, value] of whole) {
    const ofLength = (count: number): Case =>
      new Map(plain).set(placeholder, wholeValue(LETTERS.repeat(count).slice(0, count)));
    let passing = lengthOf(placeholder.plain);
    let length = lengthOf(value);
    if (!placeholder.isText || length <= passing || !(await fails(ofLength(length)))) continue;
    while (length - passing > 1) {
      const cut = cutAfter() ?? 0;
      const likely = [cut + 1, cut].find((one) => one > passing && one < length);
      const middle = likely ?? Math.floor((passing + length) / 2);
      if (await fails(ofLength(middle))) length = middle;
      else passing = middle;
    }
    return { placeholder, length };
  }
  return undefined;
}

/**
 * Finds a small part that fails: the shortest beginning that fails ends with an atom that is needed, and so on.
 *
 * @param fails whether a part fails; all atoms do
 */
export async function smallestPart(
  atoms: readonly Atom[],
  fails: (some: readonly Atom[]) => Promise<boolean>,
): Promise<void> {
  const needed: Atom[] = [];
  for (let rest = atoms; rest.length > 0; ) {
    let passing = 0;
    let failing = rest.length;
    while (failing - passing > 1) {
      const middle = Math.floor((passing + failing) / 2);
      if (await fails([...rest.slice(0, middle), ...needed])) failing = middle;
      else passing = middle;
    }
    needed.unshift(rest[failing - 1]!);
    rest = rest.slice(0, failing - 1);
    if (rest.length > 0 && (await fails(needed))) return;
  }
}
