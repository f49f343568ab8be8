/**
 * Reading and writing application/x-www-form-urlencoded (RFC 5849 3.4.1.3.1 and 3.5.2).
 *
 * @module
 */

import { latin1Octets, latin1Text } from "../platform/index.ts";
import type { OctetPair } from "./octets.ts";
import { toOctets } from "./octets.ts";
import type { Stages } from "./stages.ts";

/**
 * Decodes a query or a form body into pairs, in order.
 *
 * Pieces lie between "&"; empty pieces are skipped; the first "=" separates name and value, without one the value is
 * empty; "+" is a space; malformed escapes, ";", "?" and further "=" are literal.
 *
 * @param encoded text (its UTF-8 octets count) or octets
 * @throws Error if the text holds a lone surrogate
 * @example
 * decodeForm("c2&a3=2+q", specification); // pairs "c2", "" and "a3", "2 q", as octets
 */
export function decodeForm(encoded: string | Uint8Array, stages: Stages): OctetPair[] {
  // Latin-1 makes one character of each octet, so that splitting is plain and no octet is lost.
  const text = latin1Text(toOctets(encoded));
  const decode = (piece: string): Uint8Array =>
    stages.percentDecode(Uint8Array.from(latin1Octets(piece.replaceAll("+", " "))));
  return text
    .split("&")
    .filter((piece) => piece !== "")
    .map((piece) => {
      const equals = piece.indexOf("=");
      if (equals === -1) return [decode(piece), decode("")];
      return [decode(piece.slice(0, equals)), decode(piece.slice(equals + 1))];
    });
}

/**
 * Writes pairs as a form, in order, percent-encoded as in RFC 5849 3.6: a space is "%20", which every form reader
 * takes.
 *
 * @example
 * encodeForm(toOctetPairs([["a3", "2 q"]]), specification); // "a3=2%20q"
 */
export function encodeForm(pairs: readonly OctetPair[], stages: Stages): string {
  return pairs.map((pair) => pair.map(stages.encodeForSending).join("=")).join("&");
}
