/** The signature base string: method, base string URI and parameter string (RFC 5849 3.4.1.1). */

import { toOctets } from "./octets.ts";
import type { BaseStringInput, Stages } from "./stages.ts";

/**
 * The HTTP method in upper case. Only ASCII letters change: "ı" is not a lower-case "I" on the wire.
 *
 * @returns the method, not yet percent-encoded
 */
export function method(name: string): string {
  return name.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * The three pieces, each percent-encoded, joined by "&".
 *
 * @throws Error if a piece contains a lone surrogate
 */
export function baseString(input: BaseStringInput, stages: Stages): string {
  return [stages.method(input.method), input.baseStringUri, input.parameterString]
    .map((piece) => stages.percentEncode(toOctets(piece)))
    .join("&");
}
