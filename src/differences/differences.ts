/**
 * How one value of a stage differs from another, as sentences. Two requests that the same mistake changed get the same
 * sentences, because no sentence contains text of the request: characters are named by their class.
 */

import { specification, validUtf8Text } from "../model/index.ts";

/** The differences of two values. */
export interface Differences {
  /** Sorted; none if the values are equal. */
  readonly sentences: readonly string[];
  /** Whether the sentences identify a kind of mistake. If not, a sentence says only that a part differs. */
  readonly isSpecific: boolean;
}

/**
 * Compares two values of a stage part by part: the method, each component of the URI, each parameter.
 *
 * @param stage a stage of the vectors, such as `base-string`; an unknown stage is compared as one text
 */
export function differencesOf(stage: string, expected: string, actual: string): Differences {
  const [right, wrong] = [partsOf(stage, expected), partsOf(stage, actual)];
  const parts = right === undefined || wrong === undefined ? [[stage, expected] as const] : right;
  const others = right === undefined || wrong === undefined ? [[stage, actual] as const] : wrong;
  const sentences = parts.flatMap(([name, value], at) => {
    const other = others[at]![1];
    return partDifferences(value, other).map((sentence) => `${name}: ${sentence}`);
  });
  return {
    sentences: [...new Set(sentences)].sort(),
    isSpecific:
      sentences.length > 0 && !DERIVED.includes(stage) && !sentences.some((one) => one.endsWith(ONLY_DIFFERS)),
  };
}

const ONLY_DIFFERS = "differs";

/** Stages whose values have no parts: every mistake before them changes all of their text. */
const DERIVED = ["signature", "body-hash", "valid"];

type Pair = readonly [name: string, value: string];
type Part = readonly [name: string, value: string | readonly Pair[]];

/** `undefined` if the text does not have the parts of its stage. */
function partsOf(stage: string, text: string): readonly Part[] | undefined {
  switch (stage) {
    case "base-string": {
      const [method, uri, parameters, ...more] = text.split("&");
      if (uri === undefined || parameters === undefined || more.length > 0) return undefined;
      return [["method", method!], ...componentsOf(decoded(uri)), ["parameters", pairsOf(decoded(parameters))]];
    }
    case "base-string-uri":
      return componentsOf(text);
    case "parameters":
    case "parameter-string":
      return [["parameters", pairsOf(text)]];
    case "body":
      return [[stage, withoutSignature(pairsOf(text))]];
    case "authorization-header":
      return [
        [stage, withoutSignature(Array.from(text.matchAll(HEADER_RE), ([, name, value]): Pair => [name!, value!]))],
      ];
    case "url": {
      const at = `${text}?`.indexOf("?");
      return [...componentsOf(text.slice(0, at)), ["query", withoutSignature(pairsOf(text.slice(at + 1)))]];
    }
    case "key": {
      const [consumer, token, ...more] = text.split("&");
      return token === undefined || more.length > 0
        ? undefined
        : [
            ["consumer secret", consumer!],
            ["token secret", token],
          ];
    }
    default:
      return undefined;
  }
}

const URI_RE = /^([^:/?#]*:)?(?:\/\/)?(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#]*)(:\d*)?([^?#]*)(\?[^#]*)?(#.*)?$/s;

function componentsOf(uri: string): readonly Part[] {
  const values = URI_RE.exec(uri)?.slice(1) ?? [uri];
  return ["scheme", "userinfo", "host", "port", "path", "query", "fragment"].map((name, at) => [
    name,
    values[at] ?? "",
  ]);
}

const HEADER_RE = /([^\s=,]+)="([^"]*)"/g;

/** A signature follows from everything else, so its value adds nothing. */
function withoutSignature(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.map(([name, value]) => [name, name === "oauth_signature" ? "" : value]);
}

const NO_EQUALS_SIGN = "\0";

function pairsOf(text: string): readonly Pair[] {
  if (text === "") return [];
  return text.split("&").map((pair): Pair => {
    const at = pair.indexOf("=");
    return at === -1 ? [pair, NO_EQUALS_SIGN] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function partDifferences(expected: Part[1], actual: Part[1]): readonly string[] {
  if (typeof expected === "string") return textDifferences(expected, String(actual));
  return pairDifferences(expected, actual as readonly Pair[]);
}

function pairDifferences(expected: readonly Pair[], actual: readonly Pair[]): readonly string[] {
  const [missing, added] = [without(expected, actual), without(actual, expected)];
  const changed = [...missing].flatMap((pair) => {
    const at = closestTo(pair, added);
    if (at === undefined) return [];
    missing.splice(missing.indexOf(pair), 1);
    const [[name, value]] = added.splice(at, 1) as [Pair];
    return [
      ...textDifferences(pair[0], name).map((sentence) => `in a name, ${sentence}`),
      ...textDifferences(pair[1], value).map((sentence) => `in a value, ${sentence}`),
    ];
  });
  const found = [
    ...changed,
    ...kindsOf(missing, expected).map((kind) => `${kind} is missing`),
    ...kindsOf(added, actual).map((kind) => `${kind} is added`),
  ];
  if (found.length > 0 || expected.every((pair, at) => isSame(pair, actual[at]!))) return found;
  return [orderOf(expected, actual)];
}

function isSame(one: Pair, other: Pair): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** The pairs that have no counterpart in another list. */
function without(pairs: readonly Pair[], removed: readonly Pair[]): Pair[] {
  const left = [...removed];
  return pairs.filter((pair) => {
    const at = left.findIndex((other) => isSame(pair, other));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** The index of the pair that was changed into this one: it has the same name, or else the same value. */
function closestTo([name, value]: Pair, others: readonly Pair[]): number | undefined {
  const scores = others.map(([other, text]) => {
    const ofName = other === name ? 4 : plain(other) === plain(name) ? 3 : 0;
    return ofName + (text === value && value !== "" ? 2 : plain(text) === plain(value) ? 1 : 0);
  });
  const best = Math.max(...scores);
  return best < 2 ? undefined : scores.indexOf(best);
}

/** Orders of parameters that clients use; the name of the first that fits is the sentence. */
const ORDERS: Readonly<Record<string, (one: Pair, other: Pair) => number>> = {
  "sorted before encoding": (one, other) => compare(decoded(one[0]), decoded(other[0])),
  "sorted without regard to letter case": (one, other) => compare(one[0].toLowerCase(), other[0].toLowerCase()),
  "sorted as pairs, with the equals sign": (one, other) => compare(one.join("="), other.join("=")),
};

function orderOf(expected: readonly Pair[], actual: readonly Pair[]): string {
  if (expected.every(([name], at) => name === actual[at]![0])) return "values of one name in another order";
  const isSorted = (order: (one: Pair, other: Pair) => number): boolean =>
    actual.every((pair, at) => at === 0 || order(actual[at - 1]!, pair) <= 0);
  return Object.entries(ORDERS).find(([, order]) => isSorted(order))?.[0] ?? `the order ${ONLY_DIFFERS}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

const PROTOCOL_NAMES = [
  ...["oauth_body_hash", "oauth_callback", "oauth_consumer_key", "oauth_nonce", "oauth_signature"],
  ...["oauth_signature_method", "oauth_timestamp", "oauth_token", "oauth_verifier", "oauth_version", "realm"],
];

/** The kinds of the parameters; several protocol parameters are one kind. */
function kindsOf(pairs: readonly Pair[], all: readonly Pair[]): readonly string[] {
  const protocol = pairs.filter(([name]) => PROTOCOL_NAMES.includes(name));
  const others = pairs.filter((pair) => !protocol.includes(pair)).map((pair) => kindOf(pair, all));
  return [...(protocol.length > 1 ? ["what the protocol adds"] : protocol.map(([name]) => name)), ...others];
}

function kindOf([name, value]: Pair, all: readonly Pair[]): string {
  const same = all.filter(([other]) => other === name);
  if (same.filter(([, other]) => other === value).length > 1) return "a copy of a parameter";
  if (same.length > 1) return "a parameter with a repeated name";
  if (value === NO_EQUALS_SIGN) return "a parameter without an equals sign";
  if (name === "") return "a parameter without a name";
  return value === "" ? "a parameter without a value" : "a parameter";
}

const escaped = (text: string): string => specification.percentEncode(new TextEncoder().encode(text));
const escapedOctets = (text: string): string =>
  text.replace(/[\s\S]/gu, (char) => everyOctet(new TextEncoder().encode(char)));
const everyOctet = (octets: Iterable<number>): string =>
  Array.from(octets, (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");
const onlyFor = (wanted: string, written: string) => (char: string) => (char === wanted ? written : undefined);
const latin1 = (text: string): string | undefined =>
  text.charCodeAt(0) < 256 ? everyOctet([text.charCodeAt(0)]) : undefined;

/** How clients write a character that RFC 5849 3.6 writes otherwise. */
const NOTATIONS: Readonly<Record<string, (char: string) => string | undefined>> = {
  "is not encoded": (char) => char,
  "is encoded": escapedOctets,
  "is encoded in lower case": (char) => escapedOctets(char).toLowerCase(),
  "is encoded twice": (char) => escaped(escapedOctets(char)),
  "becomes +": onlyFor(" ", "+"),
  "becomes %2B": onlyFor(" ", "%2B"),
  "becomes a space": onlyFor("+", "%20"),
  "is encoded as Latin-1": latin1,
  "becomes ?": onlyNonAscii("%3F"),
  "becomes U+FFFD": onlyNonAscii("%EF%BF%BD"),
  "is encoded in UTF-8 twice": (char) => escapedOctets(String.fromCharCode(...new TextEncoder().encode(char))),
  "becomes the escape of its number": (char) => `%u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
};

function onlyNonAscii(written: string) {
  return (char: string): string | undefined => (char.charCodeAt(0) > 127 ? written : undefined);
}

type Notation = readonly [sentence: string, write: (char: string) => string | undefined];
const NOTATION_LIST: readonly Notation[] = Object.entries(NOTATIONS);
const LEFT_OUT: Notation = ["is left out", (char) => (/[A-Za-z0-9]/.test(char) ? undefined : "")];

/** Relations of whole texts; the first that fits is the sentence. */
const RELATIONS: Readonly<Record<string, (expected: string, actual: string) => boolean>> = {
  "is missing": (_, actual) => actual === "" || actual === NO_EQUALS_SIGN,
  "is added": (expected) => expected === "" || expected === NO_EQUALS_SIGN,
  "is decoded": (expected, actual) => actual === decoded(expected),
  "is decoded twice": (expected, actual) => plain(actual) === decoded(plain(expected)),
  "is encoded twice": (expected, actual) => decoded(actual) === expected,
  "is in another letter case": (expected, actual) => actual.toLowerCase() === expected.toLowerCase(),
  "white space around it is removed": (expected, actual) => plain(actual) === plain(expected).trim(),
  "is normalized": (expected, actual) => plain(actual).normalize("NFKC") === plain(expected).normalize("NFKC"),
  "ends early": (expected, actual) => expected.startsWith(actual),
};

function textDifferences(expected: string, actual: string): readonly string[] {
  if (expected === actual) return [];
  const relation = Object.entries(RELATIONS).find(([, fits]) => fits(expected, actual))?.[0];
  return (
    notationDifferences(expected, actual, NOTATION_LIST) ??
    (relation === undefined ? undefined : [relation]) ??
    notationDifferences(expected, actual, [...NOTATION_LIST, LEFT_OUT]) ?? [ONLY_DIFFERS]
  );
}

/** Characters of a text that are compared one by one. */
const MOST_CHARACTERS = 2000;

/**
 * The fewest sentences about characters that turn one text into the other.
 *
 * @returns `undefined` if there are no such sentences
 */
function notationDifferences(
  expected: string,
  actual: string,
  notations: readonly Notation[],
): readonly string[] | undefined {
  const characters = charactersOf(expected);
  if (characters.length > MOST_CHARACTERS) return undefined;
  /** The sentences so far, by the length of the actual text read. */
  let states = new Map<number, readonly string[]>([[0, []]]);
  for (const { char, written, name } of characters) {
    const next = new Map<number, readonly string[]>();
    const add = (at: number, sentences: readonly string[]): void => {
      if (!next.has(at) || next.get(at)!.length > sentences.length) next.set(at, sentences);
    };
    for (const [at, sentences] of states) {
      if (actual.startsWith(written, at)) add(at + written.length, sentences);
      for (const [how, write] of notations) {
        const text = write(char);
        if (text === undefined || text === written || !actual.startsWith(text, at)) continue;
        const sentence = `${name} ${how}`;
        add(at + text.length, sentences.includes(sentence) ? sentences : [...sentences, sentence]);
      }
    }
    states = next;
  }
  return states.get(actual.length);
}

interface Character {
  readonly char: string;
  /** As the text contains it. */
  readonly written: string;
  /** Its class. */
  readonly name: string;
}

const CHARACTER_RE =
  /%[0-7][0-9A-F]|%[CD][0-9A-F]%[89AB][0-9A-F]|%E[0-9A-F](?:%[89AB][0-9A-F]){2}|%F[0-7](?:%[89AB][0-9A-F]){3}|%[0-9A-F]{2}|[\s\S]/gu;

function charactersOf(text: string): readonly Character[] {
  return Array.from(text.matchAll(CHARACTER_RE), ([written]) => {
    const char = decoded(written);
    const isOctet = written.length === 3 && char.length === 3;
    if (!isOctet) return { char, written, name: classOf(char) };
    // The octet is not UTF-8: clients that read it as Latin-1 take it for the character with this number.
    return {
      char: String.fromCharCode(Number.parseInt(written.slice(1), 16)),
      written,
      name: "an octet that is not UTF-8",
    };
  });
}

/** ASCII characters that the usual encoders treat alike. */
const CLASSES = ["!'()", ";,/?:@&=$#", '"<>[]\\^`{|}', "-._~"];

function classOf(char: string): string {
  const code = char.codePointAt(0)!;
  if (char === " ") return "a space";
  if (code < 32 || code === 127) return "a control character";
  if (/[A-Za-z0-9]/.test(char)) return "a letter or digit";
  if (code < 127) return `one of ${CLASSES.find((all) => all.includes(char)) ?? char}`;
  if (code < 256) return "a Latin-1 character";
  return code < 65536 ? "a character up to U+FFFF" : "a character above U+FFFF";
}

/** The text with a plus as a space, and without escapes. */
function plain(text: string): string {
  return decoded(text.replaceAll("+", " "));
}

/** Decodes escapes once; escapes of octets that are not UTF-8 stay. */
function decoded(text: string): string {
  return text.replace(
    /(?:%[0-9A-Fa-f]{2})+/g,
    (escapes) => validUtf8Text(specification.percentDecode(escapes)) ?? escapes,
  );
}
