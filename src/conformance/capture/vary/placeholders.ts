/**
 * The placeholders of a varied program, such as `{text}` in its arguments, and the values that fill them in.
 *
 * A value consists of pieces. The first value of a placeholder contains every hard piece of its kind at once. If it fails,
 * pieces are taken away until the smallest value that fails is left.
 */

import * as fc from "fast-check";
import { TRICKY } from "../../properties/generators.ts";
import { generateCase, shrinkCase, text } from "../../properties/index.ts";

/** The pieces of which a value consists. */
export type Value = readonly string[];

/** One placeholder of a varied program. */
export interface Placeholder {
  /** Its kind, with a number from the second of this kind on: `text`, `text2`. */
  readonly name: string;
  /** A plain text, which no other placeholder has. */
  readonly plain: string;
  /** Values to try one after the other, the hardest first. */
  readonly values: readonly Value[];
  /** Returns the text of a value, given its concatenated pieces. */
  readonly write: (pieces: string) => string;
  /** The random value with this index. */
  random(index: number): Value;
  /** Tries smaller values until none fails, if a generator of the user made the value. */
  readonly shrink?: (value: string, fails: (smaller: string) => Promise<boolean>) => Promise<unknown>;
  /** Whether the program must accept every printable text. */
  readonly isText?: true;
}

/** The text that each placeholder is filled with, by its name. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fills in a text with placeholders.
 *
 * @param write changes each value, for example into the inside of a JSON string
 */
export type Template = (values: Values, write?: (value: string) => string) => string;

/** Reads texts with placeholders. All placeholders that were read have different names. */
export type Templates = ReturnType<typeof createTemplates>;

/** One kind of placeholders. */
interface Kind {
  /** The hard pieces, each of which is valid without the others. If absent, values of this kind have no parts. */
  readonly pieces?: Value;
  /** Values besides the one with all pieces. */
  readonly whole: readonly (string | Value)[];
  readonly write?: (pieces: string) => string;
  /** @param number from 1, different for every placeholder */
  readonly plain?: (number: number) => string;
  readonly random?: fc.Arbitrary<Value>;
  readonly isText?: true;
}

/** Each piece begins with a letter outside ASCII, which sorts differently once encoded. */
const LONG = Array.from({ length: 32 }, (_, at) => `ü${at % 10}bcd ~+`);

/** No argument of a program can contain a NUL character, and some runtimes refuse a code point that is no character. */
const TEXT_PIECES = [
  ...TRICKY.filter((piece) => !["\0", "\u{10ffff}"].includes(piece)),
  "\t",
  "\n",
  "e\u0301",
  "\u201c",
];

/** Some programs change only the first of several equal characters. */
const TWICE = TEXT_PIECES.map((piece) => piece + piece).reverse();

/** Texts that programs convert to numbers, dates and other values. */
const WORDS = ["007", "1e3", "true", "null", "2024-02-29", "12:00"];

/** The kinds that `{…}` names. */
const KINDS: Readonly<Record<string, Kind>> = {
  text: {
    pieces: TEXT_PIECES,
    // Two placeholders get values that are neighbours here: these sort differently without case, as numbers, or encoded.
    whole: [
      "",
      "Z",
      ["a=b", "&c=", "%20", "&amp;", "<b>", "&a=b", ...TWICE, "."],
      "010",
      "9",
      "0",
      LONG,
      [" ", "a", " ", "\n"],
    ],
    random: fc.oneof(
      { weight: 4, arbitrary: text.map((value) => [...value.replaceAll("\0", "")]) },
      { weight: 1, arbitrary: fc.constantFrom(...WORDS).map((word) => [word]) },
    ),
    isText: true,
  },
  name: {
    pieces: ["O'B", "-c", " d", "é", "ß", ". e", "ı", "漢", "&", "+", "\u0301"],
    whole: ["O'Brien", "José Núñez", "Smith & Sons", "Ångström", "Mary-Jane Montgomery van der Berg Hamilton"],
    write: (pieces) => `A${pieces}`,
  },
  email: {
    pieces: [..."+.'-_&=%*!~#$/?^`{|}"].map((character) => `${character}b`),
    whole: ["+b", "o'brien-c_d"],
    write: (pieces) => `a${pieces}@example.com`,
  },
  url: {
    pieces: ["a%20b", "/~c", "?d=e", "&f=g%2Bh", "+i", "&j=%C3%A9", "&k=(l)!*'", "#m"],
    whole: ["?a=b&c=d", ":8080/"],
    write: (pieces) => `https://shop.example${/^[/:]/.test(pieces) ? "" : "/"}${pieces}`,
  },
  path: {
    pieces: ["a%20b", "/~c", "/%C3%A9", "/+d", "/e;f=g", "/h,i", "/(j)!*'", "/%2F", "/k:l@m", "/"],
    whole: ["", "a/../b", "a//b"],
    write: (pieces) => `/${pieces}`,
  },
  amount: {
    plain: (number) => `${number}1.42`,
    whole: ["0.00", "10.00", "1234567.89", "0.10", "9.99", "100"],
    random: fc.nat({ max: 10 ** 9 }).map((cents) => [(cents / 100).toFixed(2)]),
  },
  integer: {
    plain: (number) => `7${number}31`,
    whole: ["0", "1", "10", "2147483648", "9007199254740993"],
    random: fc.integer().map((value) => [String(value)]),
  },
};

const CHOICE = "choice:";
const TEXT_LIMITS = "text:ascii,max=40";

/** The names of all kinds, for messages. */
export const KIND_NAMES: readonly string[] = [...Object.keys(KINDS), TEXT_LIMITS, `${CHOICE}a|b`];

/** Divides the accepted pieces into values of at most `most` octets, and so of at most `most` characters. */
function limited(pieces: readonly string[], isAscii: boolean, most: number): string[][] {
  const values: string[][] = [[]];
  for (const piece of pieces) {
    if (Buffer.byteLength(piece) > most || (isAscii && /[^\0-\x7f]/.test(piece))) continue;
    if (Buffer.byteLength(values.at(-1)!.join("") + piece) > most) values.push([]);
    values.at(-1)!.push(piece);
  }
  return values;
}

const asItIs = (text: string): string => text;

/** Reads texts and lists the placeholders of all texts. `generators` are the generators of the user, by name. */
export function createTemplates(generators: Readonly<Record<string, fc.Arbitrary<unknown>>>, seed: number) {
  const placeholders: Placeholder[] = [];
  const unknown = new Set<string>();

  function add(kind: string): Placeholder | undefined {
    const number = placeholders.length + 1;
    const stem = kind.split(":")[0]!;
    const same = placeholders.filter(({ name }) => name.replace(/\d+$/, "") === stem).length;
    const name = same === 0 ? stem : `${stem}${same + 1}`;
    const found = kindOf(kind, generators);
    if (found === undefined) unknown.add(kind);
    else placeholders.push(createPlaceholder(name, found, number, seed));
    return found && placeholders.at(-1);
  }

  return {
    placeholders,
    /** Names in braces that are not filled in, because there is no such kind: a mistyped one, or braces of a program. */
    unknown,
    read(text: string): Template {
      const parts = text.split(/\{([a-z][\w-]*(?::[^{}]*)?)\}/).map((part, at) => {
        return at % 2 === 0 ? part : (add(part) ?? `{${part}}`);
      });
      return (values, write = asItIs) =>
        parts.map((part) => (typeof part === "string" ? part : write(values[part.name]!))).join("");
    },
  };
}

/** The limit is at least eight octets: a plain text may be that long. */
const LIMITED_TEXT_RE = /^text:(?=[am])(ascii)?,?(?:max=([89]|[1-9]\d+))?$/;

function kindOf(kind: string, generators: Readonly<Record<string, fc.Arbitrary<unknown>>>): Kind | undefined {
  if (Object.hasOwn(generators, kind)) return { whole: [], random: generators[kind]!.map((value) => [String(value)]) };
  if (kind.startsWith(CHOICE)) {
    const options = kind.slice(CHOICE.length).split("|");
    return { plain: () => options[0]!, whole: options };
  }
  const limits = LIMITED_TEXT_RE.exec(kind);
  if (limits === null) return Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  const [, ascii, most = Number.POSITIVE_INFINITY] = limits;
  const { pieces = [], whole, random, ...text } = KINDS.text!;
  const within = (value: string | Value): Value[] => limited([value].flat(), ascii !== undefined, Number(most));
  const values = [...within(pieces), ...whole.map((value) => within(value)[0]!)];
  return { ...text, whole: values, random: random!.map((value) => within(value)[0]!) };
}

/** The number of values of a generator to try before the random ones. */
const VALUES_OF_GENERATOR = 8;

function createPlaceholder(name: string, kind: Kind, number: number, seed: number): Placeholder {
  const { pieces, whole, write = asItIs, isText } = kind;
  const fixed = [...(pieces === undefined ? [] : [pieces]), ...whole.map((value) => [value].flat())];
  const generator =
    kind.random ?? (pieces === undefined ? fc.constantFrom(...fixed) : fc.subarray([...pieces], { minLength: 1 }));
  const indices = new Map<string, number>();
  const random = (index: number): Value => {
    const value = generateCase(generator, seed, index);
    indices.set(value.join(""), index);
    return value;
  };
  const common = { name, write, random, ...(isText && { isText }) };
  const { plain = () => write(`vary${number}x`) } = kind;
  if (fixed.length > 0) return { ...common, plain: plain(number), values: fixed };
  const [first, ...values] = Array.from({ length: VALUES_OF_GENERATOR + 1 }, (_, index) => random(index));
  return {
    ...common,
    plain: first!.join(""),
    values,
    async shrink(value, fails) {
      const index = indices.get(value);
      // The user may have given a value that no index of this seed has.
      if (index !== undefined) await shrinkCase(generator, { seed, index, fails: ([smaller = ""]) => fails(smaller) });
    },
  };
}
