/**
 * The signature base string of a received request (RFC 5849 3.4.1), and with it what the signature covers.
 *
 * @module
 */

import { upperCase } from "../oauth1/base-string.ts";
import { percentEncode } from "../oauth1/index.ts";
import type { ParameterReader, ReceivedParameter } from "../oauth1/received-parameters.ts";
import type { Parameters } from "./parameters.ts";
import type { ProtocolParameters } from "./protocol-parameters.ts";
import type { CoveredParameter } from "./types.ts";

/** The parameters that the signature covers, in order: all but the signature itself and what the body repeats. */
export function coveredBy({ list }: Parameters, { repeatedInBody }: ProtocolParameters): readonly ReceivedParameter[] {
  const covered: ReceivedParameter[] = [];
  for (let index = 0; index < list.length; index++) {
    const { name } = list[index]!;
    const isRepetition = repeatedInBody && name.origin === "body" && name.isProtocol;
    if (name.encoded !== "oauth_signature" && !isRepetition) covered.push(list[index]!);
  }
  return covered;
}

/**
 * The base string, made of the covered parameters themselves, so that what is signed is what is handed on.
 *
 * @param uri - the base string URI, encoded as the base string holds it
 * @param covered - is sorted in place
 */
export function baseStringOf(
  method: string,
  uri: Uint8Array,
  covered: ReceivedParameter[],
  reader: ParameterReader,
): Buffer {
  return reader.baseString(encodedMethod(method), uri, covered);
}

const GET = Buffer.from("GET", "latin1");
const POST = Buffer.from("POST", "latin1");

function encodedMethod(method: string): Uint8Array {
  if (method === "POST") return POST;
  if (method === "GET") return GET;
  return Buffer.from(percentEncode(upperCase(method)), "latin1");
}

/** The same parameters for the application. */
export function coveredParameters(
  covered: readonly ReceivedParameter[],
  { redecode }: Parameters,
): readonly CoveredParameter[] {
  return covered.map(({ name: { decoded, origin }, value }) =>
    origin === "body" ? { name: redecode(decoded), value: redecode(value), origin } : { name: decoded, value, origin },
  );
}
