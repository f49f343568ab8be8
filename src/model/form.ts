/** Decodes and encodes application/x-www-form-urlencoded (RFC 5849 3.4.1.3.1 and 3.5.2). */

import { latin1Octets, latin1Text } from "../platform/index.ts";
import type { OctetPair } from "./octets.ts";
import { toOctets } from "./octets.ts";
import type { Stages } from "./stages.ts";

/**
 * Decodes a query or a form body into pairs, in order.
 *
 * "&" separates pairs, and empty pairs are skipped. The first "=" separates name and value; without "=", the value is empty.
 * "+" is a space. Malformed escapes, ";", "?" and further "=" are literal.
 *
 * @throws Error if a text contains a lone surrogate
 */
export function decodeForm(encoded: string | Uint8Array, stages: Stages): OctetPair[] {
  // Latin-1 has one character for each octet, so no octet is lost.
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

/** Encodes pairs as a form (RFC 5849 3.6). A space becomes "%20", which every form parser accepts. */
export function encodeForm(pairs: readonly OctetPair[], stages: Stages): string {
  return pairs.map((pair) => pair.map(stages.encodeForSending).join("=")).join("&");
}
