/**
 * Properties of the text of a base string: how its characters are encoded, and how its parameters are ordered. They are
 * checked against the names and values of the request, not by comparing with the model.
 */

import type { Arbitrary } from "fast-check";
import { compareOctets } from "../../model/index.ts";
import type { Ask } from "../vectors/answer.ts";
import { withLists, withProtocolValues, withQuery, withRequest } from "../vectors/changes.ts";
import type { InputOf, OctetText } from "../vectors/input.ts";
import { openPoints } from "../vectors/open-points.ts";
import { computedStages, fullProtocolParameters } from "../vectors/signing-input.ts";
import { type Unequal, unequal } from "../vectors/stages.ts";
import { requestWithOrder, requestWithReserved, requestWithSpaces } from "./base-string-text-generators.ts";
import { LeftOpen, NotOffered, type Property, propertyOfSigners, signedBy } from "./property.ts";
import { type SentParameter, sentParameters } from "./sent-parameters.ts";
import { RESERVED } from "./url-generators.ts";

const UTF8 = new TextEncoder();

export const spaceIs2520: Property = escapesOnce({
  id: "space-is-2520",
  statement:
    "A space in a name or a value of query, form or protocol parameters is %2520 in the base string, never + or %20.",
  rules: [
    ...["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-2", "rfc5849-3.4.1.3.1-3"],
    ...["rfc5849-3.4.1.3.2-1", "rfc5849-3.6-3"],
  ],
  characters: " ",
  cases: requestWithSpaces,
});

export const reservedCharactersAreEncodedTwice: Property = escapesOnce({
  id: "reserved-characters-are-encoded-twice",
  statement:
    "In the base string, a reserved character is encoded exactly twice in a name or a value, and once in the method and the base string URI.",
  rules: ["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.2-3", "rfc5849-3.4.1.3.2-1", "rfc5849-3.6-3"],
  characters: RESERVED,
  cases: requestWithReserved,
  others({ request: { method: sent, url } }, baseString) {
    const [method = "", uri = ""] = baseString.split("&");
    const [sentUri = ""] = url.split(/[?#]/);
    return (
      differingEscape(RESERVED, { what: "the method", sent, written: method, prefix: "%" }, baseString) ??
      differingEscape(RESERVED, { what: "the URI", sent: sentUri, written: uri, prefix: "%" }, baseString)
    );
  },
});

export const orderIsByOctets: Property = propertyOfSigners({
  id: "order-is-by-octets",
  statement:
    "Parameters are ordered by the octets of their encoded names, then of their encoded values, whatever the order of arrival.",
  rules: ["rfc5849-3.4.1.3.2-1", "rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3"],
  cases: requestWithOrder,
  async check(input, ask) {
    const about = {
      without: singleParameters(input),
      what: "parameters ordered by the octets of their names and values",
    };
    const shown = await baseStringOf(ask, input, { ...about, same: reversed(input) });
    if ("wrong" in shown) return shown.wrong;
    const shownOfReversed = await baseStringOf(ask, reversed(input), about);
    if ("wrong" in shownOfReversed) return shownOfReversed.wrong;
    const { baseString } = shown;
    const { baseString: ofReversed } = shownOfReversed;
    const [parameters, other] = [writtenParameters(baseString), writtenParameters(ofReversed)];
    // Encoding the encoded parameters once more does not change their order, because only % changes, to %25.
    for (const [index, two] of parameters.entries()) {
      const one = parameters[index - 1];
      if (one === undefined) continue;
      const order = compare(one.name, two.name);
      if (order > 0) return wrongOrder(one.name, two.name, baseString);
      if (order === 0 && compare(one.value, two.value) > 0) return wrongOrder(one.value, two.value, baseString);
    }
    if (withoutChosen(parameters) === withoutChosen(other)) return undefined;
    return { stage: "base-string", expected: baseString, actual: `${ofReversed} for the reversed order of arrival` };
  },
});

/**
 * The property that each of these characters occurs in the base string, encoded twice in names and values, as often as in
 * the request.
 *
 * `others` checks the other parts of the base string.
 */
function escapesOnce({
  characters,
  cases,
  others = () => undefined,
  ...about
}: Pick<Property, "id" | "statement" | "rules"> & {
  readonly characters: string;
  readonly cases: Arbitrary<InputOf<"sign">>;
  readonly others?: (signed: InputOf<"sign">, baseString: string) => Unequal | undefined;
}): Property {
  return propertyOfSigners({
    ...about,
    cases,
    async check(input, ask) {
      const without = [withoutCharacters(input, characters)];
      const shown = await baseStringOf(ask, input, { without, what: escapesOf(characters, input) });
      if ("wrong" in shown) return shown.wrong;
      const { signed, baseString } = shown;
      return parameterEscapes(characters, signed, baseString) ?? others(signed, baseString);
    },
  });
}

/** A base string, and the request that was signed; or the wrong signature of a signer that shows no base string. */
type Shown = { readonly baseString: string; readonly signed: InputOf<"sign"> } | { readonly wrong: Unequal };

/** What a property tests. */
interface Subject {
  /** Requests without what is tested. A signer that signs one of these wrongly makes another mistake. */
  readonly without: readonly InputOf<"sign">[];
  /** What the correct base string contains, as the end of a sentence. */
  readonly what: string;
  /** Another request with the same signature. */
  readonly same?: InputOf<"sign">;
}

/**
 * The base string as the signer shows it, or as it computes it for the request that it has signed. If it does neither, its
 * signature is compared with that of the correct base string.
 */
async function baseStringOf(ask: Ask, input: InputOf<"sign">, { without, what, same }: Subject): Promise<Shown> {
  const { stages, input: signed } = await signedBy(ask, input);
  const shown = stages["base-string"];
  if (typeof shown === "string") return { baseString: shown, signed };
  if (signed.signatureMethod === "PLAINTEXT") throw new NotOffered("PLAINTEXT has no base string");
  const asked = await ask({
    operation: "base-string",
    request: signed.request,
    protocolParameters: fullProtocolParameters(signed),
  });
  if (asked.ok) return { baseString: String(asked.stages["base-string"]), signed };
  const correct = computedStages(signed);
  const wrong = unequal("signature", correct.signature!, stages.signature);
  if (wrong === undefined) return { baseString: String(correct["base-string"]), signed };
  if (openPoints(signed).length > 0) throw new LeftOpen(signed, wrong);
  const ofSame = same && (await signedBy(ask, same));
  if (ofSame !== undefined && ofSame.input.nonce === signed.nonce && ofSame.input.timestamp === signed.timestamp) {
    const differing = unequal("signature", stages.signature!, ofSame.stages.signature);
    if (differing !== undefined)
      return { wrong: { ...differing, actual: `${differing.actual} for the reversed order` } };
  }
  for (const one of without) {
    const other = await signedBy(ask, one);
    if (unequal("signature", computedStages(other.input).signature!, other.stages.signature) !== undefined)
      throw new NotOffered("the signature is wrong for another reason too");
  }
  return { wrong: { ...wrong, expected: `${wrong.expected}, of a base string with ${what}` } };
}

/** A list, as text, of the double escapes of those characters that the request contains. */
function escapesOf(characters: string, input: InputOf<"sign">): string {
  const texts = sentParameters(input).flatMap(({ name, value }) => [name, value]);
  const sent = [...characters].filter((one) => texts.some((text) => text.includes(one)));
  const escapes = sent.map((one) => `%25${one.charCodeAt(0).toString(16).toUpperCase()} for ${JSON.stringify(one)}`);
  return escapes.join(", ") || "every character encoded once in the URI";
}

/** The request with a letter in place of these characters, in its names, its values and its path. */
function withoutCharacters(input: InputOf<"sign">, characters: string): InputOf<"sign"> {
  const escapes = [...characters].map((one) => one.charCodeAt(0).toString(16).padStart(2, "0"));
  const encoded = new RegExp(`%(?:${escapes.join("|")})`, "gi");
  const isListed = (character: string): boolean => characters.includes(character);
  const text = (given: OctetText): OctetText =>
    typeof given === "string" ? [...given].map((one) => (isListed(one) ? "x" : one)).join("") : given;
  const form = (given: string): string =>
    given.replace(encoded, "x").replace(/[^&=]/g, (one) => (isListed(one === "+" ? " " : one) ? "x" : one));
  const pairs = withLists(input, (given) => given.map(([name, value]) => [text(name), text(value)]), form);
  const values = withProtocolValues(withQuery(pairs, form), (value) => String(text(value)));
  return withRequest(values, ({ method, url, ...request }) => ({
    ...request,
    method: String(text(method)),
    url: url.replace(/(?<=\/\/[^/?#]*)\/[^?#]*/, (path) => `/${form(path.slice(1))}`),
  })) as InputOf<"sign">;
}

/** The request without query and form, then one request for each of their parameters, with only this parameter. */
function singleParameters(input: InputOf<"sign">): InputOf<"sign">[] {
  const { request } = input;
  const [, query] = /^[^?#]*\?([^#]*)/.exec(request.url) ?? [];
  const pieces = query?.split("&") ?? [];
  const encoded = request.formEncoded?.split("&") ?? [];
  const { form: _form, formEncoded: _encoded, ...bodiless } = request;
  const alone = bodiless.url.replace(/\?[^#]*/, "");
  const requests = [
    { ...bodiless, url: alone },
    ...pieces.map((piece) => ({ ...bodiless, url: bodiless.url.replace(/(?<=\?)[^#]*/, () => piece) })),
    ...(request.form ?? []).map((pair) => ({ ...bodiless, url: alone, form: [pair] })),
    ...encoded.map((formEncoded) => ({ ...bodiless, url: alone, formEncoded })),
  ];
  return requests.map((one) => ({ ...input, request: one }));
}

/** The parameters in a base string, each encoded twice. */
function writtenParameters(baseString: string): SentParameter[] {
  const [, , parameters = ""] = baseString.split("&");
  return parameters.split("%26").map((parameter) => {
    const [name = "", ...value] = parameter.split("%3D");
    return { name, value: value.join("%3D") };
  });
}

/** Whether the names, and the values, contain each of these characters as often as the base string contains it encoded twice. */
function parameterEscapes(characters: string, signed: InputOf<"sign">, baseString: string): Unequal | undefined {
  const [sent, written] = [sentParameters(signed), writtenParameters(baseString)];
  const part = (name: keyof SentParameter): Unequal | undefined => {
    const texts = { sent: joined(sent, name), written: joined(written, name) };
    return differingEscape(characters, { what: `the ${name}s`, ...texts, prefix: "%25" }, baseString);
  };
  if (![...characters].some((one) => `${joined(sent, "name")}${joined(sent, "value")}`.includes(one)))
    throw new NotOffered("no name and no value has one of the characters");
  return part("name") ?? part("value");
}

function joined(parameters: readonly SentParameter[], part: keyof SentParameter): string {
  // The separator is neither a reserved character nor a part of an escape.
  return parameters.map((parameter) => parameter[part]).join("_");
}

/** One part of a request, and the same part of the base string. */
interface Part {
  readonly what: string;
  readonly sent: string;
  readonly written: string;
  /** The beginning of an escape. The digits of a character's octet follow it nowhere else in a base string. */
  readonly prefix: "%" | "%25";
}

/** The first character whose count in a part differs from the count of its escapes. */
function differingEscape(
  characters: string,
  { what, sent, written, prefix }: Part,
  baseString: string,
): Unequal | undefined {
  for (const character of characters) {
    const escaped = prefix + character.charCodeAt(0).toString(16).toUpperCase();
    const [expected, actual] = [sent.split(character).length - 1, written.split(escaped).length - 1];
    if (expected === actual) continue;
    const texts = {
      expected: `${expected} × ${escaped} in ${what}`,
      actual: `${actual} × ${escaped} in ${baseString}`,
    };
    return { stage: "base-string", ...texts };
  }
  return undefined;
}

function compare(one: string, other: string): number {
  return compareOctets(UTF8.encode(one), UTF8.encode(other));
}

function wrongOrder(one: string, two: string, baseString: string): Unequal {
  return { stage: "base-string", expected: `${two} before ${one}`, actual: `${one} before ${two} in ${baseString}` };
}

/** The same request, with each list of parameters in the reverse order. */
function reversed(input: InputOf<"sign">): InputOf<"sign"> {
  const pairs = withLists(input, (given) => given.toReversed(), reversedPieces);
  return withQuery(pairs, reversedPieces) as InputOf<"sign">;
}

function reversedPieces(encoded: string): string {
  return encoded.split("&").reverse().join("&");
}

/** The parameters without nonce and timestamp, which a signer may choose. */
function withoutChosen(parameters: readonly SentParameter[]): string {
  const kept = parameters.filter(({ name }) => name !== "oauth_nonce" && name !== "oauth_timestamp");
  return kept.map(({ name, value }) => `${name}%3D${value}`).join("%26");
}
