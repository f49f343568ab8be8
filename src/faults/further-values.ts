/** Further faults of values: the client signs another text than it sends (RFC 5849 3.4.1.3.1). */

import type { FaultDefinition } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { changeValues } from "./stage-changes.ts";
import { get, post } from "./trigger-requests.ts";

type Change = (text: string) => string | undefined;

/** What the client does to a text, as the end of "The client … values", and the change. */
type Row = readonly [verb: string, change: Change, includes?: readonly string[]];

/** Each change of the values of the application's own parameters. */
const inValues = (rows: readonly Row[]): Form[] =>
  rows.map(([verb, change, includes]) => [`The client ${verb}.`, changeValues(change), includes ?? []]);

const replaceEach =
  (pattern: RegExp, texts: Readonly<Record<string, string>>): Change =>
  (text) =>
    text.replace(pattern, (one) => texts[one] ?? one);

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const CHARACTERS = Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));
const escapeHtml = (apostrophe: string): Change => replaceEach(/[&<>"']/g, { ...ENTITIES, "'": apostrophe });

/** The names of the characters from U+00A0 to U+00FF in HTML 4. */
const LATIN1_ENTITIES = (
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute " +
  "Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute " +
  "THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde " +
  "ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
).split(" ");
const namedEntities = (text: string): string =>
  text.replace(/[\u00a0-\u00ff]/g, (one) => `&${LATIN1_ENTITIES[one.charCodeAt(0) - 0xa0]};`);

const NUMBER_RE = /^[+-]?\d+(?:\.\d+)?$/;
const ifNumber =
  (write: (text: string) => string): Change =>
  (text) =>
    NUMBER_RE.test(text) ? write(text) : undefined;
const ifWord =
  (words: Readonly<Record<string, string>>): Change =>
  (text) =>
    Object.hasOwn(words, text) ? words[text] : undefined;

/** Writes a value that is JSON in another way, from the parsed value or from its text without white space. */
const ifJson =
  (write: (json: unknown, compact: string) => string): Change =>
  (text) => {
    if (!/^[[{]/.test(text)) return undefined;
    try {
      return write(JSON.parse(text), compactJson(text));
    } catch {
      return undefined;
    }
  };
/** Changes the white space outside of strings only. Numbers stay as they are written, such as 31.0. */
const compactJson = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (piece) => (piece.startsWith('"') ? piece : ""));
/** With a space after each comma and colon outside of strings, as Python writes JSON. */
const spacedJson = (compact: string): string =>
  compact.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (piece) => (piece.length === 1 ? `${piece} ` : piece));
/** Orders of the names of an object. */
const JSON_ORDERS: readonly (readonly [how: string, order: (names: readonly string[]) => readonly string[]])[] = [
  ["its names sorted", (names) => names.toSorted()],
  ["its names in reverse order", (names) => names.toReversed()],
];
const inOrder = (json: unknown, order: (typeof JSON_ORDERS)[number][1]): string => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return JSON.stringify(json);
  const members = json as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.fromEntries(order(Object.keys(members)).map((name) => [name, members[name]])));
};
const unicodeEscapes = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const CONTROLS: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };
const UNESCAPED_CONTROLS: Readonly<Record<string, string>> = { "\\n": "\n", "\\r": "\r", "\\t": "\t" };
const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

const AS_SENT = { text: "Sign values exactly as you send them." };
const UNESCAPED = { text: "Sign the text itself, not the text as escaped for a page, a script or a database." };

export const FURTHER_VALUES_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    { id: "white-space-changed", title: "White space in values changed", trigger: get("/r?q=a%20%20b"), fix: AS_SENT },
    comprising(
      ["line-breaks-changed"],
      inValues([
        ["collapses runs of white space in values", (text) => text.replace(/\s+/g, " "), ["line-breaks-changed"]],
        [
          "collapses runs of white space in values and trims them",
          (text) => text.replace(/\s+/g, " ").trim(),
          ["values-trimmed"],
        ],
        ["removes white space at the start of values", (text) => text.trimStart(), ["values-trimmed"]],
        ["removes white space at the end of values", (text) => text.trimEnd(), ["values-trimmed"]],
        ["removes all white space from values", (text) => text.replace(/\s/g, ""), ["space-replaced-before-encoding"]],
        ["signs tabs in values as spaces", (text) => text.replaceAll("\t", " ")],
        ["signs no-break spaces in values as spaces", (text) => text.replaceAll("\u00a0", " ")],
        ["removes control characters from values", (text) => text.replace(/[\0-\x1f\x7f]/g, "")],
      ]),
    ),
  ),
  faultInForms(
    { id: "line-breaks-changed", title: "Line breaks in values changed", trigger: get("/r?q=a%0D%0Ab"), fix: AS_SENT },
    inValues([
      ["signs CRLF in values as a line feed", (text) => text.replaceAll("\r\n", "\n")],
      ["signs a line feed in values as CRLF", (text) => text.replace(/\r?\n/g, "\r\n")],
      ["removes carriage returns from values", (text) => text.replaceAll("\r", "")],
      ["removes line breaks from values", (text) => text.replace(/[\r\n]/g, ""), ["values-trimmed"]],
      ["signs line breaks in values as spaces", (text) => text.replace(/\r?\n/g, " ")],
      ["signs line breaks in values as <br>", (text) => text.replace(/\r?\n/g, "<br>")],
      ["signs line breaks in values as <br />", (text) => text.replace(/\r?\n/g, "<br />")],
      ["writes <br /> before line breaks in values, as PHP nl2br does", (text) => text.replace(/\r?\n/g, "<br />$&")],
      ["signs a line feed in values as a backslash and n", (text) => text.replaceAll("\n", "\\n")],
    ]),
  ),
  faultInForms(
    { id: "values-in-one-case", title: "Values in one case", trigger: get("/r?q=aB"), fix: AS_SENT },
    comprising(
      ["booleans-written-differently", "value-serialised-differently"],
      inValues([
        ["converts values to lower case", (text) => text.toLowerCase()],
        ["converts values to upper case", (text) => text.toUpperCase()],
        ["starts values with a capital letter", (text) => text.slice(0, 1).toUpperCase() + text.slice(1)],
      ]),
    ),
  ),
  faultInForms(
    { id: "values-escaped-as-html", title: "Values escaped as HTML", trigger: get("/r?q=a%26b"), fix: UNESCAPED },
    inValues([
      ['escapes & < > and " in values as HTML', replaceEach(/[&<>"]/g, ENTITIES)],
      ["escapes & in values as HTML", replaceEach(/&/g, ENTITIES)],
      ["escapes & < and > in values as HTML", replaceEach(/[&<>]/g, ENTITIES)],
      ...["&#39;", "&#039;", "&#x27;", "&apos;"].map(
        (entity): Row => [`escapes & < > " and ' in values as HTML, with ${entity}`, escapeHtml(entity)],
      ),
      [
        "writes characters that are not ASCII in values as numbers, such as &#233;",
        (text) => text.replace(/[^\0-\x7f]/gu, (one) => `&#${one.codePointAt(0)};`),
      ],
      ["writes letters with accents in values as HTML entities, such as &eacute;", namedEntities],
      [
        'escapes & < > " and letters with accents in values as HTML, as PHP htmlentities does',
        (text) => namedEntities(text.replace(/[&<>"]/g, (one) => ENTITIES[one as keyof typeof ENTITIES])),
      ],
      ["signs HTML entities in values as the characters", replaceEach(/&(?:amp|lt|gt|quot);/g, CHARACTERS)],
      ["removes HTML tags from values", (text) => text.replace(/<[^<>]*>/g, "")],
    ]),
  ),
  faultInForms(
    {
      id: "values-with-backslashes",
      title: "Backslashes added to values or lost",
      trigger: get("/r?q=it's"),
      fix: UNESCAPED,
    },
    inValues([
      ["adds a backslash before ' \" and \\ in values", (text) => text.replace(/['"\\]/g, "\\$&")],
      ['adds a backslash before " and \\ in values', (text) => text.replace(/["\\]/g, "\\$&")],
      ["adds a backslash before ' in values", (text) => text.replaceAll("'", "\\'")],
      ["adds a backslash before / in values", (text) => text.replaceAll("/", "\\/")],
      ["doubles backslashes in values", (text) => text.replaceAll("\\", "\\\\")],
      ["removes backslashes from values", (text) => text.replace(/\\(.?)/g, "$1")],
      ["signs backslashes in values as slashes", (text) => text.replaceAll("\\", "/")],
      ["doubles ' in values", (text) => text.replaceAll("'", "''")],
      ["writes characters that are not ASCII in values as \\u00e9", unicodeEscapes],
      ["escapes values as JSON strings, without quotes", (text) => JSON.stringify(text).slice(1, -1)],
      [
        "escapes values as JSON strings with \\u00e9, without quotes",
        (text) => unicodeEscapes(JSON.stringify(text).slice(1, -1)),
      ],
      [
        "escapes values as JSON strings with \\/ and \\u00e9, without quotes",
        (text) => unicodeEscapes(JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/")),
      ],
      [
        "adds a backslash before line breaks, tabs and \\ in values",
        (text) => text.replace(/[\n\r\t\\]/g, (one) => CONTROLS[one]!),
      ],
      [
        "reads \\n, \\r and \\t in values as control characters",
        (text) => text.replace(/\\[nrt]/g, (one) => UNESCAPED_CONTROLS[one]!),
      ],
    ]),
  ),
  faultInForms(
    { id: "values-in-quotes", title: "Quotes around values added or lost", trigger: get("/r?q=a"), fix: AS_SENT },
    inValues([
      ["signs values in double quotes", (text) => `"${text}"`],
      ["signs values in single quotes", (text) => `'${text}'`],
      ["signs values as JSON strings", (text) => JSON.stringify(text)],
      [
        "signs values as JSON strings with \\/ and \\u00e9",
        (text) => unicodeEscapes(JSON.stringify(text).replaceAll("/", "\\/")),
      ],
      ["signs values without the double quotes around them", (text) => text.replace(/^"(.*)"$/s, "$1")],
      ["removes double quotes from values", (text) => text.replaceAll('"', "")],
      ["removes ' from values", (text) => text.replaceAll("'", "")],
    ]),
  ),
  faultInForms(
    {
      id: "numbers-written-differently",
      title: "Numbers written differently",
      trigger: post([["q", "10.50"]]),
      fix: AS_SENT,
    },
    comprising(
      ["value-serialised-differently"],
      inValues([
        ["signs numbers without zeros at the end of the fraction", ifNumber(withoutZeros)],
        ["signs numbers as a program prints them", ifNumber((text) => String(Number(text)))],
        ["signs numbers with two decimal places", ifNumber((text) => Number(text).toFixed(2))],
        ["signs whole numbers with a fraction of .0", ifNumber((text) => (text.includes(".") ? text : `${text}.0`))],
        ["signs the whole part of numbers", ifNumber((text) => text.replace(/\..*/, ""))],
        ["rounds numbers", ifNumber((text) => String(Math.round(Number(text))))],
        ["signs numbers with a decimal comma", ifNumber((text) => text.replace(".", ","))],
        [
          "signs numbers with commas between thousands",
          ifNumber((text) => text.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "$&,")),
        ],
        ["signs numbers without zeros at the start", ifNumber((text) => text.replace(/^0+(?=\d)/, ""))],
        ["signs numbers without the plus sign", ifNumber((text) => text.replace("+", ""))],
      ]),
    ),
  ),
  faultInForms(
    {
      id: "booleans-written-differently",
      title: "Booleans written differently",
      trigger: post([["q", "true"]]),
      fix: AS_SENT,
    },
    comprising(
      ["value-serialised-differently"],
      inValues([
        ["signs true as 1 and false as 0", ifWord({ true: "1", false: "0" })],
        ["signs true as 1 and false as an empty value", ifWord({ true: "1", false: "" }), ["falsy-value-emptied"]],
        ["signs true as True and false as False", ifWord({ true: "True", false: "False" })],
        ["signs true as TRUE and false as FALSE", ifWord({ true: "TRUE", false: "FALSE" })],
        ["signs true as yes and false as no", ifWord({ true: "yes", false: "no" })],
        ["signs true as on and false as off", ifWord({ true: "on", false: "off" })],
        ["signs 1 as true and 0 as false", ifWord({ 1: "true", 0: "false" })],
        ["signs True as true and False as false", ifWord({ True: "true", False: "false" })],
        ["signs 1 as True and 0 as False", ifWord({ 1: "True", 0: "False" })],
      ]),
    ),
  ),
  faultInForms(
    { id: "empty-value-as-word", title: "Empty values signed as a word", trigger: get("/r?a="), fix: AS_SENT },
    comprising(
      ["value-serialised-differently", "valueless-key-undefined"],
      inValues([
        ...["null", "undefined", "None", "nil", "NULL", "NaN", "0", "false", " "].map(
          (word): Row => [`signs empty values as ${JSON.stringify(word)}`, (text) => (text === "" ? word : undefined)],
        ),
        ["signs the values null, undefined and None as empty", ifWord({ null: "", undefined: "", None: "", nil: "" })],
      ]),
    ),
  ),
  faultInForms(
    {
      id: "json-values-written-differently",
      title: "JSON in values written differently",
      trigger: post([["q", '{"b":1,"a":2}']]),
      fix: AS_SENT,
    },
    inValues([
      ["signs JSON in values with a space after , and :", ifJson((_, compact) => spacedJson(compact))],
      ["signs JSON in values without white space", ifJson((_, compact) => compact)],
      ["signs JSON in values with \\/ for /", ifJson((_, compact) => compact.replaceAll("/", "\\/"))],
      ["signs JSON in values with \\u00e9 for é", ifJson((_, compact) => unicodeEscapes(compact))],
      [
        "signs JSON in values with a space after , and : and \\u00e9 for é",
        ifJson((_, compact) => unicodeEscapes(spacedJson(compact))),
      ],
      ...[2, 4].map(
        (indent): Row => [
          `signs JSON in values with line breaks and ${indent} spaces of indentation`,
          ifJson((json) => JSON.stringify(json, undefined, indent)),
        ],
      ),
      [
        "signs JSON in values as [object Object]",
        ifJson((json) => (Array.isArray(json) ? json.join(",") : String(json))),
        ["nested-object-stringified"],
      ],
      ["signs JSON in values as the word Array", ifJson(() => "Array")],
      ...JSON_ORDERS.flatMap(([how, order]): Row[] => [
        [`signs JSON in values with ${how}`, ifJson((json) => inOrder(json, order))],
        [
          `signs JSON in values with ${how}, and a space after , and :`,
          ifJson((json) => spacedJson(inOrder(json, order))),
        ],
      ]),
    ]),
  ),
];
