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
import type { CoveredParameter } from "./types.ts";

/** The parameters that the signature covers, in order: all but the signature itself and what the body repeats. */
export function coveredBy({ list }: Parameters, { repeatedInBody }: ProtocolParameters): readonly ReceivedParameter[] {
  const covered: ReceivedParameter[] = [];
  for (let index = 0; index < list.length; index++) {
    const parameter = list[index]!;
    const isRepetition = repeatedInBody && parameter.origin === "body" && isProtocolParameter(parameter);
    if (parameter.name !== "oauth_signature" && !isRepetition) covered.push(parameter);
  }
  return covered;
}

/**
 * The base string, made of the covered parameters themselves, so that what is signed is what is handed on.
 *
 * @param uri - the base string URI, encoded as the base string holds it
 */
export function baseStringOf(
  method: string,
  uri: string,
  covered: readonly ReceivedParameter[],
  reader: ParameterReader,
): Buffer {
  return reader.baseString(`${percentEncode(upperCase(method))}&${uri}&`, covered.slice());
}

/** The same parameters for the application. */
export function coveredParameters(
  covered: readonly ReceivedParameter[],
  { redecode }: Parameters,
): readonly CoveredParameter[] {
  return covered.map(({ decodedName, decodedValue, origin }) =>
    origin === "body"
      ? { name: redecode(decodedName), value: redecode(decodedValue), origin }
      : { name: decodedName, value: decodedValue, origin },
  );
}
