/** Values that differ from a given value by one character, or whose end is cut off. */

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const ALPHABETS = ["0123456789", LOWER, LOWER.toUpperCase()];

/**
 * Removes, replaces and inserts one character: a digit next to digits, a letter next to letters of the same case. Also cuts the
 * value off after each character, as a buffer of a fixed size does.
 */
export function* oneCharacterAway(value: string): Generator<string> {
  for (let at = 1; at < value.length; at++) yield value.slice(0, at);
  for (let at = 0; at <= value.length; at++) {
    const [before, after] = [value.slice(0, at), value.slice(at)];
    if (!before.isWellFormed()) continue;
    const here = alphabetOf(after[0]);
    if (after !== "") yield before + after.slice(String.fromCodePoint(after.codePointAt(0)!).length);
    if (after !== "") for (const character of here) yield before + character + after.slice(1);
    for (const character of new Set([...here, ...alphabetOf(before.at(-1))])) yield before + character + after;
  }
}

function alphabetOf(character: string | undefined): string {
  return ALPHABETS.find((alphabet) => character !== undefined && alphabet.includes(character)) ?? "";
}
