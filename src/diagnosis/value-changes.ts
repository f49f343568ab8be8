/** What programs do to a single value between sending and signing: each change with words for it. */

import { validUtf8Text } from "../model/index.ts";
import { base64Octets, base64Text, hexText, utf8Octets } from "../platform/index.ts";
import { asSpreadsheet, cNotation, javaDouble, printedByJavaScript, roundedAsDouble } from "./number-notations.ts";

/** How a value was signed, and the change that makes the signed value from the sent one. */
export type ValueChange = readonly [how: string, change: (value: string) => string];

const AMOUNT_RE = /^-?\d{1,15}(?:\.\d{1,20})?$/;

const forAmounts =
  (change: (amount: string) => string) =>
  (value: string): string =>
    AMOUNT_RE.test(value) ? change(value) : value;
const instead =
  (texts: Readonly<Record<string, string>>) =>
  (value: string): string =>
    Object.hasOwn(texts, value) ? texts[value]! : value;
const groupDigits = (digits: string, separator: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, separator);
const grouped = (thousands: string, point: string): ((value: string) => string) =>
  forAmounts((amount) => {
    const [whole = "", decimals] = amount.split(".");
    return groupDigits(whole, thousands) + (decimals === undefined ? "" : point + decimals);
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
const CURRENCIES = ["\u20ac", "$", "\u00a3", "EUR", "USD", "GBP"];
/** An amount with its currency before or after it, with a space or without. */
const CURRENCY_CHANGES: readonly ValueChange[] = CURRENCIES.flatMap((currency) =>
  [
    ["", ""],
    [" ", " and a space"],
  ].flatMap(([space, said]): ValueChange[] => [
    [`with ${currency}${said} in front`, forAmounts((amount) => `${currency}${space}${amount}`)],
    [`with ${currency}${said} behind it`, forAmounts((amount) => `${amount}${space}${currency}`)],
  ]),
);

const upperCase = (letter: string): string => letter.toUpperCase();

/** A date and a time of day, as forms and databases write them. */
const DATE_RE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/;
const ZONES = ["", "Z", "+00:00", "+01:00", "+02:00", "+03:00"];
/** How a date with a time can be written: the separator, whether it has seconds, and the zone. */
const DATE_CHANGES: readonly ValueChange[] = ["T", " "].flatMap((separator) =>
  [true, false].flatMap((seconds) =>
    ZONES.map(
      (zone): ValueChange => [
        `as a date like 2024-03-01${separator}10:00${seconds ? ":00" : ""}${zone}`,
        (value) =>
          value.replace(
            DATE_RE,
            (_, day: string, time: string, rest = ":00") => `${day}${separator}${time}${seconds ? rest : ""}${zone}`,
          ),
      ],
    ),
  ),
);

const DAY_RE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAY_CHANGES: readonly ValueChange[] = [
  "$3.$2.$1",
  "$2/$3/$1",
  "$3/$2/$1",
  "$3-$2-$1",
  "$1/$2/$3",
  "$1$2$3",
  "$3.$2.$1 00:00:00",
].map((written) => [
  `as a date like ${"2024-03-01".replace(DAY_RE, written)}`,
  (value) => value.replace(DAY_RE, written),
]);

/** Days that are sent as people write them. Which number is the month, the text does not say. */
const DAY_READINGS: readonly ValueChange[] = [
  ["month/day/year", "$3-$1-$2"],
  ["day/month/year", "$3-$2-$1"],
].map(([order, written]) => [
  `as a date like 2024-03-01, read from ${order}`,
  (value) => value.replace(/^(\d\d)[./-](\d\d)[./-](\d{4})$/, written!),
]);

const ENTITIES: readonly (readonly [character: string, entity: string])[] = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["'", "&#039;"],
];

/** The likeliest first. A change that leaves the value as it is says nothing about it. */
export const VALUE_CHANGES: readonly ValueChange[] = [
  ["without the white space around it", (value) => value.trim()],
  ["percent-encoded once more", (value) => encodeURIComponent(value)],
  ["percent-decoded", (value) => decoded(value)],
  ["with + for each space", (value) => value.replaceAll(" ", "+")],
  ["with a space for each +", (value) => value.replaceAll("+", " ")],
  ["as an empty value", () => ""],
  ["in lower case", (value) => value.toLowerCase()],
  ["in upper case", (value) => value.toUpperCase()],
  ["with a capital first letter", (value) => value.slice(0, 1).toUpperCase() + value.slice(1)],
  [
    "with a capital letter at the start of each word, but not after a point",
    (value) => value.replace(/(?<![\p{L}.])\p{L}/gu, upperCase),
  ],
  ["with a capital letter at the start of each word", (value) => value.replace(/(?<!\p{L})\p{L}/gu, upperCase)],
  // Amounts and other numbers.
  ["with a decimal comma", forAmounts((amount) => amount.replace(".", ","))],
  ["with a decimal point", (value) => value.replace(/^(-?\d+),(\d+)$/, "$1.$2")],
  ["without the zeros at its end", forAmounts((amount) => amount.replace(/(?:\.0+|(\.\d*?)0+)$/, "$1"))],
  ["with one digit behind the point", forAmounts((amount) => Number(amount).toFixed(1))],
  ["with two digits behind the point", forAmounts((amount) => Number(amount).toFixed(2))],
  ["with three digits behind the point", forAmounts((amount) => Number(amount).toFixed(3))],
  ["as a whole number", forAmounts((amount) => amount.replace(/\..*/, ""))],
  ["in hundredths, such as cents", forAmounts((amount) => String(Math.round(Number(amount) * 100)))],
  ["divided by a hundred", forAmounts((amount) => (Number(amount) / 100).toFixed(2))],
  ["with commas between groups of digits", grouped(",", ".")],
  ["with spaces between groups of digits", grouped(" ", ".")],
  ["with points between groups of digits", grouped(".", ",")],
  ["without separators between digits", (value) => (/^[\d ,.'-]+$/.test(value) ? value.replace(/[ ,'-]/g, "") : value)],
  ["without leading zeros", (value) => value.replace(/^0+(?=\d)/, "")],
  ["with a leading zero", (value) => (/^\d{1,14}$/.test(value) ? `0${value}` : value)],
  ["as a floating-point number prints", forAmounts((amount) => String(Number(amount)))],
  ["rounded to six digits", forAmounts((amount) => String(Number(Number(amount).toPrecision(6))))],
  ["in scientific notation", forAmounts((amount) => Number(amount).toExponential())],
  ["in scientific notation with a capital E", forAmounts((amount) => Number(amount).toExponential().toUpperCase())],
  ["in scientific notation as Java writes it", forAmounts((amount) => javaDouble(Number(amount)))],
  ["in scientific notation as C prints it", forAmounts((amount) => cNotation(Number(amount)))],
  ["in scientific notation as C# writes it", forAmounts((amount) => cNotation(Number(amount)).replace("e", "E"))],
  ["rounded as a floating-point number", (value) => roundedAsDouble(value)],
  ["rounded as JavaScript prints a long number", (value) => printedByJavaScript(value)],
  ["with the last two digits of the year", (value) => value.replace(/^20(\d\d)$/, "$1")],
  ["with four digits of the year", (value) => value.replace(/^(\d\d)$/, "20$1")],
  ["with spaces between groups of four digits", cardGroups(" ")],
  ["with hyphens between groups of four digits", cardGroups("-")],
  ["with all digits but the last four masked by *", masked("*", 0)],
  ["with all digits but the first six and the last four masked by *", masked("*", 6)],
  ["with all digits but the last four masked by X", masked("X", 0)],
  ["with all digits but the first six and the last four masked by X", masked("X", 6)],
  ["as a spreadsheet prints a long number", asSpreadsheet],
  ["without + in front", (value) => value.replace(/^\+/, "")],
  ["with + in front", (value) => value.replace(/^\d{7,15}$/, "+$&")],
  ["with digits only", (value) => (/\d/.test(value) ? value.replace(/\D/g, "") : value)],
  ...CURRENCY_CHANGES,
  // White space and line breaks.
  ["with a space behind it", (value) => `${value} `],
  ["with a space in front", (value) => ` ${value}`],
  ["with a space on both sides", (value) => ` ${value} `],
  ["with a line break behind it", (value) => `${value}\n`],
  ["with LF line breaks", (value) => value.replaceAll("\r\n", "\n")],
  ["with CRLF line breaks", (value) => value.replace(/\r?\n/g, "\r\n")],
  ["without line breaks", (value) => value.replace(/[\r\n]/g, "")],
  ["with <br /> for each line break", (value) => value.replace(/\r?\n/g, "<br />")],
  ["with <br /> before each line break", (value) => value.replace(/\r?\n/g, "<br />$&")],
  ["with no-break spaces for its spaces", (value) => value.replaceAll(" ", "\u00a0")],
  ["with spaces for its no-break spaces", (value) => value.replaceAll("\u00a0", " ")],
  ["with a byte order mark in front", (value) => `\ufeff${value}`],
  ["with a space for each line break", (value) => value.replace(/\r?\n/g, " ")],
  ["with one space for each run of white space", (value) => value.replace(/\s+/g, " ")],
  ["without spaces", (value) => value.replaceAll(" ", "")],
  // Text.
  ["with HTML entities", (value) => ENTITIES.slice(0, 5).reduce(escapeEntity, value)],
  ["with HTML entities, except for '", (value) => ENTITIES.slice(0, 4).reduce(escapeEntity, value)],
  ["with &#039; and other HTML entities", (value) => ENTITIES.toSpliced(4, 1).reduce(escapeEntity, value)],
  [
    "with its HTML entities decoded",
    (value) => ENTITIES.reduceRight((text, [plain, entity]) => text.replaceAll(entity, plain), value),
  ],
  ["with backslashes before quotes", (value) => value.replace(/[\\'"]/g, "\\$&")],
  ["with backslashes before slashes", (value) => value.replaceAll("/", "\\/")],
  ["without its backslashes", (value) => value.replaceAll("\\", "")],
  ["in double quotes", (value) => `"${value}"`],
  ["without the quotes around it", (value) => value.replace(/^(["'])(.*)\1$/s, "$2")],
  ["with typographic quotation marks", typographic],
  ["with typographic dashes", (value) => value.replace(/ - /g, " \u2013 ")],
  ["without accents", (value) => value.normalize("NFD").replace(/\p{Mn}/gu, "")],
  ["without characters beyond ASCII", (value) => value.replace(/[^\u0000-\u007f]/g, "")],
  ["with ? for each character beyond ASCII", (value) => value.replace(/[^\u0000-\u007f]/g, "?")],
  ["cut at the first &", (value) => value.replace(/&.*$/s, "")],
  ["cut at the last &", (value) => value.replace(/&[^&]*$/s, "")],
  ["cut at the first & or =", (value) => value.replace(/[&=].*$/s, "")],
  ["cut at the first ?", (value) => value.replace(/\?.*$/s, "")],
  ["cut at the first -", (value) => value.replace(/-.*$/s, "")],
  ["cut at the first line break", (value) => value.replace(/[\r\n].*$/s, "")],
  ["without = at its end", (value) => value.replace(/=+$/, "")],
  ["without hyphens", (value) => value.replaceAll("-", "")],
  [
    "with the hyphens of a UUID",
    (value) => value.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i, "$1-$2-$3-$4-$5"),
  ],
  ["in braces", (value) => `{${value}}`],
  ["in base64", (value) => base64Text(utf8Octets(value))],
  ["decoded from base64", textOfBase64],
  ["with - and _ for + and /", (value) => value.replaceAll("+", "-").replaceAll("/", "_")],
  ["without its first character", (value) => value.replace(/^./su, "")],
  ["without its last character", (value) => value.replace(/.$/su, "")],
  ["in single quotes", (value) => `'${value}'`],
  ["cut at the first #", (value) => value.replace(/#.*$/s, "")],
  ["cut at the first space", (value) => value.replace(/ .*$/s, "")],
  ["twice", (value) => value + value],
  ["with a slash behind it", (value) => `${value}/`],
  ["without the slash behind it", (value) => value.replace(/\/$/, "")],
  // Other words for the same.
  ["as 1 or 0", instead({ true: "1", false: "0", True: "1", False: "0" })],
  ["as true or false", instead({ "1": "true", "0": "false", True: "true", False: "false", "": "false" })],
  ["as True or False", instead({ true: "True", false: "False", "1": "True", "0": "False" })],
  ["as null", instead({ "": "null" })],
  ["as undefined", instead({ "": "undefined" })],
  ["as None", instead({ "": "None" })],
  ["in hexadecimal instead of base64", hexOfBase64],
  ["in milliseconds", (value) => value.replace(/^(\d{10})$/, "$1000")],
  ["in seconds", (value) => value.replace(/^(\d{10})\d{3}$/, "$1")],
  ...DATE_CHANGES,
  ...DAY_CHANGES,
  ...DAY_READINGS,
];

const MINUTE = 60;
const QUARTER_HOUR = 900;
/** Time zones are up to 14 hours from UTC. */
const QUARTERS = Array.from({ length: 56 }, (_, at) => at + 1);

/** What programs do to a timestamp between signing and sending. */
export const TIMESTAMP_CHANGES: readonly ValueChange[] = [
  ["rounded down to the minute", (value) => later(value, -(Number(value) % MINUTE))],
  ...[1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 10, -10, 60, -60].map(
    (seconds): ValueChange => [
      `${Math.abs(seconds)} seconds ${seconds > 0 ? "later" : "earlier"}, from a clock that was read again`,
      (value) => later(value, seconds),
    ],
  ),
  ...QUARTERS.flatMap((quarters) => [quarters, -quarters]).map(
    (quarters): ValueChange => [
      `in another time zone, ${Math.abs(quarters) / 4} hours ${quarters > 0 ? "later" : "earlier"}`,
      (value) => later(value, quarters * QUARTER_HOUR),
    ],
  ),
];

/** As PHP and text processors write quotation marks and apostrophes for people. */
function typographic(value: string): string {
  return value.replace(/"([^"]*)"/g, "\u201c$1\u201d").replaceAll("'", "\u2019");
}

function textOfBase64(value: string): string {
  const octets = /^(?:[A-Za-z0-9+/]{4}){2,}$|^[A-Za-z0-9+/]{6,}={1,2}$/.test(value) ? base64Octets(value) : undefined;
  return (octets && validUtf8Text(octets)) ?? value;
}

function hexOfBase64(value: string): string {
  const octets = /^[A-Za-z0-9+/]{22,}={0,2}$/.test(value) ? base64Octets(value) : undefined;
  return octets === undefined ? value : hexText(octets);
}

function later(timestamp: string, seconds: number): string {
  return /^[0-9]{9,11}$/.test(timestamp) ? String(Number(timestamp) + seconds) : timestamp;
}

function escapeEntity(text: string, [character, entity]: (typeof ENTITIES)[number]): string {
  return text.replaceAll(character, entity);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
