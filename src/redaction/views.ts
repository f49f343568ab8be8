/**
 * Views of a text: what a reader who decodes the text sees. A view maps its octets to the characters from which they
 * come.
 *
 * A secret is looked for in every view, so no list of its spellings is needed.
 */

import { latin1Text, utf8Octets } from "../platform/index.ts";
import { escapesIn } from "./escapes.ts";
import type { Range } from "./replacements.ts";

/** Octets that were read from a text. */
export interface Octets {
  readonly octets: Uint8Array;
  /** The part of the text that the octets from `first` to `last`, both included, come from. */
  readonly rangeOf: (first: number, last: number) => Range;
}

/** Octets, and how they were obtained. */
export interface View extends Octets {
  /** Whether the octets are in the order of the text. */
  readonly isForward: boolean;
  /** Whether base64 or hexadecimal digits were decoded. */
  readonly isDecoded: boolean;
  /** Whether all escapes are undone. */
  readonly isLast: boolean;
}

/**
 * How deep views are nested. A level of escapes costs 1, base64 and hexadecimal cost 2. A depth of 6 reaches base64 of base64
 * that is escaped twice. The bound keeps the work linear in the text.
 */
const DEPTH = 6;
const DECODE_COST = 2;
/** Digits are decoded at least this often, because decoded text around a secret may look like escapes by chance. */
const ALWAYS_DECODED = 2;

/** Every view of a text. */
export function* viewsOf(text: string): Iterable<View> {
  const root = rootOf(text);
  yield* viewsBelow(root, DEPTH, 0, true);
  yield* viewsBelow(reversed(root), DEPTH, 0, false);
}

/** Whether a text contains another text, in whatever spelling. */
export function hasText(text: string, wanted: string): boolean {
  const octets = latin1Text(utf8Octets(wanted));
  for (const view of viewsOf(text)) if (latin1Text(view.octets).includes(octets)) return true;
  return false;
}

/** @param decoded how often digits were decoded */
function* viewsBelow(root: Octets, depth: number, decoded: number, isForward: boolean): Iterable<View> {
  let view = root;
  let left = depth;
  for (; ; left--) {
    const next = left > 0 ? withoutEscapes(view) : undefined;
    yield { ...view, isForward, isDecoded: decoded > 0, isLast: next === undefined };
    if (next === undefined) break;
    view = next;
  }
  // Digits of base64 and hexadecimal are not part of escapes, so the last view has all digits.
  if (left < DECODE_COST && decoded >= ALWAYS_DECODED) return;
  for (const digits of [BASE64, HEXADECIMAL]) {
    for (const inner of decodedViews(view, digits)) {
      yield* viewsBelow(inner, left - DECODE_COST, decoded + 1, isForward);
    }
  }
}

/** The UTF-8 of a text. */
export function rootOf(text: string): Octets {
  const octets = utf8Octets(text);
  if (octets.length === text.length) return { octets, rangeOf: (first, last) => ({ start: first, end: last + 1 }) };
  const starts = new Uint32Array(octets.length);
  const ends = new Uint32Array(octets.length);
  let [start, end] = [0, 0];
  for (let at = 0; at < octets.length; at++) {
    const beginsCharacter = (octets[at]! & 0xc0) !== 0x80;
    if (beginsCharacter) {
      start = end;
      end += octets[at]! < 0xf0 ? 1 : 2; // UTF-16 code units
    }
    starts[at] = start;
    ends[at] = end;
  }
  return { octets, rangeOf: (first, last) => ({ start: starts[first]!, end: ends[last]! }) };
}

function reversed({ octets, rangeOf }: Octets): Octets {
  const end = octets.length - 1;
  return { octets: Uint8Array.from(octets).reverse(), rangeOf: (first, last) => rangeOf(end - last, end - first) };
}

/** The view with one level of escapes undone, whatever syntax each belongs to; `undefined` if the view contains no escape. */
export function withoutEscapes({ octets, rangeOf }: Octets): Octets | undefined {
  const escapes = [...escapesIn(latin1Text(octets))];
  if (escapes.length === 0) return undefined;
  const result = new Uint8Array(octets.length);
  const firsts = new Uint32Array(octets.length);
  const lasts = new Uint32Array(octets.length);
  let length = 0;
  let copied = 0;
  const add = (octet: number, first: number, last: number): void => {
    result[length] = octet;
    firsts[length] = first;
    lasts[length++] = last;
  };
  const copyUpTo = (end: number): void => {
    for (; copied < end; copied++) add(octets[copied]!, copied, copied);
  };
  for (const { start, end, octets: decoded } of escapes) {
    copyUpTo(start);
    for (const octet of decoded) add(octet, start, end - 1);
    copied = end;
  }
  copyUpTo(octets.length);
  return {
    octets: result.subarray(0, length),
    rangeOf: (first, last) => rangeOf(firsts[first]!, lasts[last]!),
  };
}

/** Digits that encode octets. */
interface Digits {
  readonly bits: 4 | 6;
  /** By octet: the value of a digit, SKIPPED for a separator between two digits, or OTHER. */
  readonly kinds: Int8Array;
  /** Shorter runs cannot contain a secret. */
  readonly shortest: number;
  /** The number of first digits at which an octet may begin, because a run may start within a longer run. */
  readonly alignments: number;
}

const SKIPPED = -1;
const OTHER = -2;
/** Digits between two runs, so that no octet combines digits of both. */
const GAP = 4;

const WHITESPACE = " \t\n\v\f\r";
const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE64: Digits = {
  bits: 6,
  kinds: kindsOf([`${ALPHANUMERIC}+/`, `${ALPHANUMERIC}-_`], WHITESPACE),
  shortest: 6,
  alignments: 4,
};
const HEXADECIMAL: Digits = {
  bits: 4,
  kinds: kindsOf(["0123456789abcdef", "0123456789ABCDEF"], `${WHITESPACE}:-`),
  shortest: 8,
  alignments: 2,
};

function kindsOf(alphabets: readonly string[], skipped: string): Int8Array {
  const kinds = new Int8Array(256).fill(OTHER);
  for (const character of skipped) kinds[character.charCodeAt(0)] = SKIPPED;
  for (const alphabet of alphabets) {
    for (const [value, digit] of [...alphabet].entries()) kinds[digit.charCodeAt(0)] = value;
  }
  return kinds;
}

/** The octets that the digits of a view encode, at each alignment. */
function* decodedViews({ octets, rangeOf }: Octets, { bits, kinds, shortest, alignments }: Digits): Iterable<Octets> {
  const values = new Uint8Array(2 * octets.length + GAP);
  const places = new Uint32Array(values.length);
  let count = 0;
  let runStart = 0;
  const endRun = (at: number): void => {
    if (count - runStart < shortest) count = runStart;
    else for (let gap = 0; gap < GAP; gap++) places[count++] = at;
    runStart = count;
  };
  for (let at = 0; at < octets.length; at++) {
    const kind = kinds[octets[at]!]!;
    if (kind >= 0) {
      values[count] = kind;
      places[count++] = at;
    } else if (kind === OTHER) endRun(at);
  }
  endRun(octets.length - 1);
  if (count === 0) return;
  for (let alignment = 0; alignment < alignments; alignment++) {
    yield {
      octets: octetsOf(values.subarray(alignment, count), bits),
      rangeOf: (first, last) => {
        const from = alignment + Math.floor((8 * first) / bits);
        const to = alignment + Math.floor((8 * last + 7) / bits);
        return rangeOf(places[from]!, places[to]!);
      },
    };
  }
}

function octetsOf(values: Uint8Array, bits: number): Uint8Array {
  const octets = new Uint8Array(Math.floor((values.length * bits) / 8));
  let length = 0;
  let value = 0;
  let held = 0;
  for (const digit of values) {
    value = ((value << bits) | digit) & 0xffff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    octets[length++] = value >> held;
  }
  return octets;
}
