/**
 * The protocol parameters (RFC 5849 3.1): found in one place only, each once.
 *
 * @module
 */

import type { ReceivedParameter } from "../oauth1/received-parameters.ts";
import { firstDuplicate, type Parameters } from "./parameters.ts";
import { quote } from "./quote.ts";
import type { RefusalCode } from "./refusals.ts";
import type { ParameterOrigin } from "./types.ts";
import { found, type Problems } from "./verdicts.ts";

/** The protocol parameters of a request. */
export interface ProtocolParameters {
  readonly values: ProtocolValues;
  /** Whether the body repeats what the header says, and so must not be counted a second time. */
  readonly repeatedInBody: boolean;
}

/** What those parameters say that a verifier looks at; `undefined` for what is not there. */
export interface ProtocolValues {
  consumerKey: string | undefined;
  token: string | undefined;
  signatureMethod: string | undefined;
  signature: string | undefined;
  timestamp: string | undefined;
  nonce: string | undefined;
  version: string | undefined;
  bodyHash: string | undefined;
}

/** What to say of a value that is no text, by where it stands. */
const NOT_TEXT: Readonly<Record<ParameterOrigin, RefusalCode>> = {
  header: "authorization-malformed",
  body: "body-malformed",
  query: "url-malformed",
};

/** Where they are looked for, the place that counts first. */
const PLACES: readonly ParameterOrigin[] = ["header", "body", "query"];

/** Finds them. */
export function readProtocolParameters(
  { list, sorted }: Parameters,
  allowHeaderAndBody: boolean,
  problems: Problems,
): ProtocolParameters | undefined {
  // What is laid out like a request that was accepted has nothing twice, and in one place only.
  if (sorted !== undefined) return { values: valuesOf(list), repeatedInBody: false };
  const before = problems.length;
  const standing = byPlace(list);
  const places = PLACES.filter((place) => standing[place].length > 0);
  const place = places[0];
  if (place === undefined) {
    return found(problems, "protocol-parameters-missing", "there are no OAuth 1.0 protocol parameters");
  }
  const repeatedInBody = allowHeaderAndBody && places.length === 2 && place === "header" && places[1] === "body";
  if (places.length > 1 && !repeatedInBody) {
    found(problems, "protocol-parameters-in-two-places", `protocol parameters stand in ${places.join(" and ")}`);
  }
  check(standing[place], place, problems);
  if (repeatedInBody) checkRepetition(standing.body, standing.header, problems);
  return problems.length > before ? undefined : { values: valuesOf(standing[place]), repeatedInBody };
}

type ByPlace = Readonly<Record<ParameterOrigin, ReceivedParameter[]>>;

function byPlace(list: readonly ReceivedParameter[]): ByPlace {
  const places: ByPlace = { header: [], body: [], query: [] };
  for (let index = 0; index < list.length; index++) {
    const parameter = list[index]!;
    if (parameter.name.isProtocol) places[parameter.name.origin].push(parameter);
  }
  return places;
}

/** Each once, and all of them text. The header was read with nothing in it twice. */
function check(parameters: readonly ReceivedParameter[], place: ParameterOrigin, problems: Problems): void {
  const twice = place === "header" ? undefined : firstDuplicate(parameters);
  if (twice !== undefined) {
    found(problems, "parameter-duplicated", `${quote(twice)} stands more than once in the ${place}`);
  }
  for (let index = 0; index < parameters.length; index++) {
    const { name, value } = parameters[index]!;
    if (typeof value === "string") continue;
    found(problems, NOT_TEXT[place], `the value of ${quote(name.encoded)} in the ${place} is not UTF-8`);
  }
}

/** Of parameters that were checked. */
function valuesOf(parameters: readonly ReceivedParameter[]): ProtocolValues {
  const values: ProtocolValues = {
    consumerKey: undefined,
    token: undefined,
    signatureMethod: undefined,
    signature: undefined,
    timestamp: undefined,
    nonce: undefined,
    version: undefined,
    bodyHash: undefined,
  };
  for (let index = 0; index < parameters.length; index++) {
    const { name, value } = parameters[index]!;
    if (name.isProtocol) setValue(values, name.encoded, value as string);
  }
  return values;
}

function setValue(values: ProtocolValues, name: string, value: string): void {
  switch (name) {
    case "oauth_consumer_key":
      values.consumerKey = value;
      break;
    case "oauth_token":
      values.token = value;
      break;
    case "oauth_signature_method":
      values.signatureMethod = value;
      break;
    case "oauth_signature":
      values.signature = value;
      break;
    case "oauth_timestamp":
      values.timestamp = value;
      break;
    case "oauth_nonce":
      values.nonce = value;
      break;
    case "oauth_version":
      values.version = value;
      break;
    case "oauth_body_hash":
      values.bodyHash = value;
      break;
  }
}

/** The gateway's habit: the body repeats what the header says, and leaves the signature to the header. */
function checkRepetition(
  inBody: readonly ReceivedParameter[],
  inHeader: readonly ReceivedParameter[],
  problems: Problems,
): void {
  const said = new Map(inHeader.map(({ name, value }) => [name.encoded, value]));
  check(inBody, "body", problems);
  for (const { name, value } of inBody) {
    if (name.encoded !== "oauth_signature" && value === said.get(name.encoded)) continue;
    const message = `${quote(name.encoded)} stands in the body otherwise than in the header`;
    found(problems, "protocol-parameters-in-two-places", message);
  }
}
