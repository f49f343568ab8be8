/**
 * The protocol parameters (RFC 5849 3.1): found in one place only, each once.
 *
 * @module
 */

import { type EncodedParameter, isProtocolParameter, type ParameterOrigin } from "../oauth1/parameter.ts";
import { firstDuplicate, type Parameters } from "./parameters.ts";
import { quote } from "./quote.ts";
import type { RejectionCode } from "./rejections.ts";
import { addProblem, type Problems } from "./verdicts.ts";

/** The protocol parameters of a request. */
export interface ProtocolParameters {
  readonly values: ProtocolValues;
  /** Whether the body repeats what the header says, and so must not be counted a second time. */
  readonly repeatedInBody: boolean;
}

/** What those parameters say that a verifier looks at; `undefined` for what is not there. */
export interface ProtocolValues {
  readonly consumerKey: string | undefined;
  readonly token: string | undefined;
  readonly signatureMethod: string | undefined;
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly nonce: string | undefined;
  readonly version: string | undefined;
  readonly bodyHash: string | undefined;
}

/** What to say of a value that is no text, by where it stands. */
const NOT_TEXT: Readonly<Record<ParameterOrigin, RejectionCode>> = {
  header: "authorization-malformed",
  body: "body-malformed",
  query: "url-malformed",
};

/** Where they are looked for, the place that counts first. */
const PLACES: readonly ParameterOrigin[] = ["header", "body", "query"];

/** Finds them. */
export function readProtocolParameters(
  { list }: Parameters,
  allowHeaderAndBody: boolean,
  problems: Problems,
): ProtocolParameters | undefined {
  const before = problems.length;
  const standing = byPlace(list);
  const places = PLACES.filter((place) => standing[place].length > 0);
  const place = places[0];
  if (place === undefined) {
    return addProblem(problems, "protocol-parameters-missing", "there are no OAuth 1.0 protocol parameters");
  }
  const repeatedInBody = allowHeaderAndBody && places.length === 2 && place === "header" && places[1] === "body";
  if (places.length > 1 && !repeatedInBody) {
    addProblem(problems, "protocol-parameters-in-two-places", `protocol parameters stand in ${places.join(" and ")}`);
  }
  check(standing[place], place, problems);
  if (repeatedInBody) checkRepetition(standing.body, standing.header, problems);
  return problems.length > before ? undefined : { values: valuesOf(standing[place]), repeatedInBody };
}

type ByPlace = Readonly<Record<ParameterOrigin, EncodedParameter[]>>;

function byPlace(list: readonly EncodedParameter[]): ByPlace {
  const places: ByPlace = { header: [], body: [], query: [] };
  for (const parameter of list) if (isProtocolParameter(parameter)) places[parameter.origin].push(parameter);
  return places;
}

/** Each once, and all of them text. Repeated names in the header were found when it was read. */
function check(parameters: readonly EncodedParameter[], place: ParameterOrigin, problems: Problems): void {
  const twice = place === "header" ? undefined : firstDuplicate(parameters);
  if (twice !== undefined) {
    addProblem(problems, "parameter-duplicated", `${quote(twice)} stands more than once in the ${place}`);
  }
  for (const { encodedName, value } of parameters) {
    if (typeof value === "string") continue;
    addProblem(problems, NOT_TEXT[place], `the value of ${quote(encodedName)} in the ${place} is not UTF-8`);
  }
}

/** Of parameters that were checked: each once, with text as value. */
function valuesOf(parameters: readonly EncodedParameter[]): ProtocolValues {
  const textOf = (name: string): string | undefined =>
    parameters.find(({ encodedName }) => encodedName === name)?.value as string | undefined;
  return {
    consumerKey: textOf("oauth_consumer_key"),
    token: textOf("oauth_token"),
    signatureMethod: textOf("oauth_signature_method"),
    signature: textOf("oauth_signature"),
    timestamp: textOf("oauth_timestamp"),
    nonce: textOf("oauth_nonce"),
    version: textOf("oauth_version"),
    bodyHash: textOf("oauth_body_hash"),
  };
}

/** The gateway's habit: the body repeats what the header says, and leaves the signature to the header. */
function checkRepetition(
  inBody: readonly EncodedParameter[],
  inHeader: readonly EncodedParameter[],
  problems: Problems,
): void {
  const header = new Map(inHeader.map(({ encodedName, value }) => [encodedName, value]));
  check(inBody, "body", problems);
  for (const { encodedName, value } of inBody) {
    if (encodedName !== "oauth_signature" && value === header.get(encodedName)) continue;
    const message = `${quote(encodedName)} stands in the body otherwise than in the header`;
    addProblem(problems, "protocol-parameters-in-two-places", message);
  }
}
