/**
 * Finds the protocol parameters (RFC 5849 3.1), which must be in one place only and occur once each, and selects the
 * parameters that the signature covers.
 */

import { quote } from "../oauth1/errors.ts";
import {
  type EncodedParameter,
  isProtocolParameter,
  type Parameter,
  type ParameterOrigin,
} from "../oauth1/parameter.ts";
import type { Transport } from "../oauth1/signer.ts";
import { firstDuplicate, type Parameters } from "./read-parameters.ts";
import { addProblem, type Problems } from "./rejections.ts";
import type { RejectionCode } from "./verdict.ts";

export interface ProtocolParameters {
  /** Each name occurs once, and each value is text. */
  readonly list: readonly EncodedParameter[];
  /** Whether the body repeats the header's parameters. The signature covers each once. */
  readonly repeatedInBody: boolean;
}

/** The value of a protocol parameter; `undefined` if it is absent. */
export function protocolValue({ list }: ProtocolParameters, name: string): string | undefined {
  return list.find(({ encodedName }) => encodedName === name)?.value as string | undefined;
}

/** The code for a value that is not UTF-8, by its place. */
const NOT_TEXT: Readonly<Record<ParameterOrigin, RejectionCode>> = {
  header: "authorization-malformed",
  body: "body-malformed",
  query: "url-malformed",
};

const PLACES: readonly ParameterOrigin[] = ["header", "body", "query"];

export function readProtocolParameters(
  { list }: Parameters,
  transports: readonly Transport[],
  problems: Problems,
): ProtocolParameters | undefined {
  const before = problems.length;
  const found = byPlace(list);
  const places = PLACES.filter((place) => found[place].length > 0);
  const place = places[0];
  if (place === undefined) {
    return addProblem(problems, "protocol-parameters-missing", "there are no OAuth 1.0 protocol parameters");
  }
  const isInHeaderAndBody = places.length === 2 && place === "header" && places[1] === "body";
  const repeatedInBody = isInHeaderAndBody && transports.includes("header-and-body");
  if (places.length > 1 && !repeatedInBody) {
    addProblem(problems, "protocol-parameters-in-two-places", `protocol parameters are in ${places.join(" and ")}`);
  }
  if (places.length === 1 && !transports.includes(place)) {
    const message = `protocol parameters are in the ${place}, expected ${transports.join(" or ")}`;
    addProblem(problems, "protocol-parameters-missing", message);
  }
  check(found[place], place, problems);
  if (repeatedInBody) checkRepetition(found.body, found.header, problems);
  return problems.length > before ? undefined : { list: found[place], repeatedInBody };
}

type ByPlace = Readonly<Record<ParameterOrigin, EncodedParameter[]>>;

function byPlace(list: readonly EncodedParameter[]): ByPlace {
  const places: ByPlace = { header: [], body: [], query: [] };
  for (const parameter of list) if (isProtocolParameter(parameter)) places[parameter.origin].push(parameter);
  return places;
}

/**
 * Checks that each name occurs once and each value is text. `readParameters` has already checked the header for repeated
 * names.
 */
function check(parameters: readonly EncodedParameter[], place: ParameterOrigin, problems: Problems): void {
  const twice = place === "header" ? undefined : firstDuplicate(parameters);
  if (twice !== undefined) {
    addProblem(problems, "parameter-duplicated", `${quote(twice)} is more than once in the ${place}`);
  }
  for (const { encodedName, value } of parameters) {
    if (typeof value === "string") continue;
    addProblem(problems, NOT_TEXT[place], `the value of ${quote(encodedName)} in the ${place} is not UTF-8`);
  }
}

/** With `header-and-body`: the body may repeat the header's parameters with equal values, but not the signature. */
function checkRepetition(
  inBody: readonly EncodedParameter[],
  inHeader: readonly EncodedParameter[],
  problems: Problems,
): void {
  const header = new Map(inHeader.map(({ encodedName, value }) => [encodedName, value]));
  check(inBody, "body", problems);
  for (const { encodedName, value } of inBody) {
    const isEqual = value === header.get(encodedName);
    if (encodedName !== "oauth_signature" && isEqual) continue;
    const other = header.has(encodedName)
      ? "in the body differs from the header"
      : "is in the body, but not in the header";
    const problem = isEqual ? "is in the header and in the body" : other;
    addProblem(problems, "protocol-parameters-in-two-places", `${quote(encodedName)} ${problem}`);
  }
}

/** What the signature covers (RFC 5849 3.4.1.3.1): everything except the signature and the repetitions in the body. */
export function coveredBy({ list }: Parameters, { repeatedInBody }: ProtocolParameters): readonly EncodedParameter[] {
  return list.filter((parameter) => {
    const isRepetition = repeatedInBody && parameter.origin === "body" && isProtocolParameter(parameter);
    return parameter.encodedName !== "oauth_signature" && !isRepetition;
  });
}

/** Like {@link coveredBy}, for the application: parameters of the body are decoded with its charset. */
export function coveredParameters(
  covered: readonly EncodedParameter[],
  { redecode }: Parameters,
): readonly Parameter[] {
  return covered.map(({ name, value, origin }) =>
    origin === "body" ? { name: redecode(name), value: redecode(value), origin } : { name, value, origin },
  );
}
