/** Percent-encodes and decodes octets (RFC 5849 3.6). */

import { toOctets, toText } from "./octets.ts";

const UNRESERVED_RE = /^[A-Za-z0-9\-._~]$/; // RFC 3986 2.3
const PERCENT = 0x25;
const HEX_PAIR_RE = /^[0-9A-Fa-f]{2}$/;

/** The encoded text of each octet. */
const ENCODED: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return UNRESERVED_RE.test(character) ? character : escapeOctet(octet);
});

/**
 * Percent-encodes octets. Unreserved characters stay; every other octet becomes "%" and two upper-case hex digits.
 */
export function percentEncode(octets: Uint8Array): string {
  let encoded = "";
  for (const octet of octets) encoded += ENCODED[octet]!;
  return encoded;
}

export function escapeOctet(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Decodes percent-encoding: "%" and two hex digits of either case become one octet. Everything else stays: a "+" is a
 * plus, and a "%" without two hex digits is literal.
 *
 * @throws Error if a text contains a lone surrogate
 */
export function percentDecode(encoded: string | Uint8Array): Uint8Array {
  const octets = toOctets(encoded);
  if (!octets.includes(PERCENT)) return octets;
  const decoded: number[] = [];
  for (let at = 0; at < octets.length; at += 1) {
    const pair = octets[at] === PERCENT ? pairAt(octets, at + 1) : "";
    if (HEX_PAIR_RE.test(pair)) {
      decoded.push(Number.parseInt(pair, 16));
      at += 2;
    } else {
      decoded.push(octets[at]!);
    }
  }
  return Uint8Array.from(decoded);
}

/** The text of a percent-encoded text; octets that are not UTF-8 become U+FFFD. */
export function decodedText(encoded: string): string {
  return toText(percentDecode(encoded));
}

function pairAt(octets: Uint8Array, at: number): string {
  return String.fromCharCode(...octets.subarray(at, at + 2));
}
