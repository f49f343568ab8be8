/**
 * Escapes of the syntaxes in which requests and reports are written: percent-encoding, JSON and JavaScript, HTML and XML.
 */

import { hexDigit, isDigit } from "./characters.ts";

/** What an escape stands for. */
export interface Escape {
  /** An octet where `isOctet` is true, else a character. */
  readonly code: number;
  readonly isOctet: boolean;
  /** Where the text goes on. */
  readonly end: number;
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
/** Longer numbers in an escape are no character's. */
const MOST_DIGITS = 8;

/** Whether an escape may begin with this octet. */
export function beginsEscape(octet: number): boolean {
  return octet === PERCENT || octet === BACKSLASH || octet === AMPERSAND;
}

/** The escape that begins at `at`; `undefined` where none does. */
export function readEscape(octets: Uint8Array, at: number): Escape | undefined {
  const first = octets[at];
  if (first === PERCENT) return readPercent(octets, at);
  if (first === BACKSLASH) return readBackslash(octets, at);
  if (first === AMPERSAND) return readEntity(octets, at);
  return undefined;
}

/** `%2B`, also encoded again as in `%252B` and `%25252B`, and `%u002B`. */
function readPercent(octets: Uint8Array, at: number): Escape | undefined {
  let digits = at + 1;
  while (octets[digits] === 0x32 && octets[digits + 1] === 0x35 && isHex(octets, digits + 2, 2)) digits += 2;
  if (isHex(octets, digits, 2)) return { code: hexNumber(octets, digits, 2), isOctet: true, end: digits + 2 };
  return (octets[digits]! | 0x20) === 0x75 ? readCodeUnits(octets, digits + 1, PERCENT) : undefined;
}

/** `\u002b`, `\u{2b}`, `\x2b`, `\n`; any other character behind a backslash stands for itself. */
function readBackslash(octets: Uint8Array, at: number): Escape | undefined {
  const next = octets[at + 1];
  if (next === undefined) return undefined;
  if (next === 0x75) {
    const found = octets[at + 2] === 0x7b ? readBraces(octets, at + 3) : readCodeUnits(octets, at + 2, BACKSLASH);
    if (found !== undefined) return found;
  }
  if (next === 0x78 && isHex(octets, at + 2, 2)) {
    return { code: hexNumber(octets, at + 2, 2), isOctet: false, end: at + 4 };
  }
  return { code: CONTROLS[String.fromCharCode(next)] ?? next, isOctet: true, end: at + 2 };
}

const CONTROLS: Readonly<Record<string, number>> = { b: 0x08, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09 };

function readBraces(octets: Uint8Array, start: number): Escape | undefined {
  let end = start;
  while (end - start < MOST_DIGITS && hexDigit(octets[end]) !== undefined) end++;
  if (end === start || octets[end] !== 0x7d) return undefined;
  return character(hexNumber(octets, start, end - start), end + 1);
}

/** Four digits, or two times four for a character beyond U+FFFF. */
function readCodeUnits(octets: Uint8Array, start: number, prefix: number): Escape | undefined {
  if (!isHex(octets, start, 4)) return undefined;
  const high = hexNumber(octets, start, 4);
  const end = start + 4;
  const isPair =
    (high & 0xfc00) === 0xd800 &&
    octets[end] === prefix &&
    (octets[end + 1]! | 0x20) === 0x75 &&
    isHex(octets, end + 2, 4);
  const low = isPair ? hexNumber(octets, end + 2, 4) : 0;
  if ((low & 0xfc00) !== 0xdc00) return character(high, end);
  return character(0x1_0000 + ((high & 0x3ff) << 10) + (low & 0x3ff), end + 6);
}

/** `&#43;`, `&#x2b;`, `&plus;`; the semicolon may be absent from numbers, and from the names that HTML has always had. */
function readEntity(octets: Uint8Array, at: number): Escape | undefined {
  if (octets[at + 1] === 0x23) return readNumericEntity(octets, at + 2);
  let end = at + 1;
  while (end - at <= LONGEST_NAME && /[a-z]/i.test(String.fromCharCode(octets[end] ?? 0))) end++;
  const name = String.fromCharCode(...octets.subarray(at + 1, end));
  if (octets[end] === SEMICOLON && Object.hasOwn(ENTITIES, name)) return character(ENTITIES[name]!, end + 1);
  const known = /^(?:amp|quot|lt|gt)/i.exec(name)?.[0];
  return known === undefined ? undefined : character(ENTITIES[known.toLowerCase()]!, at + 1 + known.length);
}

function readNumericEntity(octets: Uint8Array, at: number): Escape | undefined {
  const isHexadecimal = (octets[at]! | 0x20) === 0x78;
  const start = isHexadecimal ? at + 1 : at;
  const isMeant = (octet: number | undefined): boolean =>
    octet !== undefined && (isHexadecimal ? hexDigit(octet) !== undefined : isDigit(octet));
  let end = start;
  while (octets[end] === 0x30) end++;
  const significant = end;
  while (end - significant < MOST_DIGITS && isMeant(octets[end])) end++;
  if (end === start) return undefined;
  const digits = String.fromCharCode(...octets.subarray(significant, end));
  const code = Number.parseInt(`0${digits}`, isHexadecimal ? 16 : 10);
  return character(code, octets[end] === SEMICOLON ? end + 1 : end);
}

const LONGEST_NAME = 8;
/** The named characters of HTML that are in ASCII. */
const ENTITIES: Readonly<Record<string, number>> = {
  ...{ Tab: 0x09, NewLine: 0x0a, excl: 0x21, quot: 0x22, QUOT: 0x22, num: 0x23, dollar: 0x24, percnt: 0x25 },
  ...{ amp: 0x26, AMP: 0x26, apos: 0x27, lpar: 0x28, rpar: 0x29, ast: 0x2a, midast: 0x2a, plus: 0x2b },
  ...{ comma: 0x2c, period: 0x2e, sol: 0x2f, colon: 0x3a, semi: 0x3b, lt: 0x3c, LT: 0x3c, equals: 0x3d },
  ...{ gt: 0x3e, GT: 0x3e, quest: 0x3f, commat: 0x40, lsqb: 0x5b, lbrack: 0x5b, bsol: 0x5c, rsqb: 0x5d },
  ...{ rbrack: 0x5d, Hat: 0x5e, lowbar: 0x5f, UnderBar: 0x5f, grave: 0x60, lcub: 0x7b, lbrace: 0x7b },
  ...{ verbar: 0x7c, vert: 0x7c, VerticalLine: 0x7c, rcub: 0x7d, rbrace: 0x7d, nbsp: 0x20, hyphen: 0x2d, dash: 0x2d },
};

function character(code: number, end: number): Escape | undefined {
  return code > 0x10_ffff ? undefined : { code, isOctet: false, end };
}

function isHex(octets: Uint8Array, start: number, count: number): boolean {
  for (let at = start; at < start + count; at++) if (hexDigit(octets[at]) === undefined) return false;
  return true;
}

function hexNumber(octets: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) value = value * 16 + hexDigit(octets[at])!;
  return value;
}
