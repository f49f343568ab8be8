/**
 * Properties of the text of a base string: how its characters are encoded, and in which order its parameters are. They are
 * checked against the names and values of the request, not by comparing with the model.
 */

import { compareOctets } from "../../model/index.ts";
import type { Ask } from "../vectors/answer.ts";
import type { InputOf, NameValue } from "../vectors/input.ts";
import { fullProtocolParameters } from "../vectors/signing-input.ts";
import { requestWithOrder, requestWithReserved, requestWithSpaces } from "./base-string-text-generators.ts";
import { inputJson, NotOffered, type Property, property, signedBy, stagesOf, type Unequal } from "./property.ts";
import { type SentParameter, sentParameters } from "./sent-parameters.ts";
import { RESERVED } from "./url-generators.ts";

const UTF8 = new TextEncoder();

export const spaceIs2520: Property = property({
  id: "space-is-2520",
  statement:
    "A space in a name or a value of query, form or protocol parameters is %2520 in the base string, never + or %20.",
  rules: [
    ...["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-2", "rfc5849-3.4.1.3.1-3"],
    ...["rfc5849-3.4.1.3.2-1", "rfc5849-3.6-3"],
  ],
  operations: ["sign"],
  requiresAnswers: false,
  cases: requestWithSpaces,
  json: inputJson("sign"),
  async check(input, ask) {
    const { baseString, signed } = await baseStringOf(ask, input);
    return parameterEscapes(" ", signed, baseString);
  },
});

export const reservedCharactersAreEncodedTwice: Property = property({
  id: "reserved-characters-are-encoded-twice",
  statement:
    "In the base string, a reserved character is encoded exactly twice in a name or a value, and once in the method and the base string URI.",
  rules: ["rfc5849-3.4.1.1-1", "rfc5849-3.4.1.2-3", "rfc5849-3.4.1.3.2-1", "rfc5849-3.6-3"],
  operations: ["sign"],
  requiresAnswers: false,
  cases: requestWithReserved,
  json: inputJson("sign"),
  async check(input, ask) {
    const { baseString, signed } = await baseStringOf(ask, input);
    const [method = "", uri = ""] = baseString.split("&");
    const [url = ""] = signed.request.url.split(/[?#]/);
    const { method: sentMethod } = signed.request;
    return (
      parameterEscapes(RESERVED, signed, baseString) ??
      differingEscape(RESERVED, { what: "the method", sent: sentMethod, written: method, prefix: "%" }, baseString) ??
      differingEscape(RESERVED, { what: "the URI", sent: url, written: uri, prefix: "%" }, baseString)
    );
  },
});

export const orderIsByOctets: Property = property({
  id: "order-is-by-octets",
  statement:
    "Parameters are ordered by the octets of their encoded names, then of their encoded values, whatever the order of arrival.",
  rules: ["rfc5849-3.4.1.3.2-1", "rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3"],
  operations: ["sign"],
  requiresAnswers: false,
  cases: requestWithOrder,
  json: inputJson("sign"),
  async check(input, ask) {
    const { baseString } = await baseStringOf(ask, input);
    const { baseString: ofReversed } = await baseStringOf(ask, reversed(input));
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

/** The base string as the signer shows it, or as it computes it for the request that it has signed. */
async function baseStringOf(
  ask: Ask,
  input: InputOf<"sign">,
): Promise<{ readonly baseString: string; readonly signed: InputOf<"sign"> }> {
  const { stages, input: signed } = await signedBy(ask, input);
  const shown = stages["base-string"];
  if (typeof shown === "string") return { baseString: shown, signed };
  if (signed.signatureMethod === "PLAINTEXT") throw new NotOffered("PLAINTEXT has no base string");
  const question = { request: signed.request, protocolParameters: fullProtocolParameters(signed) };
  const asked = await stagesOf(ask, { operation: "base-string", ...question });
  return { baseString: String(asked["base-string"]), signed };
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
  /** The beginning of an escape. In no other text of a base string does the octet of a character follow it. */
  readonly prefix: "%" | "%25";
}

/** The first character that a part does not contain as often as its escape is written. */
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
  const { request, protocolParameters } = input;
  const { url, form, formEncoded } = request;
  return {
    ...input,
    request: {
      ...request,
      url: url.replace(/(?<=\?)[^#]*/, reversedPieces),
      ...(form && { form: form.toReversed() }),
      ...(formEncoded !== undefined && { formEncoded: reversedPieces(formEncoded) }),
    },
    ...(protocolParameters && { protocolParameters: protocolParameters.toReversed() as NameValue[] }),
  };
}

function reversedPieces(encoded: string): string {
  return encoded.split("&").reverse().join("&");
}

/** The parameters without those that a signer may choose for each request. */
function withoutChosen(parameters: readonly SentParameter[]): string {
  const kept = parameters.filter(({ name }) => name !== "oauth_nonce" && name !== "oauth_timestamp");
  return kept.map(({ name, value }) => `${name}%3D${value}`).join("%26");
}
