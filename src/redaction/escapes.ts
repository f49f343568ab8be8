/**
 * Escapes of the syntaxes in which requests and reports are written: percent-encoding, JSON, JavaScript, HTML and XML. The
 * full-width forms of Unicode count as escapes, too.
 */

import { latin1Octets, utf8Octets } from "../platform/index.ts";

/** An escape in a text, and the octets that it stands for. */
export interface Escape {
  readonly start: number;
  readonly end: number;
  readonly octets: Uint8Array;
}

const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The named characters of HTML that are in ASCII. */
const ENTITIES: Readonly<Record<string, string>> = {
  tab: "\t",
  newline: "\n",
  excl: "!",
  quot: '"',
  num: "#",
  dollar: "$",
  percnt: "%",
  amp: "&",
  apos: "'",
  lpar: "(",
  rpar: ")",
  ast: "*",
  midast: "*",
  plus: "+",
  comma: ",",
  period: ".",
  sol: "/",
  colon: ":",
  semi: ";",
  lt: "<",
  equals: "=",
  gt: ">",
  quest: "?",
  commat: "@",
  lsqb: "[",
  lbrack: "[",
  bsol: "\\",
  rsqb: "]",
  rbrack: "]",
  hat: "^",
  lowbar: "_",
  underbar: "_",
  grave: "`",
  lcub: "{",
  lbrace: "{",
  verbar: "|",
  vert: "|",
  verticalline: "|",
  rcub: "}",
  rbrace: "}",
  nbsp: " ",
  hyphen: "-",
  dash: "-",
};

/** The syntaxes, and what the group in each means. The first match is used. */
const SYNTAXES: readonly (readonly [syntax: RegExp, decode: (group: string) => Uint8Array])[] = [
  // %2B, also encoded again as in %252B and %25252B
  [/%(?:25)*([0-9a-f]{2})/, (digits) => Uint8Array.of(Number.parseInt(digits, 16))],
  // \u002b and %u002B, two of them for a character beyond U+FFFF
  [/[%\\]u(d[89ab][0-9a-f]{2}[%\\]ud[c-f][0-9a-f]{2}|[0-9a-f]{4})/, codeUnits],
  [/\\u\{([0-9a-f]+)\}/, (digits) => character(digits, 16)],
  [/\\x([0-9a-f]{2})/, (digits) => character(digits, 16)],
  // \n; any other character after a backslash means itself
  [/\\([\s\S])/, (escaped) => latin1Octets(CONTROLS[escaped] ?? escaped)],
  [/&#x([0-9a-f]+);?/, (digits) => character(digits, 16)],
  [/&#([0-9]+);?/, (digits) => character(digits, 10)],
  [new RegExp(`&(${Object.keys(ENTITIES).join("|")});`), entity],
  // These names are as old as HTML: their semicolon may be absent.
  [/&(amp|quot|lt|gt)/, entity],
  // U+FF01 to U+FF5E in UTF-8: the characters from ! to ~, as wide as Chinese characters
  [/\xef(\xbc[\x81-\xbf]|\xbd[\x80-\x9e])/, fullWidth],
];
const ESCAPE_RE = new RegExp(SYNTAXES.map(([{ source }]) => source).join("|"), "gi");

/** Finds the escapes in a text of octets (Latin-1). */
export function* escapesIn(text: string): Iterable<Escape> {
  for (const match of text.matchAll(ESCAPE_RE)) {
    const syntax = match.findIndex((group, at) => at > 0 && group !== undefined);
    const octets = SYNTAXES[syntax - 1]![1](match[syntax]!);
    yield { start: match.index, end: match.index + match[0].length, octets };
  }
}

function codeUnits(units: string): Uint8Array {
  return utf8Octets(String.fromCharCode(...units.split(/[%\\]u/i).map((digits) => Number.parseInt(digits, 16))));
}

/** Numbers beyond U+10FFFF mean U+FFFD, as in HTML. */
function character(digits: string, radix: number): Uint8Array {
  const code = Number.parseInt(digits, radix);
  return utf8Octets(String.fromCodePoint(code > 0x10_ffff ? 0xfffd : code));
}

/** @param last - the second and third octet of its UTF-8 */
function fullWidth(last: string): Uint8Array {
  const [second, third] = [last.charCodeAt(0), last.charCodeAt(1)];
  return Uint8Array.of(((second & 0x3f) << 6) + (third & 0x3f) - 0xee0);
}

function entity(name: string): Uint8Array {
  return utf8Octets(ENTITIES[name.toLowerCase()]!);
}
