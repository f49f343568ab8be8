/**
 * What the signature of a received request covers (RFC 5849 3.4.1.3.1), and what of it the application gets.
 *
 * @module
 */

import { type EncodedParameter, isProtocolParameter, type Parameter } from "../oauth1/parameter.ts";
import type { Parameters } from "./parameters.ts";
import type { ProtocolParameters } from "./protocol-parameters.ts";

/** The parameters that the signature covers, in order: all but the signature itself and what the body repeats. */
export function coveredBy({ list }: Parameters, { repeatedInBody }: ProtocolParameters): readonly EncodedParameter[] {
  return list.filter((parameter) => {
    const isRepetition = repeatedInBody && parameter.origin === "body" && isProtocolParameter(parameter);
    return parameter.encodedName !== "oauth_signature" && !isRepetition;
  });
}

/** The same parameters for the application: decoded, those of the body by its charset. */
export function coveredParameters(
  covered: readonly EncodedParameter[],
  { redecode }: Parameters,
): readonly Parameter[] {
  return covered.map(({ name, value, origin }) =>
    origin === "body" ? { name: redecode(name), value: redecode(value), origin } : { name, value, origin },
  );
}
