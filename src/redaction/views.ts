/**
 * Views of a text: what a reader sees who decodes it. A view knows which characters of the text its octets come from.
 *
 * A secret is looked for in every view, so no list of its spellings is needed.
 */

import { utf8Octets } from "../platform/index.ts";
import { base64Digit, hexDigit, isWhitespace } from "./characters.ts";
import { beginsEscape, readEscape } from "./escapes.ts";

/** From and up to a position, in UTF-16 code units of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Octets that were read from a text. */
export interface View {
  readonly octets: Uint8Array;
  /** The part of the text that the octets from `first` to `last`, both included, come from. */
  readonly rangeOf: (first: number, last: number) => Range;
}

/** How a view came about. */
export interface Origin {
  /** Whether the octets are in the order of the text. */
  readonly isForward: boolean;
  /** Whether base64 or hexadecimal digits were decoded. */
  readonly isDecoded: boolean;
  /** Whether all escapes are undone. */
  readonly isLast: boolean;
}

/**
 * How deep views are nested. A level of escapes costs 1, base64 and hexadecimal cost 2: six reach base64 of base64 that is
 * escaped twice. The bound keeps the work linear in the text.
 */
const DEPTH = 6;
const DECODE_COST = 2;

/** Gets a view. */
export type Visit = (view: View, origin: Origin) => void;

/** Makes a function that calls `visit` with every view of a text. */
export function createViews(): (text: string, visit: Visit) => void {
  const digits = [base64Digits(), hexDigits()];
  return (text, visit) => {
    for (const root of rootsOf(text)) {
      visitBelow(root, digits, DEPTH, { isForward: true, isDecoded: false }, visit);
      visitBelow(reversed(root), digits, DEPTH, { isForward: false, isDecoded: false }, visit);
    }
  };
}

function visitBelow(
  root: View,
  digits: readonly Digits[],
  depth: number,
  origin: Omit<Origin, "isLast">,
  visit: Visit,
): void {
  let view = root;
  let left = depth;
  for (; ; left--) {
    const next = left > 0 ? withoutEscapes(view) : undefined;
    visit(view, { ...origin, isLast: next === undefined });
    if (next === undefined) break;
    view = next;
  }
  // Digits of base64 and hexadecimal are no part of escapes: the last view has all of them.
  const below = left - DECODE_COST;
  if (below < 0) return;
  for (const kind of digits) {
    for (const inner of decodedViews(view, kind))
      visitBelow(inner, digits, below, { ...origin, isDecoded: true }, visit);
  }
}

/** The octets of a text; where it has characters from U+0080 to U+00FF, also as if each was one octet. */
export function rootsOf(text: string): View[] {
  if (/^[\x00-\x7f]*$/.test(text)) {
    return [{ octets: utf8Octets(text), rangeOf: (first, last) => ({ start: first, end: last + 1 }) }];
  }
  return /[\x80-\xff]/.test(text) ? [rootOf(text, false), rootOf(text, true)] : [rootOf(text, false)];
}

function rootOf(text: string, isLatin1: boolean): View {
  const writer = createWriter(3 * text.length);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    const end = at + (code > 0xffff ? 2 : 1);
    if (isLatin1 && code <= 0xff) writer.octet(code, at, end);
    else writer.character(code, at, end);
    at = end;
  }
  return writer.view((start, end) => ({ start, end }));
}

function reversed({ octets, rangeOf }: View): View {
  const end = octets.length - 1;
  return { octets: Uint8Array.from(octets).reverse(), rangeOf: (first, last) => rangeOf(end - last, end - first) };
}

/** The view with one level of escapes undone, whatever syntax each belongs to; `undefined` where there is none. */
export function withoutEscapes({ octets, rangeOf }: View): View | undefined {
  let writer: Writer | undefined;
  let copied = 0;
  const copyUpTo = (end: number): void => {
    for (; copied < end; copied++) writer!.octet(octets[copied]!, copied, copied + 1);
  };
  for (let at = 0; at < octets.length; ) {
    const found = beginsEscape(octets[at]!) ? readEscape(octets, at) : undefined;
    if (found === undefined) {
      at++;
      continue;
    }
    writer ??= createWriter(octets.length);
    copyUpTo(at);
    if (found.isOctet) writer.octet(found.code, at, found.end);
    else writer.character(found.code, at, found.end);
    at = copied = found.end;
  }
  if (writer === undefined) return undefined;
  copyUpTo(octets.length);
  return writer.view((start, end) => rangeOf(start, end - 1));
}

/** Digits that stand for octets. */
interface Digits {
  readonly bits: 4 | 6;
  /** By octet: the value of a digit, SKIPPED for what may stand between two digits, or OTHER. */
  readonly kinds: Int8Array;
  /** Shorter runs hold no secret. */
  readonly shortest: number;
  /** With how many digits an octet may begin: a run may begin in the middle of a longer one. */
  readonly alignments: number;
}

const SKIPPED = -1;
const OTHER = -2;
/** Digits between two runs, so that no octet is made of both. */
const GAP = 4;

function base64Digits(): Digits {
  const kinds = tableOf((octet) => base64Digit(octet) ?? (isWhitespace(octet) ? SKIPPED : OTHER));
  return { bits: 6, kinds, shortest: 6, alignments: 4 };
}

function hexDigits(): Digits {
  const isSeparator = (octet: number): boolean => isWhitespace(octet) || octet === 0x3a || octet === 0x2d; // : -
  const kinds = tableOf((octet) => hexDigit(octet) ?? (isSeparator(octet) ? SKIPPED : OTHER));
  return { bits: 4, kinds, shortest: 8, alignments: 2 };
}

function tableOf(kindOf: (octet: number) => number): Int8Array {
  return Int8Array.from({ length: 256 }, (_, octet) => kindOf(octet));
}

/** What the digits of a view stand for, at each alignment. */
function decodedViews({ octets, rangeOf }: View, { bits, kinds, shortest, alignments }: Digits): View[] {
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
    } else if (kind === OTHER && count > runStart) endRun(at);
  }
  if (count > runStart) endRun(octets.length - 1);
  if (count === 0) return [];
  return Array.from({ length: alignments }, (_, alignment) => ({
    octets: octetsOf(values.subarray(alignment, count), bits),
    rangeOf: (first, last) => {
      const from = alignment + Math.floor((8 * first) / bits);
      const to = alignment + Math.floor((8 * last + 7) / bits);
      return rangeOf(places[from]!, places[to]!);
    },
  }));
}

function octetsOf(values: Uint8Array, bits: number): Uint8Array {
  const octets = new Uint8Array(Math.floor((values.length * bits) / 8));
  let length = 0;
  let value = 0;
  let held = 0;
  for (let at = 0; at < values.length; at++) {
    value = ((value << bits) | values[at]!) & 0xffff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    octets[length++] = value >> held;
  }
  return octets;
}

interface Writer {
  octet(octet: number, start: number, end: number): void;
  /** The UTF-8 of a character. */
  character(code: number, start: number, end: number): void;
  view(rangeOf: (start: number, end: number) => Range): View;
}

function createWriter(most: number): Writer {
  const octets = new Uint8Array(most);
  const starts = new Uint32Array(most);
  const ends = new Uint32Array(most);
  let length = 0;
  const octet = (value: number, start: number, end: number): void => {
    octets[length] = value;
    starts[length] = start;
    ends[length++] = end;
  };
  return {
    octet,
    character(code, start, end) {
      if (code < 0x80) return octet(code, start, end);
      const more = code < 0x800 ? 1 : code < 0x1_0000 ? 2 : 3;
      octet([0, 0xc0, 0xe0, 0xf0][more]! | (code >> (6 * more)), start, end);
      for (let shift = 6 * (more - 1); shift >= 0; shift -= 6) octet(0x80 | ((code >> shift) & 0x3f), start, end);
    },
    view: (rangeOf) => ({
      octets: octets.subarray(0, length),
      rangeOf: (first, last) => rangeOf(starts[first]!, ends[last]!),
    }),
  };
}
