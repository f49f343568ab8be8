/**
 * Text from outside, in messages for the operator.
 *
 * @module
 */

import { quote as quoteText } from "../oauth1/errors.ts";

/** Quotes what a client sent: what cannot be seen escaped, at most 60 characters; of octets, the number alone. */
export function quote(value: string | Uint8Array): string {
  return typeof value === "string" ? quoteText(value) : `${value.length} octets that are not UTF-8`;
}
