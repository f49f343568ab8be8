/**
 * Request parameters (RFC 5849 3.4.1.3): the shape in which every step takes and returns them.
 *
 * @module
 */

import { kindOf, OAuth1Error } from "./errors.ts";
import type { NameValue } from "./form.ts";
import { type OctetText, percentEncode } from "./percent-encoding.ts";

/** Where a parameter was sent (RFC 5849 3.4.1.3.1): the URL's query, the Authorization header, or a form-encoded body. */
export type ParameterOrigin = "query" | "header" | "body";

/** A parameter, decoded. `Text` is `Uint8Array` where every name and value is kept as octets. */
export interface Parameter<Text extends OctetText = OctetText> {
  readonly name: Text;
  readonly value: Text;
  readonly origin: ParameterOrigin;
}

/** A parameter, decoded and percent-encoded. */
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
  return Array.from(pairs, ([name, value]) => encodeParameter(name, value, origin));
}

/** Whether a name belongs to the protocol, known or not (RFC 5849 3.1). */
export function isProtocolParameter({ encodedName }: EncodedParameter): boolean {
  return encodedName.startsWith("oauth_");
}
