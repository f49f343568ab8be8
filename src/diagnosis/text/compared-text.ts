/** Finds the pieces in which two values differ, and formats both values as lines of text. */

import { cut, visible } from "../../redaction/visible.ts";

/** A piece of a value. */
export interface Segment {
  /** Control characters and other invisible characters are shown as escapes. */
  readonly text: string;
  readonly differs: boolean;
}

/** An escape, which may itself be escaped, or a character: no difference begins inside one of these. */
const TOKEN_RE = /%(?:25)*[0-9A-Fa-f]{2}|./gsu;
/** Fewer equal characters or escapes than this after a difference count as a coincidence. */
const LEAST_EQUAL = 4;
/** If a longer value has nothing in common with the other, nothing is underlined. */
const LONGEST_OTHER = 20;
/** A longer difference is marked to the end. */
const LONGEST_DIFFERENCE = 40;
/** How many characters and escapes are shown before the first difference, and from there on. */
const BEFORE = 40;
const AFTER = 60;

/**
 * Marks the differences. Long values are cut around the first one.
 *
 * @param areCut whether both values were already cut at the end, so that extra text at the end of one is no difference
 */
export function comparedSegments(one: string, other: string, areCut = false): [one: Segment[], other: Segment[]] {
  if (one === other) return [wholeValue(one), wholeValue(other)];
  const whole = [tokensOf(one), tokensOf(other)] as const;
  const first = commonStart(...whole, 0, 0);
  const start = Math.max(0, first - BEFORE);
  const end = first + AFTER;
  // The rest is not shown.
  const [left, right] = [whole[0].slice(0, end + LONGEST_DIFFERENCE), whole[1].slice(0, end + LONGEST_DIFFERENCE)];
  const sides: [Segment[], Segment[]] = [[], []];
  if (start > 0) for (const side of sides) add(side, "…", false);
  for (const side of sides) add(side, left.slice(start, first).join(""), false);
  let [i, j] = [first, first];
  const addNext = (lengths: readonly [number, number], differs: boolean): void => {
    add(sides[0], left.slice(i, Math.min(i + lengths[0], end)).join(""), differs);
    add(sides[1], right.slice(j, Math.min(j + lengths[1], end)).join(""), differs);
    i += lengths[0];
    j += lengths[1];
  };
  while (i < left.length || j < right.length) {
    const isAtCut = areCut && (i === left.length || j === right.length);
    addNext(isAtCut ? [left.length - i, right.length - j] : lengthsOfDifference(left, right, i, j, areCut), !isAtCut);
    const equal = commonStart(left, right, i, j);
    addNext([equal, equal], false);
  }
  for (const [at, tokens] of whole.entries()) if (tokens.length > end) add(sides[at]!, "…", false);
  return sides;
}

function wholeValue(text: string): Segment[] {
  return [{ text: visible(cut(text, BEFORE + AFTER)), differs: false }];
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN_RE) ?? [];
}

function add(side: Segment[], value: string, differs: boolean): void {
  if (value === "") return;
  const text = visible(value);
  const last = side.at(-1);
  if (last?.differs === differs) side[side.length - 1] = { text: last.text + text, differs };
  else side.push({ text, differs });
}

function commonStart(left: readonly string[], right: readonly string[], i: number, j: number): number {
  let length = 0;
  while (i + length < left.length && left[i + length] === right[j + length]) length++;
  return length;
}

/** The length of the difference in each value, up to where both are equal again. */
function lengthsOfDifference(
  left: readonly string[],
  right: readonly string[],
  i: number,
  j: number,
  areCut: boolean,
): [left: number, right: number] {
  for (let sum = 1; sum <= LONGEST_DIFFERENCE; sum++) {
    for (let length = 0; length <= sum; length++) {
      const [at, against] = [i + length, j + sum - length];
      if (at > left.length || against > right.length) continue;
      const rests = [left.length - at, right.length - against];
      const needed = Math.min(LEAST_EQUAL, areCut ? Math.min(...rests) : Math.max(...rests));
      if (commonStart(left, right, at, against) >= needed) return [length, sum - length];
    }
  }
  return [left.length - i, right.length - j];
}

/** How a text is highlighted. */
export interface TextStyle {
  readonly strong: (text: string) => string;
  readonly soft: (text: string) => string;
  /** The correct or the wrong text where two values differ. */
  readonly right: (text: string) => string;
  readonly wrong: (text: string) => string;
}

const same = (text: string): string => text;

export const PLAIN: TextStyle = { strong: same, soft: same, right: same, wrong: same };

/** The two values, each with its differences underlined below it, unless a long value differs completely. */
export function comparedLines(
  [name, segments]: readonly [name: string, segments: readonly Segment[]],
  [otherName, others]: readonly [name: string, segments: readonly Segment[]],
  style: TextStyle,
): string[] {
  const width = Math.max(name.length, otherName.length) + 2;
  return [
    ...valueLines(name.padEnd(width), segments, style.right),
    ...valueLines(otherName.padEnd(width), others, style.wrong),
  ];
}

function valueLines(label: string, segments: readonly Segment[], mark: TextStyle["right"]): string[] {
  const values = segments.map(({ text, differs }) => (differs ? mark(text) : text));
  const length = segments.reduce((sum, { text }) => sum + text.length, 0);
  const isOther = length > LONGEST_OTHER && segments.every(({ text, differs }) => differs || text.length < LEAST_EQUAL);
  const marks = segments.map(({ text, differs }) => underline(text, differs && !isOther ? "^" : " "));
  const carets = `${" ".repeat(label.length)}${marks.join("")}`.trimEnd();
  return [`${label}${values.join("")}`, ...(carets === "" ? [] : [carets])];
}

/** A mark for each column of a text. */
function underline(text: string, mark: string): string {
  return text.replace(/\p{M}/gu, "").replace(/./gsu, (character) => (WIDE_RE.test(character) ? mark + mark : mark));
}

const WIDE_RE = // characters that take two columns
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
