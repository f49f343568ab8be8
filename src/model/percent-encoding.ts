/**
 * Percent-encoding and decoding of octets (RFC 5849 3.6).
 *
 * @module
 */

import { toOctets } from "./octets.ts";

const UNRESERVED_RE = /^[A-Za-z0-9\-._~]$/; // RFC 3986 2.3
const PERCENT = 0x25;
const HEX_PAIR_RE = /^[0-9A-Fa-f]{2}$/;

/** Each octet as it is encoded. */
const ENCODED: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return UNRESERVED_RE.test(character) ? character : escapeOctet(octet);
});

/**
 * Percent-encodes octets: the unreserved characters stay, every other octet becomes "%" and two upper-case hex digits.
 *
 * @param octets raw octets, of whatever encoding
 * @returns ASCII text
 * @example
 * percentEncode(toOctets("r b~é")); // "r%20b~%C3%A9"
 */
export function percentEncode(octets: Uint8Array): string {
  let encoded = "";
  for (const octet of octets) encoded += ENCODED[octet]!;
  return encoded;
}

/** One octet as "%" and two upper-case hex digits. */
export function escapeOctet(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Decodes percent-encoding: "%" and two hex digits of either case become one octet, all else stays.
 *
 * A "+" is a plus here. A "%" that two hex digits do not follow is a literal "%".
 *
 * @param encoded text (its UTF-8 octets count) or octets
 * @returns octets, not necessarily UTF-8
 * @throws Error if the text holds a lone surrogate
 * @example
 * percentDecode("r%20b+%ff"); // the octets of "r b+" and 0xff
 */
export function percentDecode(encoded: string | Uint8Array): Uint8Array {
  const octets = toOctets(encoded);
  if (!octets.includes(PERCENT)) return octets;
  const decoded: number[] = [];
  for (let at = 0; at < octets.length; at += 1) {
    const hex = octets[at] === PERCENT ? String.fromCharCode(...octets.subarray(at + 1, at + 3)) : "";
    if (hex !== "" && HEX_PAIR_RE.test(hex)) {
      decoded.push(Number.parseInt(hex, 16));
      at += 2;
    } else {
      decoded.push(octets[at]!);
    }
  }
  return Uint8Array.from(decoded);
}
