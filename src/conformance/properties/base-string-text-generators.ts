/** Generators of requests for properties of the text of a base string: every request contains what its property is about. */

import * as fc from "fast-check";
import { specification, toOctets } from "../../model/index.ts";
import type { InputOf, NameValue, OctetText } from "../vectors/input.ts";
import { PLAIN_ORIGINS, RESERVED } from "./url-generators.ts";

/** A client's parameter, and where the request has it. */
interface PlacedParameter {
  readonly place: "query" | "form" | "protocol";
  readonly name: OctetText;
  readonly value: OctetText;
}

/** How a request is written. */
interface Style {
  readonly origin: string;
  readonly path: string;
  /** Whether query and form write a space as a plus (`isPlus`), and write legal reserved characters raw (`isRaw`). */
  readonly isPlus: boolean;
  readonly isRaw: boolean;
  /** Whether the form is given as it is sent. */
  readonly isFormEncoded: boolean;
  /** The method of a request with a form. */
  readonly method: string;
}

const style = (paths: readonly string[], methods: readonly string[]): fc.Arbitrary<Style> =>
  fc.record({
    origin: fc.constantFrom(...PLAIN_ORIGINS),
    path: fc.constantFrom(...paths),
    // Rare: oauth-1.0a supports neither option.
    isPlus: fc.nat({ max: 5 }).map((one) => one === 5),
    isFormEncoded: fc.nat({ max: 5 }).map((one) => one === 5),
    isRaw: fc.boolean(),
    method: fc.constantFrom(...methods),
  });

/** Inputs of `sign` with these parameters, and some others. */
function signInputWith(
  parameters: fc.Arbitrary<readonly PlacedParameter[]>,
  {
    consumerKey = fc.constant("k"),
    paths = ["/pay", "/", "/r%20v/X"],
    methods = ["POST"],
  }: {
    readonly consumerKey?: fc.Arbitrary<string>;
    readonly paths?: readonly string[];
    readonly methods?: readonly string[];
  } = {},
): fc.Arbitrary<InputOf<"sign">> {
  return fc
    .record({
      parameters,
      written: style(paths, methods),
      consumerKey,
      token: fc.option(consumerKey, { nil: undefined }),
      version: fc.constantFrom("1.0" as const, null),
      transport: fc.constantFrom("header" as const, "body" as const, "query" as const),
    })
    .map(({ parameters: placed, written, token, ...rest }): InputOf<"sign"> => {
      const at = (wanted: PlacedParameter["place"]): NameValue[] =>
        placed.filter(({ place }) => place === wanted).map(({ name, value }) => [name, value]);
      const [query, form, further] = [at("query"), at("form"), at("protocol")];
      const hasForm = form.length > 0 || rest.transport === "body";
      const url = `${written.origin}${written.path}${query.length > 0 ? "?" : ""}${encoded(query, written)}`;
      const body = written.isFormEncoded ? { formEncoded: encoded(form, written) } : { form };
      return {
        operation: "sign",
        request: { method: hasForm ? written.method : "GET", url, ...(hasForm && body) },
        signatureMethod: "HMAC-SHA1",
        credentials: { consumerKey: rest.consumerKey, consumerSecret: "s", ...(token !== undefined && { token }) },
        nonce: "n",
        timestamp: "1700000000",
        version: rest.version,
        transport: rest.transport,
        ...(further.length > 0 && { protocolParameters: uniqueNames(further) }),
      };
    });
}

function encoded(pairs: readonly NameValue[], { isPlus, isRaw }: Style): string {
  const encode = (text: OctetText): string => {
    const escaped = specification.percentEncode(toOctets(text));
    const raw = isRaw ? escaped.replace(/%(?:21|24|2[7-9A]|2C|2F|3[ABF]|40)/g, decodeURIComponent) : escaped;
    return isPlus ? raw.replaceAll("%20", "+") : raw;
  };
  return pairs.map((pair) => pair.map(encode).join("=")).join("&");
}

/** A request has each protocol parameter at most once. */
function uniqueNames(pairs: readonly NameValue[]): readonly NameValue[] {
  return [...new Map(pairs.map((pair) => [pair[0], pair])).values()];
}

/** Parameters with different names, each with one of the characters in its name, its value, or both. */
function parametersWith(characters: string): fc.Arbitrary<readonly PlacedParameter[]> {
  const pieces = fc.array(fc.constantFrom(..."ab09~-%é漢😀", "%20", "%2520", ...characters), { maxLength: 4 });
  const plain = fc.constantFrom("a", "b", "a1", "");
  const special = fc
    .tuple(pieces, fc.constantFrom(...characters), pieces)
    .map(([before, character, after]) => [...before, character, ...after].join(""));
  return fc.uniqueArray(
    fc
      .record({
        place: fc.constantFrom("query" as const, "form" as const, "protocol" as const),
        texts: fc.oneof(fc.tuple(plain, special), fc.tuple(special, plain), fc.tuple(special, special)),
      })
      .map(({ place, texts: [name, value] }) => ({
        place,
        name: place === "protocol" ? `oauth_${name}` : name,
        value,
      })),
    // Names differ, because some libraries lose a repeated name; other properties test that.
    { minLength: 1, maxLength: 4, selector: ({ name }) => name },
  );
}

/** Every request has a space in a name or a value. */
export const requestWithSpaces: fc.Arbitrary<InputOf<"sign">> = signInputWith(parametersWith(" "), {
  consumerKey: fc.constantFrom("k", "client one", " "),
});

const PATHS_WITH_RESERVED = "/ /pay /a;b=1;c=2 /a=b&c /(x)!*'$,@: /a+b //a/ /%2F /%2f%3B /~user/:id /r%20v/X".split(
  " ",
);

/** Every request has a reserved character in a name or a value, and in its URL. */
export const requestWithReserved: fc.Arbitrary<InputOf<"sign">> = signInputWith(parametersWith(RESERVED), {
  consumerKey: fc.constantFrom("k", "client@shop.example", "a+b/c="),
  paths: PATHS_WITH_RESERVED,
  // Rare, because oauth-1.0a does not encode the method.
  methods: ["POST", "PUT", "PATCH", "POST", "PUT", "X+Y", "It's"],
});

const octets = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

/**
 * Pairs of texts in the order of RFC 5849. Wrong sorts reverse some of these pairs: sorts by decoded octets, code points or
 * code units, together with what follows, as numbers, ignoring case, or by the rules of a language.
 */
const ORDERED: readonly (readonly [OctetText, OctetText])[] = [
  // Encoded, a reserved character and a character that is not ASCII begin with %, which is before every letter and digit.
  ["a:", "a0"],
  ["a[", "aA"],
  ["{", "z"],
  ["é", "a"],
  ["漢", "~"],
  ["😀", "Z"],
  // Upper case is before lower case, digits are not numbers, and no language decides where punctuation is.
  ["B", "a"],
  ["aB", "aa"],
  ["10", "2"],
  ["a10", "a9"],
  ["a.b", "a_b"],
  // The UTF-16 of a code point above U+FFFF begins with a surrogate, which is less than U+E000.
  ["\uff5e", "😀"],
  ["\ue000", "\u{10ffff}"],
  // Octets that are not UTF-8: a decoder replaces them by U+FFFD, and Latin-1 has a letter for them.
  ["😀", octets(0xff)],
  ["\u{10ffff}", octets(0xf5)],
  [octets(0xe9), "a"],
  [octets(0xff), "~"],
];

/** Pairs in which the first name begins the second. The next character of the second sorts before an equals sign. */
const ORDERED_NAMES: typeof ORDERED = [
  ["a", "a-b"],
  ["a", "a.b"],
  ["a", "a!"],
];

/** Two parameters made from an ordered pair: its texts are names, or values of one name; in either order. */
const orderedPair: fc.Arbitrary<readonly PlacedParameter[]> = fc
  .record({
    ordered: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constantFrom("names", "values"), fc.constantFrom(...ORDERED)) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("names"), fc.constantFrom(...ORDERED_NAMES)) },
    ),
    isSwapped: fc.boolean(),
    place: fc.constantFrom("query" as const, "form" as const, "protocol" as const),
    value: fc.constantFrom("1", "", "é"),
  })
  .map(({ ordered: [as, [first, second]], isSwapped, place: wanted, value }) => {
    const areText = typeof first === "string" && typeof second === "string";
    // A protocol parameter has only one value, and its name is text.
    const place = wanted === "protocol" && (as === "values" || !areText) ? "query" : wanted;
    const prefix = place === "protocol" ? "oauth_" : "";
    const placed = [first, second].map((text) =>
      as === "names" ? { place, name: areText ? `${prefix}${text}` : text, value } : { place, name: "n", value: text },
    );
    return isSwapped ? placed.reverse() : placed;
  });

/** Enough numbered parameters for sort functions to switch to another algorithm. */
const manyParameters: fc.Arbitrary<readonly PlacedParameter[]> = fc.array(
  fc.nat({ max: 99 }).map((number) => ({
    place: "form" as const,
    name: number % 2 === 0 ? "n" : `p${number}`,
    value: `${number % 12}`,
  })),
  { minLength: 33, maxLength: 60 },
);

/** Every request has two parameters that a wrong order sorts differently. */
export const requestWithOrder: fc.Arbitrary<InputOf<"sign">> = signInputWith(
  fc.oneof(
    { weight: 9, arbitrary: fc.array(orderedPair, { minLength: 1, maxLength: 3 }).map((pairs) => pairs.flat()) },
    { weight: 1, arbitrary: manyParameters },
  ),
);
