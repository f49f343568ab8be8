/** Changes that programs make to a text before they sign it. One table serves values, names, secrets and all other texts. */

import { decodedText, toOctets, validUtf8Text } from "../../model/index.ts";
import { base64Octets, base64Text, digest, type HashName, hexText } from "../../platform/index.ts";
import { around, remove, replace } from "../helpers/texts.ts";

/** A change of a text. */
export interface TextChange {
  /** Permanent, in kebab case. */
  readonly id: string;
  /** The end of a sentence such as "The client signs the base string …", which describes how the text was signed. */
  readonly how: string;
  readonly change: (text: string) => string;
  /** A text that the change affects. */
  readonly example: string;
  /** @default the fix of the scope */
  readonly fix?: string;
}

export type Row = readonly [id: string, how: string, change: (text: string) => string, example?: string];

export function textChanges(rows: readonly Row[]): TextChange[] {
  return rows.map(([id, how, change, example = "aB c"]) => ({ id, how, change, example }));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeEntities =
  (apostrophe: string) =>
  (text: string): string =>
    text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? apostrophe);
const CHARACTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character])),
  "&#39;": "'",
  "&#039;": "'",
};

const escapeUnits = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const jsonString = (text: string): string => JSON.stringify(text);

/** Typographic quotation marks, dashes and points, and the plain ones that people type instead. */
const PLAIN: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u00ab": '"',
  "\u00bb": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u2026": "...",
};

/** What programs write before or after a text by mistake. If no place is given, it can be in both. */
const ADDED: readonly (readonly [id: string, name: string, added: string, only?: "before" | "after"])[] = [
  ["space", "a space", " "],
  ["line-break", "a line break", "\n"],
  ["crlf", "a carriage return and a line break", "\r\n", "after"],
  ["carriage-return", "a carriage return", "\r", "after"],
  ["tab", "a tab", "\t"],
  ["nul", "a NUL", "\0", "after"],
  ["no-break-space", "a no-break space", "\u00a0"],
  ["zero-width-space", "a zero-width space", "\u200b"],
  ["bom", "a byte order mark", "\ufeff", "before"],
  ["ampersand", "&", "&"],
  ["question-mark", "?", "?"],
  ["comma", "a comma", ",", "after"],
  ["slash", "a slash", "/", "after"],
];

/** Characters that some programs treat as the end of a text. */
const ENDS: readonly (readonly [id: string, name: string, end: string])[] = [
  ...[
    ["ampersand", "&"],
    ["question-mark", "?"],
    ["hash", "#"],
    ["semicolon", ";"],
    ["equals", "="],
    ["plus", "+"],
    ["percent", "%"],
    ["colon", ":"],
    ["slash", "/"],
    ["hyphen", "-"],
    ["at", "@"],
    ["bar", "|"],
    ["backslash", "\\"],
    ["quote", '"'],
    ["apostrophe", "'"],
    ["bracket", "["],
    ["underscore", "_"],
  ].map(([id, end]) => [id!, end!, end!] as const),
  ["comma", "comma", ","],
  ["point", "point", "."],
  ["space", "space", " "],
  ["line-break", "line break", "\n"],
  ["nul", "NUL", "\0"],
];
const cutAt = ([id, name, end]: (typeof ENDS)[number]): Row[] => [
  [
    `cut-at-${id}`,
    `cut at the first ${name}`,
    (text) => (text.includes(end) ? text.slice(0, text.indexOf(end)) : text),
    `a${end}b`,
  ],
  [
    `cut-at-last-${id}`,
    `cut at the last ${name}`,
    (text) => (text.includes(end) ? text.slice(0, text.lastIndexOf(end)) : text),
    `a${end}b${end}c`,
  ],
  [
    `after-last-${id}`,
    `without what stands before the last ${name}`,
    (text) => text.slice(text.lastIndexOf(end) + 1),
    `a${end}b`,
  ],
];

/** Sizes of columns and buffers; some leave room for a NUL. */
const SIZES = [
  ...[8, 10, 16, 20, 24, 30, 31, 32, 40, 50, 63, 64, 72, 76, 80, 100, 120, 127, 128, 200, 250, 254, 255, 256, 500, 511],
  ...[512, 1000, 1023, 1024, 2000, 2047, 2048, 4000, 4095, 4096],
];

const GUID = "01234567-89AB-CDEF-0123-456789ABCDEF";
const GUID_RE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Changes a GUID; .NET writes lower case. */
const ifGuid =
  (write: (guid: string) => string) =>
  (text: string): string =>
    GUID_RE.test(text) ? write(text.toLowerCase()) : text;

/** Changes of any text: the likeliest first, then by kind. */
export const TEXT_CHANGES: readonly TextChange[] = textChanges([
  ["trimmed", "without the white space around it", (text) => text.trim(), " a "],
  ["encoded-before", "percent-encoded once more", encodeURIComponent, "a b"],
  ["decoded-before", "percent-decoded", decodedText, "a%20b"],
  ["plus-for-space", "with + for each space", replace(/ /g, "+"), "a b"],
  ["space-for-plus", "with a space for each +", replace(/\+/g, " "), "a+b"],
  ["form-decoded", "decoded as a form", (text) => decodedText(text.replaceAll("+", " ")), "+%20"],
  ["empty", "as an empty text", () => ""],
  ["lower-case", "in lower case", (text) => text.toLowerCase()],
  ["upper-case", "in upper case", (text) => text.toUpperCase()],
  ["capital-first", "with a capital first letter", (text) => text.replace(/^\p{L}/u, upperCase)],
  ["small-first", "with a small first letter", (text) => text.replace(/^\p{L}/u, (one) => one.toLowerCase()), "Ab"],
  [
    "capital-names",
    "with a capital letter at the start of each word, but not after a point",
    (text) => text.replace(/(?<![\p{L}\d.])\p{L}/gu, upperCase),
    "a@b.c",
  ],
  [
    "capital-words",
    "with a capital letter at the start of each word",
    (text) => text.replace(/(?<![\p{L}\d])\p{L}/gu, upperCase),
  ],
  ...ADDED.flatMap(([id, name, added, only]) =>
    (only ? [only] : (["after", "before"] as const)).map(
      (place): Row =>
        place === "after"
          ? [`${id}-after`, `with ${name} after it`, around("", added)]
          : [`${id}-before`, `with ${name} in front`, around(added, "")],
    ),
  ),
  // White space and line breaks.
  ["spaces-around", "with a space on both sides", around(" ")],
  ["tabs-around", "with a tab on both sides", around("\t")],
  [
    "bom-before-non-ascii",
    "with a byte order mark in front, if it is not ASCII",
    (text) => (/[^\0-\x7f]/.test(text) ? `\ufeff${text}` : text),
    "é",
  ],
  ["trimmed-at-start", "without the white space in front", (text) => text.trimStart(), " a "],
  ["trimmed-at-end", "without the white space after it", (text) => text.trimEnd(), " a "],
  ["lf", "with LF line breaks", replace(/\r\n/g, "\n"), "a\r\nb"],
  ["crlf", "with CRLF line breaks", replace(/\r?\n/g, "\r\n"), "a\nb"],
  ["no-carriage-returns", "without carriage returns", remove(/\r/g), "a\r\nb"],
  ["no-line-breaks", "without line breaks", remove(/[\r\n]/g), "a\nb"],
  ["space-for-line-break", "with a space for each line break", replace(/\r?\n/g, " "), "a\nb"],
  ["br-for-line-break", "with <br> for each line break", replace(/\r?\n/g, "<br>"), "a\nb"],
  ["br-slash-for-line-break", "with <br /> for each line break", replace(/\r?\n/g, "<br />"), "a\nb"],
  ["br-before-line-break", "with <br /> before each line break", replace(/\r?\n/g, "<br />$&"), "a\nb"],
  ["escaped-line-breaks", "with \\n for each line break", replace(/\n/g, "\\n"), "a\nb"],
  ["plain-spaces", "with spaces for its no-break spaces", replace(/\u00a0/g, " "), "a\u00a0b"],
  ["one-space", "with one space for each run of white space", replace(/\s+/g, " "), "a  b"],
  ["one-space-trimmed", "with single spaces and none around it", (text) => text.replace(/\s+/g, " ").trim(), "a  b "],
  ["no-white-space", "without white space", remove(/\s/g)],
  ["space-for-tab", "with a space for each tab", replace(/\t/g, " "), "a\tb"],
  ["no-break-spaces", "with no-break spaces for its spaces", replace(/ /g, "\u00a0")],
  ["escaped-spaces", "with %20 for each space", replace(/ /g, "%20")],
  ["underscore-for-space", "with _ for each space", replace(/ /g, "_")],
  ["hyphen-for-space", "with - for each space", replace(/ /g, "-")],
  ["no-control-characters", "without control characters", remove(/[\0-\x1f\x7f]/g), "a\tb"],
  // Quotes, brackets and escapes.
  ["double-quotes", "in double quotes", around('"')],
  ["single-quotes", "in single quotes", around("'")],
  ["python-octets", "as Python prints octets (b'' around it)", around("b'", "'")],
  ["angle-brackets", "in angle brackets", around("<", ">")],
  ["braces", "in braces", around("{", "}")],
  ["square-brackets", "in square brackets", around("[", "]")],
  ["guid-digits", "as .NET writes a GUID without hyphens", ifGuid(remove(/-/g)), GUID],
  ["guid-braces", "as .NET writes a GUID in braces", ifGuid((guid) => `{${guid}}`), GUID],
  ["unquoted", "without the quotes around it", replace(/^(["'])(.*)\1$/s, "$2"), '"a"'],
  ["no-double-quotes", "without double quotes", remove(/"/g), 'a"b'],
  ["no-apostrophes", "without apostrophes", remove(/'/g), "a'b"],
  ["json-string", "as a JSON string", jsonString, "a"],
  [
    "json-string-ascii",
    "as a JSON string with \\/ and \\u00e9",
    (text) => escapeUnits(jsonString(text)).replaceAll("/", "\\/"),
    "é",
  ],
  ["json-escapes", "with the escapes of JSON", (text) => jsonString(text).slice(1, -1), 'a"'],
  [
    "json-escapes-ascii",
    "with the escapes of JSON (such as \\u00e9)",
    (text) => escapeUnits(jsonString(text).slice(1, -1)),
    "é",
  ],
  ["quotes-escaped", "with a backslash before ' \" and \\", replace(/['"\\]/g, "\\$&"), "a'b"],
  ["double-quotes-escaped", 'with a backslash before " and \\', replace(/["\\]/g, "\\$&"), 'a"b'],
  ["apostrophes-escaped", "with a backslash before '", replace(/'/g, "\\'"), "a'b"],
  ["apostrophes-doubled", "with '' for each '", replace(/'/g, "''"), "a'b"],
  ["slashes-escaped", "with a backslash before each slash", replace(/\//g, "\\/"), "a/b"],
  ["backslashes-doubled", "with doubled backslashes", replace(/\\/g, "\\\\"), "a\\b"],
  ["no-shell-variables", "without $ and the name after it, as a shell replaces it", remove(/\$\w+/g), "a$b-c"],
  ["one-backslash", "with one backslash for each two", replace(/\\\\/g, "\\"), "a\\\\b"],
  ["one-dollar", "with $ for each $$", replace(/\$\$/g, "$$"), "a$$b"],
  ["no-backslashes", "without its backslashes", replace(/\\(.?)/gs, "$1"), "a\\b"],
  ["entities", "with HTML entities", escapeEntities("&#39;"), "a&b"],
  ["entities-039", "with HTML entities (such as &#039;)", escapeEntities("&#039;"), "a'b"],
  ["entities-x27", "with HTML entities (such as &#x27;)", escapeEntities("&#x27;"), "a'b"],
  ["entities-no-apostrophe", "with HTML entities, except for '", escapeEntities("'"), "a&b"],
  ["ampersand-entities", "with &amp; for each &", replace(/&/g, "&amp;"), "a&b"],
  [
    "no-entities",
    "with its HTML entities decoded",
    (text) => text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (one) => CHARACTERS[one]!),
    "a&amp;b",
  ],
  ["no-tags", "without HTML tags", remove(/<[^<>]*>/g), "a<b>c"],
  // Characters.
  ["ascii-letters", "without accents", (text) => text.normalize("NFD").replace(/\p{Mn}/gu, ""), "é"],
  ["ascii-only", "without characters beyond ASCII", remove(/[^\0-\x7f]/gu), "aé"],
  ["no-emoji", "without emoji and other characters beyond U+FFFF", remove(/[\u{10000}-\u{10ffff}]/gu), "a😀"],
  ["question-marks", "with ? for each character beyond ASCII", replace(/[^\0-\x7f]/gu, "?"), "é"],
  ["unicode-escapes", "with \\u00e9 for é and the like", escapeUnits, "é"],
  [
    "numeric-entities",
    "with &#233; for é and the like",
    (text) => text.replace(/[^\0-\x7f]/gu, (one) => `&#${one.codePointAt(0)};`),
    "é",
  ],
  ["nfd", "in NFD", (text) => text.normalize("NFD"), "é"],
  [
    "plain-punctuation",
    "with plain quotes, hyphens and points",
    (text) => text.replace(/[^\0-\x7f]/g, (one) => PLAIN[one] ?? one),
    "\u2019",
  ],
  ["typographic-quotes", "with typographic quotation marks", typographic, "a'b"],
  [
    "no-invisible",
    "without invisible characters",
    remove(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]|[\ufe0e\ufe0f]/g),
    "a\u200bb",
  ],
  ["no-plus", "without +", remove(/\+/g), "a+b"],
  ["no-hyphens", "without hyphens", remove(/-/g), "a-b"],
  ["no-padding", "without = at its end", remove(/(?<!=)=+$/), "ab=="],
  ["alphanumeric", "without punctuation", remove(/[^\p{L}\p{N}]/gu), "a-b"],
  ["hyphen-for-underscore", "with - for each _", replace(/_/g, "-"), "a_b"],
  ["underscore-for-hyphen", "with _ for each -", replace(/-/g, "_"), "a-b"],
  ["no-underscores", "without _", remove(/_/g), "a_b"],
  ["base64url", "with - and _ for + and /", (text) => text.replaceAll("+", "-").replaceAll("/", "_"), "a+b"],
  ["slashes", "with / for each backslash", replace(/\\/g, "/"), "a\\b"],
  ["base64", "in base64", (text) => base64Text(toOctets(text))],
  ["base64-decoded", "decoded from base64", textOfBase64, "YWJjZGVm"],
  ["hexadecimal", "in hexadecimal", (text) => hexText(toOctets(text))],
  ...(["MD5", "SHA-1", "SHA-256"] as const).map(
    (name): Row => [
      name.toLowerCase(),
      `as its ${name} in hexadecimal`,
      (text) => hexText(digest(name.toLowerCase().replace("sha-", "sha") as HashName, toOctets(text))),
    ],
  ),
  ["reversed", "in reverse", (text) => text.split("").reverse().join("")],
  ["doubled", "twice in a row", (text) => text + text],
  ["without-first", "without its first character", remove(/^./su)],
  ["without-last", "without its last character", remove(/.$/su)],
  ["without-slash-after", "without the slash after it", remove(/\/$/), "a/"],
  ...["undefined", "null", "None"].map((word): Row => [`as-${word.toLowerCase()}`, `as the word ${word}`, () => word]),
  ...ENDS.flatMap(cutAt),
  ...SIZES.map(
    (size): Row => [
      `cut-after-${size}`,
      `cut after ${size} characters`,
      (text) => (text.length > size ? Array.from(text).slice(0, size).join("") : text),
      "a".repeat(size + 1),
    ],
  ),
]);

/** Changes of names only: how languages write members of lists and maps, and words in a name. */
export const NAME_NOTATIONS: readonly TextChange[] = textChanges([
  ["camel-case", "in camel case", camelCase, "page_size"],
  [
    "pascal-case",
    "in camel case with a capital first letter",
    (name) => camelCase(name).replace(/^\p{L}/u, upperCase),
    "page_size",
  ],
  [
    "snake-case",
    "with _ before its capital letters",
    (name) => name.replace(/(?<=[a-z\d])[A-Z]/g, (one) => `_${one.toLowerCase()}`),
    "pageSize",
  ],
  ["php-name", "with _ for points and spaces, as PHP reads it", replace(/[. ]/g, "_"), "a.b"],
  ["members-after-points", "as a.b for a[b]", replaceMembers(".$1"), "a[b]"],
  ["members-after-underscores", "as a_b for a[b]", replaceMembers("_$1"), "a[b]"],
  ["members-joined", "as ab for a[b]", remove(/[[\]]/g), "a[b]"],
  ["members-alone", "as b for a[b]", replace(/^.*\[([^[\]]+)\]$/s, "$1"), "a[b]"],
  ["members-in-brackets", "as a[b] for a.b", replace(/\.([^.]+)/g, "[$1]"), "a.b"],
  ["words-after-points", "as a[0].b for a[0][b]", replace(/\[([^[\]\d][^[\]]*)\]/g, ".$1"), "a[0][b]"],
  ["no-indexes", "as a[] for a[0]", replace(/\[\d+\]/g, "[]"), "a[0]"],
  ["index-left-out", "as a for a[0]", remove(/\[\d+\]/g), "a[0]"],
  ["first-index", "as a[0] for a[]", replace(/\[\]/g, "[0]"), "a[]"],
  ["x-before", "with x in front", (name) => `x${name}`],
  ["x-underscore-before", "with x_ in front", (name) => `x_${name}`],
  ["brackets-after", "with [] after it", (name) => `${name}[]`],
]);

function camelCase(name: string): string {
  return name.replace(/[_-]([a-z])/g, (_, one: string) => one.toUpperCase());
}

function replaceMembers(replacement: string): (name: string) => string {
  return (name) => name.replace(/\[([^[\]]+)\]/g, replacement);
}

function upperCase(letter: string): string {
  return letter.toUpperCase();
}

/** Writes typographic quotation marks and apostrophes, as PHP and word processors do. */
function typographic(text: string): string {
  return text.replace(/"([^"]*)"/g, "\u201c$1\u201d").replaceAll("'", "\u2019");
}

function textOfBase64(text: string): string {
  const octets = /^(?:[A-Za-z0-9+/]{4}){2,}$|^[A-Za-z0-9+/]{6,}={1,2}$/.test(text) ? base64Octets(text) : undefined;
  return (octets && validUtf8Text(octets)) ?? text;
}
