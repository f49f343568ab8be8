/** How programs write the value of a parameter differently: numbers, dates, booleans, JSON and the like. */

import { base64Octets, hexText } from "../../platform/index.ts";
import { around, remove, replace } from "../helpers/texts.ts";
import { asSpreadsheet, cNotation, javaDouble, printedByJavaScript, roundedAsDouble } from "./number-notations.ts";
import { type Row, type TextChange, textChanges } from "./text-changes.ts";

const NUMBER_RE = /^-?\d{1,15}(?:\.\d{1,20})?$/;
const ifNumber =
  (change: (number: string) => string) =>
  (value: string): string =>
    NUMBER_RE.test(value) ? change(value) : value;
const words =
  (texts: Readonly<Record<string, string>>) =>
  (value: string): string =>
    Object.hasOwn(texts, value) ? texts[value]! : value;
const grouped = (thousands: string, point: string): ((value: string) => string) =>
  ifNumber((number) => {
    const [whole = "", decimals] = number.split(".");
    return whole.replace(/\B(?=(?:\d{3})+$)/g, thousands) + (decimals === undefined ? "" : point + decimals);
  });
const cardGroups =
  (separator: string) =>
  (value: string): string =>
    /^\d{12,19}$/.test(value) ? value.replace(/(\d{4})(?=\d)/g, `$1${separator}`) : value;
const masked =
  (mark: string, shownInFront: number) =>
  (value: string): string =>
    value.replace(
      /^\d{12,19}$/,
      (digits) => digits.slice(0, shownInFront) + mark.repeat(digits.length - shownInFront - 4) + digits.slice(-4),
    );
const CARD = "4111111111111111";

/** What counts as white space besides `\s` of JavaScript, which the changes of any text use. */
const WHITE_SPACE: readonly (readonly [id: string, how: string, characters: string])[] = [
  ["ascii", "as in PHP, Ruby and Java", "[\\t-\\r ]"],
  ["python", "as in Python", "(?:[\\x1c-\\x1f\\x85]|(?!\\ufeff)\\s)"],
  ["shell", "as in a shell", "[ \\t\\n]"],
];
const WHITE_SPACE_CHANGES: readonly Row[] = WHITE_SPACE.flatMap(([id, how, one]) => {
  // Without what precedes the last run, a search would begin at each of its characters.
  const [runs, end, ends] = [`${one}+`, `(?<!${one})${one}+$`, `^${one}+|(?<!${one})${one}+$`].map(
    (pattern) => new RegExp(pattern, "g"),
  ) as [RegExp, RegExp, RegExp];
  const rows: readonly Row[] = [
    ["trimmed", "without the white space around it", remove(ends)],
    ["trimmed-at-end", "without the white space after it", remove(end)],
    ["one-space", "with one space for each run of white space", replace(runs, " ")],
    ["one-space-trimmed", "with single spaces and none around it", (text) => text.replace(ends, "").replace(runs, " ")],
    ["no-white-space", "without white space", remove(runs)],
  ];
  return rows.map(([change, what, apply]): Row => [`${change}-${id}`, `${what}, ${how}`, apply, " a  b "]);
});

/** A date with a time of day, as forms and databases write it. */
const DATE_RE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/;
const DATES: readonly Row[] = ["T", " "].flatMap((separator) =>
  ["", "Z", "+00:00", "+01:00", "+02:00", "+03:00"].flatMap((zone) =>
    [":00", ""].map(
      (seconds): Row => [
        `date-${separator === "T" ? "t" : "space"}${seconds === "" ? "-minutes" : ""}${zone === "" ? "" : `-${zone === "Z" ? "z" : `utc${zone.slice(1, 3)}`}`}`,
        `as a date like 2024-03-01${separator}10:00${seconds}${zone}`,
        (value) =>
          value.replace(
            DATE_RE,
            (_, day: string, time: string, rest = ":00") =>
              `${day}${separator}${time}${seconds === "" ? "" : rest}${zone}`,
          ),
        separator === "T" ? "2024-03-01 10:00" : "2024-03-01T10:00:30",
      ],
    ),
  ),
);

const DAY_RE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAYS: readonly Row[] = (
  [
    ["points", "$3.$2.$1"],
    ["month-first", "$2/$3/$1"],
    ["day-first", "$3/$2/$1"],
    ["day-first-hyphens", "$3-$2-$1"],
    ["slashes", "$1/$2/$3"],
    ["digits", "$1$2$3"],
  ] as const
).map(([id, written]) => [
  `day-${id}`,
  `as a date like ${"2024-03-01".replace(DAY_RE, written)}`,
  (value) => value.replace(DAY_RE, written),
  "2024-03-01",
]);
/** Dates that are sent as people write them. Such a date does not show which number is the month. */
const READ_DAYS: readonly Row[] = (
  [
    ["month-first", "month/day/year", "$3-$1-$2"],
    ["day-first", "day/month/year", "$3-$2-$1"],
  ] as const
).map(([id, order, written]) => [
  `day-read-${id}`,
  `as a date like 2024-03-01, read from ${order}`,
  (value) => value.replace(/^(\d\d)[./-](\d\d)[./-](\d{4})$/, written),
  "03/01/2024",
]);

/** Rewrites a JSON value, from the parsed value or from its text without white space. */
const ifJson =
  (write: (json: unknown, compact: string) => string) =>
  (text: string): string => {
    if (!/^[[{]/.test(text)) return text;
    try {
      return write(JSON.parse(text), text.replace(JSON_WHITE_SPACE_RE, onlyStrings));
    } catch {
      return text;
    }
  };
const JSON_WHITE_SPACE_RE = /"(?:[^"\\]|\\.)*"|\s+/g;
const onlyStrings = (piece: string): string => (piece.startsWith('"') ? piece : "");
/** JSON with a space after each comma and colon outside of strings, as Python writes it. */
export const spacedJson = (compact: string): string =>
  compact.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (piece) => (piece.length === 1 ? `${piece} ` : piece));
const sortedJson = (json: unknown): string => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return JSON.stringify(json);
  const members = json as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).sort();
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, members[name]])));
};
const JSON_EXAMPLE = '{"b": 1,"a":"/"}';

/** Widths of columns that programs fill up with spaces. */
const WIDTHS = [8, 10, 12, 16, 20, 30, 32, 40, 50, 60, 64, 80, 100, 128, 255];

const IPV4_RE = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Changes of values, the likeliest first. */
export const VALUE_NOTATIONS: readonly TextChange[] = textChanges([
  ...WHITE_SPACE_CHANGES,
  ["surrogates-as-question-marks", "with ?? for each character beyond U+FFFF", replace(/[\ud800-\udfff]/g, "?"), "😀"],
  ["decimal-comma", "with a decimal comma", ifNumber((number) => number.replace(".", ",")), "1.5"],
  ["decimal-point", "with a decimal point", replace(/^(-?\d+),(\d+)$/, "$1.$2"), "1,5"],
  ["no-zeros", "without the zeros at its end", ifNumber(replace(/(?:\.0+|(\.\d*?)0+)$/, "$1")), "1.50"],
  ...["one digit", "two digits", "three digits", "four digits"].map(
    (digits, at): Row => [
      `decimals-${at + 1}`,
      `with ${digits} after the point`,
      ifNumber((number) => Number(number).toFixed(at + 1)),
      "1",
    ],
  ),
  ["point-zero", "with a fraction of .0", ifNumber((number) => (number.includes(".") ? number : `${number}.0`)), "1"],
  ...[6, 8, 10, 12, 16].map(
    (width): Row => [
      `zeros-to-${width}`,
      `with zeros in front, in ${width} characters`,
      ifNumber((number) => number.padStart(width, "0")),
      "1",
    ],
  ),
  ["no-leading-zeros", "without leading zeros", remove(/^0+(?=\d)/), "01"],
  ["whole", "as a whole number", ifNumber(remove(/\..*/)), "1.5"],
  ["rounded", "rounded", ifNumber((number) => String(Math.round(Number(number)))), "1.5"],
  ["hundredths", "in hundredths, such as cents", ifNumber((number) => String(Math.round(Number(number) * 100))), "1.5"],
  ["divided", "divided by a hundred", ifNumber((number) => (Number(number) / 100).toFixed(2)), "150"],
  ["grouped-by-commas", "with commas between groups of digits", grouped(",", "."), "1000"],
  ["grouped-by-points", "with points between groups of digits", grouped(".", ","), "1000"],
  ...[
    ["spaces", "spaces", " "],
    ["no-break-spaces", "no-break spaces", "\u00a0"],
  ].flatMap(([id, name, space = ""]): Row[] => [
    [`grouped-by-${id}`, `with ${name} between groups of digits`, grouped(space, "."), "1000"],
    [
      `grouped-by-${id}-comma`,
      `with ${name} between groups of digits and a decimal comma`,
      grouped(space, ","),
      "1000.5",
    ],
  ]),
  [
    "not-grouped",
    "without separators between digits",
    (value) => (/^[\d ,.'-]+$/.test(value) ? value.replace(/[ ,'-]/g, "") : value),
    "1,000",
  ],
  ["leading-zero", "with a leading zero", replace(/^\d{1,14}$/, "0$&"), "1"],
  ["printed", "as a floating-point number prints", ifNumber((number) => String(Number(number))), "1.50"],
  [
    "printed-with-point",
    "as a floating-point number prints with a point",
    ifNumber((number) => `${Number(number)}${Number.isInteger(Number(number)) ? ".0" : ""}`),
    "1.50",
  ],
  [
    "six-digits",
    "rounded to six digits",
    ifNumber((number) => String(Number(Number(number).toPrecision(6)))),
    "1.2345678",
  ],
  ["scientific", "in scientific notation", ifNumber((number) => Number(number).toExponential()), "15"],
  [
    "scientific-e",
    "in scientific notation with a capital E",
    ifNumber((number) => Number(number).toExponential().toUpperCase()),
    "15",
  ],
  [
    "scientific-java",
    "in scientific notation as Java writes it",
    ifNumber((number) => javaDouble(Number(number))),
    "15",
  ],
  ["scientific-c", "in scientific notation as C prints it", ifNumber((number) => cNotation(Number(number))), "15"],
  [
    "scientific-c-sharp",
    "in scientific notation as C# writes it",
    ifNumber((number) => cNotation(Number(number)).replace("e", "E")),
    "15",
  ],
  ["double", "rounded as a floating-point number", roundedAsDouble, "9007199254740993"],
  ["javascript-number", "rounded as JavaScript prints a long number", printedByJavaScript, "12345678901234567890123"],
  ["short-year", "with the last two digits of the year", replace(/^20(\d\d)$/, "$1"), "2024"],
  ["long-year", "with four digits of the year", replace(/^(\d\d)$/, "20$1"), "24"],
  ["card-spaces", "with spaces between groups of four digits", cardGroups(" "), CARD],
  ["card-hyphens", "with hyphens between groups of four digits", cardGroups("-"), CARD],
  ...[
    ["stars", "*"],
    ["x", "X"],
  ].flatMap(([id, mark = ""]): Row[] => [
    [`masked-${id}`, `with all digits but the last four masked by ${mark}`, masked(mark, 0), CARD],
    [
      `masked-inside-${id}`,
      `with all digits but the first six and the last four masked by ${mark}`,
      masked(mark, 6),
      CARD,
    ],
  ]),
  ["spreadsheet", "as a spreadsheet prints a long number", asSpreadsheet, CARD],
  ["no-plus-sign", "without + in front", remove(/^\+/), "+1"],
  ["plus-sign", "with + in front", replace(/^\d{7,15}$/, "+$&"), "1234567"],
  ["ipv4-mapped", "as an IPv6 address that contains it", (value) => value.replace(IPV4_RE, "::ffff:$&"), "192.0.2.1"],
  ["digits-only", "with digits only", (value) => (/\d/.test(value) ? value.replace(/\D/g, "") : value), "1-2"],
  ...["\u20ac", "$", "\u00a3", "EUR", "USD", "GBP"].flatMap((currency): Row[] => {
    const name =
      { "\u20ac": "euro-sign", $: "dollar-sign", "\u00a3": "pound-sign" }[currency] ?? currency.toLowerCase();
    return ["", " "].flatMap((space): Row[] => {
      const [id, what] = space === "" ? [name, currency] : [`${name}-space`, `${currency} and a space`];
      return [
        [`${id}-before`, `with ${what} in front`, ifNumber((number) => currency + space + number), "1.50"],
        [`${id}-after`, `with ${what} after it`, ifNumber((number) => number + space + currency), "1.50"],
      ];
    });
  }),
  [
    "uuid-hyphens",
    "with the hyphens of a UUID",
    replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i, "$1-$2-$3-$4-$5"),
    "0".repeat(32),
  ],
  // Synonyms.
  ["one-or-zero", "as 1 or 0", words({ true: "1", false: "0", True: "1", False: "0" }), "true"],
  ["one-or-empty", "as 1 or empty", words({ true: "1", false: "" }), "false"],
  [
    "true-or-false",
    "as true or false",
    words({ "1": "true", "0": "false", True: "true", False: "false", "": "false" }),
    "1",
  ],
  [
    "python-true-or-false",
    "as True or False",
    words({ true: "True", false: "False", "1": "True", "0": "False" }),
    "true",
  ],
  ["yes-or-no", "as yes or no", words({ true: "yes", false: "no" }), "true"],
  ["on-or-off", "as on or off", words({ true: "on", false: "off" }), "true"],
  ...["null", "undefined", "None", "nil", "NULL", "NaN", "0", " "].map(
    (word): Row => [
      `empty-as-${({ NULL: "null-in-capitals", " ": "space" })[word] ?? word.toLowerCase()}`,
      `as ${JSON.stringify(word)} for an empty value`,
      words({ "": word }),
      "",
    ],
  ),
  ["word-as-empty", "as an empty value for null", words({ null: "", undefined: "", None: "", nil: "" }), "null"],
  ["hexadecimal-of-base64", "in hexadecimal instead of base64", hexOfBase64, "AAAAAAAAAAAAAAAAAAAAAA=="],
  ["milliseconds", "in milliseconds", replace(/^(\d{10})$/, "$1000"), "1700000000"],
  ["seconds", "in seconds", replace(/^(\d{10})\d{3}$/, "$1"), "1700000000000"],
  ["json-spaces", "as JSON with a space after , and :", ifJson((_, compact) => spacedJson(compact)), JSON_EXAMPLE],
  ["json-compact", "as JSON without white space", ifJson((_, compact) => compact), JSON_EXAMPLE],
  ["json-slashes", "as JSON with \\/ for /", ifJson((_, compact) => compact.replaceAll("/", "\\/")), JSON_EXAMPLE],
  ["json-sorted", "as JSON with its names sorted", ifJson(sortedJson), JSON_EXAMPLE],
  [
    "json-sorted-spaces",
    "as JSON with its names sorted, and a space after , and :",
    ifJson((json) => spacedJson(sortedJson(json))),
    JSON_EXAMPLE,
  ],
  [
    "json-indented",
    "as JSON with two spaces of indentation",
    ifJson((json) => JSON.stringify(json, undefined, 2)),
    JSON_EXAMPLE,
  ],
  [
    "json-indented-by-four",
    "as JSON with four spaces of indentation",
    ifJson((json) => JSON.stringify(json, undefined, 4)),
    JSON_EXAMPLE,
  ],
  ["json-as-object", "as JavaScript prints an object", ifJson((json) => String(json)), JSON_EXAMPLE],
  ["json-as-array", "as the word Array", ifJson(() => "Array"), JSON_EXAMPLE],
  ...DATES,
  ...DAYS,
  ...READ_DAYS,
  ["optional-text", 'as Optional("…")', around('Optional("', '")'), "a"],
  ["optional", "as Optional(…)", around("Optional(", ")"), "1"],
  ...WIDTHS.map(
    (width): Row => [
      `spaces-to-${width}`,
      `filled up with spaces to ${width} characters`,
      (value) => value.padEnd(width),
      "a",
    ],
  ),
]);

function hexOfBase64(value: string): string {
  const octets = /^[A-Za-z0-9+/]{22,}={0,2}$/.test(value) ? base64Octets(value) : undefined;
  return octets === undefined ? value : hexText(octets);
}
