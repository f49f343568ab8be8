/** Further faults of single characters: replaced, added or removed before signing (RFC 5849 3.6, step 1). */

import { utf8Octets } from "../platform/index.ts";
import { ENCODE } from "./correct-calls.ts";
import { beforeEncoding, convertNonAscii, type EncoderForm, encoderFault } from "./encoder-changes.ts";
import type { FaultDefinition } from "./fault.ts";
import { get } from "./trigger-requests.ts";

const QUOTES = { "‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"' };
const DASHES = { "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "―": "-" };
const LONG_DASHES = { "–": "-", "—": "--" };
const ELLIPSES = { "…": "..." };
const SPACES = { "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u3000": " " };

const PLAIN: readonly (readonly [what: string, texts: Readonly<Record<string, string>>])[] = [
  ["plain quotes for typographic ones", QUOTES],
  ["plain quotes and hyphens for typographic quotes and dashes", { ...QUOTES, ...DASHES }],
  ["plain quotes, hyphens and points for typographic ones", { ...QUOTES, ...DASHES, ...ELLIPSES }],
  ["plain quotes, hyphens, points and spaces for typographic ones", { ...QUOTES, ...DASHES, ...ELLIPSES, ...SPACES }],
  ["plain quotes and hyphens, two for a long dash", { ...QUOTES, ...LONG_DASHES }],
  ["plain quotes, points and hyphens, two for a long dash", { ...QUOTES, ...LONG_DASHES, ...ELLIPSES }],
  ["hyphens for dashes", DASHES],
  ["three points for an ellipsis", ELLIPSES],
  ["plain spaces for no-break spaces and other white space", SPACES],
];
const NON_ASCII_RE = /[^\0-\x7f]/g;
const makePlain = ([what, texts]: (typeof PLAIN)[number]): EncoderForm => [
  `The client signs ${what}`,
  beforeEncoding((text) => text.replace(NON_ASCII_RE, (one) => texts[one] ?? one)),
];

const ABOVE_RE = /[^\0-\uffff]/gu;
const replaceAbove = (how: string, replacement: string): EncoderForm => [
  `The client signs ${how} for each character above U+FFFF`,
  beforeEncoding((text) => text.replace(ABOVE_RE, () => replacement)),
];

const hex = (code: number): string => code.toString(16).padStart(4, "0");
const NOTATIONS: readonly (readonly [example: string, write: (code: number) => string])[] = [
  ["&#233;", (code) => `&#${code};`],
  ["&#xe9;", (code) => `&#x${code.toString(16)};`],
  ["&#xE9;", (code) => `&#x${code.toString(16).toUpperCase()};`],
  ["\\u00e9", (code) => `\\u${hex(code)}`],
  ["\\u00E9", (code) => `\\u${hex(code).toUpperCase()}`],
  ["\\u{e9}", (code) => `\\u{${code.toString(16)}}`],
  ["\\xe9", (code) => (code < 0x100 ? `\\x${code.toString(16)}` : `\\u${hex(code)}`)],
  ["\\x{e9}", (code) => `\\x{${code.toString(16)}}`],
  ["%u00e9", (code) => `%u${hex(code)}`],
  ["%u00E9", (code) => `%u${hex(code).toUpperCase()}`],
  ["U+00E9", (code) => `U+${hex(code).toUpperCase()}`],
  ["<U+00E9>", (code) => `<U+${hex(code).toUpperCase()}>`],
];
/** A character above U+FFFF is written as one number or, as in a loop over UTF-16, as two. */
const writeAs = ([example, write]: (typeof NOTATIONS)[number]): EncoderForm[] =>
  [/[^\0-\x7f]/gu, NON_ASCII_RE].map((pattern, at) => [
    `The client writes characters that are not ASCII as text such as ${example}${at === 0 ? "," : ", surrogates one by one,"}`,
    beforeEncoding((text) => text.replace(pattern, (one) => write(one.codePointAt(0)!))),
    ["values-escaped-as-html", "values-with-backslashes"],
  ]);

const hasNonAscii = (text: string): boolean => text.search(NON_ASCII_RE) !== -1;
const removes = (what: string, pattern: RegExp): EncoderForm => [
  `The client leaves out ${what}`,
  beforeEncoding((text) => text.replace(pattern, "")),
];

const AS_SENT = { text: "Sign the characters that you send, without changing any." };

export const FURTHER_REPLACED_CHARACTERS_FAULTS: readonly FaultDefinition[] = [
  encoderFault(
    {
      id: "punctuation-made-plain",
      title: "Typographic characters made plain",
      trigger: get("/r?q=%E2%80%99"),
      fix: AS_SENT,
    },
    PLAIN.map(makePlain),
  ),
  encoderFault(
    {
      id: "character-above-ffff-replaced",
      title: "Characters above U+FFFF replaced",
      trigger: get("/r?q=%F0%9F%98%80"),
      fix: { text: "Convert the text to UTF-8, in which such a character has four octets.", calls: ENCODE },
    },
    [
      replaceAbove("two question marks", "??"),
      replaceAbove("a question mark", "?"),
      replaceAbove("four question marks", "????"),
      replaceAbove("three question marks", "???"),
      replaceAbove("U+FFFD", "\ufffd"),
      replaceAbove("U+FFFD twice", "\ufffd\ufffd"),
      replaceAbove("U+25A1, an empty square,", "\u25a1"),
      replaceAbove("a space", " "),
      replaceAbove("_", "_"),
      [
        "The client cuts text at the first character above U+FFFF",
        beforeEncoding((text) => text.replace(/[^\0-\uffff].*$/su, "")),
        ["values-cut", "non-ascii-dropped"],
      ],
      [
        "The client cuts the number of each character above U+FFFF to 16 bits",
        convertNonAscii((one) => utf8Octets(String.fromCharCode(one.codePointAt(0)! & 0xffff))),
      ],
    ],
  ),
  encoderFault(
    {
      id: "non-ascii-as-notation",
      title: "Non-ASCII characters written as text",
      trigger: get("/r?q=%C3%A9"),
      fix: AS_SENT,
    },
    NOTATIONS.flatMap(writeAs),
  ),
  encoderFault(
    {
      id: "invisible-characters-changed",
      title: "Invisible characters added or lost",
      trigger: get("/r?q=%C3%A9"),
      fix: AS_SENT,
    },
    [
      [
        "The client writes a byte order mark before text with characters that are not ASCII",
        beforeEncoding((text) => (hasNonAscii(text) ? `\ufeff${text}` : text)),
      ],
      ["The client writes a byte order mark before each text", beforeEncoding((text) => `\ufeff${text}`)],
      ["The client writes NUL after each text", beforeEncoding((text) => `${text}\0`)],
      removes("byte order marks", /\ufeff/g),
      removes("zero-width characters", /[\u200b-\u200d\u2060\ufeff]/g),
      removes(
        "zero-width characters, marks of direction and soft hyphens",
        /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g,
      ),
      removes("soft hyphens", /\u00ad/g),
      removes("variation selectors", /[\ufe0e\ufe0f]/g),
      removes("combining marks", /\p{M}/gu),
      removes("no-break spaces", /\u00a0/g),
    ],
  ),
];
