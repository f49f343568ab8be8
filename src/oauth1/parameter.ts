/** Request parameters (RFC 5849 3.4.1.3), as all steps use them. */

import { kindOf, OAuth1Error } from "./errors.ts";
import type { NameValue } from "./form.ts";
import { type OctetText, percentEncode } from "./percent-encoding.ts";

/** The place of a parameter (RFC 5849 3.4.1.3.1): the query of the URL, the Authorization header, or a form body. */
export type ParameterOrigin = "query" | "header" | "body";

/** A decoded parameter. `Text` is `Uint8Array` if every name and value is kept as octets. */
export interface Parameter<Text extends OctetText = OctetText> {
  readonly name: Text;
  readonly value: Text;
  readonly origin: ParameterOrigin;
}

/** A parameter, also percent-encoded. */
export interface EncodedParameter extends Parameter {
  readonly encodedName: string;
  readonly encodedValue: string;
}

/** Percent-encodes a decoded name and value (RFC 5849 3.6). */
export function encodeParameter(name: OctetText, value: OctetText, origin: ParameterOrigin): EncodedParameter {
  return { name, value, origin, encodedName: percentEncode(name), encodedValue: percentEncode(value) };
}

/** Percent-encodes decoded pairs, in order. */
export function encodeParameters(pairs: Iterable<NameValue>, origin: ParameterOrigin): EncodedParameter[] {
  if (typeof pairs?.[Symbol.iterator] !== "function") {
    throw new OAuth1Error("parameter-malformed", `expected [name, value] pairs, got ${kindOf(pairs)}`);
  }
  const parameters: EncodedParameter[] = [];
  for (const pair of pairs) parameters.push(encodeParameter(pair[0], pair[1], origin));
  return parameters;
}

/** Whether the name begins with `oauth_`: such names are reserved for the protocol (RFC 5849 3.1). */
export function isProtocolParameter({ encodedName }: EncodedParameter): boolean {
  return encodedName.startsWith("oauth_");
}
