/**
 * The signature base string of a received request (RFC 5849 3.4.1), and with it what the signature covers.
 *
 * @module
 */

import { upperCase } from "../oauth1/base-string.ts";
import { percentEncode } from "../oauth1/index.ts";
import type { ParameterReader, ReceivedParameter } from "../oauth1/received-parameters.ts";
import type { Parameters } from "./parameters.ts";
import { isProtocolParameter, type ProtocolParameters } from "./protocol-parameters.ts";
import type { CoveredParameter, ParameterOrigin } from "./types.ts";

/** The parameters that the signature covers, by place and in order. */
export interface Covered {
  readonly query: readonly ReceivedParameter[];
  readonly header: readonly ReceivedParameter[];
  readonly body: readonly ReceivedParameter[];
}

/** Leaves out the signature itself and, where the body repeats the header, the repetition. */
export function coveredBy(parameters: Parameters, { place, repeatedInBody }: ProtocolParameters): Covered {
  const { query, header, body } = parameters;
  return {
    query: place === "query" ? withoutSignature(query) : query,
    header: place === "header" ? withoutSignature(header) : header,
    body: repeatedInBody
      ? body.filter((pair) => !isProtocolParameter(pair))
      : place === "body"
        ? withoutSignature(body)
        : body,
  };
}

/** It stands there once, since nothing of the protocol may stand twice. */
function withoutSignature(pairs: readonly ReceivedParameter[]): readonly ReceivedParameter[] {
  return pairs.toSpliced(pairs.findIndex(isSignature), 1);
}

function isSignature({ name }: ReceivedParameter): boolean {
  return name === "oauth_signature";
}

/**
 * The base string, made of the covered parameters themselves, so that what is signed is what is handed on.
 *
 * @param uri - the base string URI, encoded as the base string holds it
 */
export function baseStringOf(
  method: string,
  uri: string,
  { query, header, body }: Covered,
  reader: ParameterReader,
): Buffer {
  return reader.baseString(`${percentEncode(upperCase(method))}&${uri}&`, [...query, ...header, ...body]);
}

/** The same parameters for the application. */
export function coveredParameters({ query, header, body }: Covered, { redecode }: Parameters): CoveredParameter[] {
  const list: CoveredParameter[] = [];
  addAll(list, query, "query");
  addAll(list, header, "header");
  for (const { decodedName, decodedValue } of body) {
    list.push({ name: redecode(decodedName), value: redecode(decodedValue), origin: "body" });
  }
  return list;
}

function addAll(list: CoveredParameter[], pairs: readonly ReceivedParameter[], origin: ParameterOrigin): void {
  for (const { decodedName, decodedValue } of pairs) list.push({ name: decodedName, value: decodedValue, origin });
}
