/**
 * The protocol parameters (RFC 5849 3.1): found in one place only, each once.
 *
 * @module
 */

import type { OctetText } from "../oauth1/index.ts";
import { orderOf } from "../oauth1/parameters.ts";
import type { ReceivedParameter } from "../oauth1/received-parameters.ts";
import type { Parameters } from "./parameters.ts";
import { quote } from "./quote.ts";
import type { RefusalCode } from "./refusals.ts";
import { found, type Problems } from "./verdicts.ts";

/** The protocol parameters of a request. */
export interface ProtocolParameters {
  /** By name, all of them text. */
  readonly values: ReadonlyMap<string, string>;
  /** Whether the body repeats what the header says, and so must not be counted a second time. */
  readonly repeatedInBody: boolean;
  /** Where they stand. */
  readonly place: Place;
}

/** All names that begin so belong to the protocol, known or not. */
const PREFIX = "oauth_";
const ORDER = orderOf(PREFIX);

/** Whether a parameter belongs to the protocol. */
export function isProtocolParameter({ name, order }: ReceivedParameter): boolean {
  return order === ORDER && name.startsWith(PREFIX);
}

/** What to say of a value that is no text, by where it stands. */
const NOT_TEXT: Readonly<Record<Place, RefusalCode>> = {
  header: "authorization-malformed",
  body: "body-malformed",
  query: "url-malformed",
};

/** The three places a parameter can stand in. */
export type Place = "header" | "body" | "query";

/** Finds them. */
export function readProtocolParameters(
  parameters: Parameters,
  allowHeaderAndBody: boolean,
  problems: Problems,
): ProtocolParameters | undefined {
  const before = problems.length;
  const places: Place[] = [];
  if (parameters.header.some(isProtocolParameter)) places.push("header");
  if (parameters.body.some(isProtocolParameter)) places.push("body");
  if (parameters.query.some(isProtocolParameter)) places.push("query");
  const place = places[0];
  if (place === undefined) {
    return found(problems, "protocol-parameters-missing", "there are no OAuth 1.0 protocol parameters");
  }
  const repeatedInBody = allowHeaderAndBody && places.length === 2 && place === "header" && places[1] === "body";
  if (places.length > 1 && !repeatedInBody) {
    found(problems, "protocol-parameters-in-two-places", `protocol parameters stand in ${places.join(" and ")}`);
  }
  const values = collect(parameters[place], place, problems);
  if (repeatedInBody) checkRepetition(collect(parameters.body, "body", problems), values, problems);
  return problems.length > before
    ? undefined
    : { values: values as ReadonlyMap<string, string>, repeatedInBody, place };
}

function collect(
  pairs: readonly ReceivedParameter[],
  place: Place,
  problems: Problems,
): ReadonlyMap<string, OctetText> {
  const values = new Map<string, OctetText>();
  for (const pair of pairs) {
    if (!isProtocolParameter(pair)) continue;
    const { name, decodedValue: value } = pair;
    const before = values.size;
    values.set(name, value);
    if (values.size === before) {
      found(problems, "parameter-duplicated", `${quote(name)} stands more than once in the ${place}`);
    } else if (typeof value !== "string") {
      found(problems, NOT_TEXT[place], `the value of ${quote(name)} in the ${place} is not UTF-8`);
    }
  }
  return values;
}

/** The gateway's habit: the body repeats what the header says, and leaves the signature to the header. */
function checkRepetition(
  inBody: ReadonlyMap<string, OctetText>,
  inHeader: ReadonlyMap<string, OctetText>,
  problems: Problems,
): void {
  for (const [name, value] of inBody) {
    if (name !== "oauth_signature" && value === inHeader.get(name)) continue;
    const message = `${quote(name)} stands in the body otherwise than in the header`;
    found(problems, "protocol-parameters-in-two-places", message);
  }
}
