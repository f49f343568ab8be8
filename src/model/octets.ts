/**
 * Text to octets and back: RFC 5849 3.6 encodes octets, and text stands for its UTF-8.
 *
 * @module
 */

import type { Octets, Pair } from "./types.ts";

/** A decoded name and value, both as octets. */
export type OctetPair = readonly [name: Octets, value: Octets];

const UTF8 = new TextEncoder();

/** Under the u flag a surrogate matches only where its other half is missing. */
const LONE_SURROGATE_RE = /\p{Surrogate}/u;

/**
 * The UTF-8 octets of a text (RFC 5849 3.6, step 1); octets pass through unchanged.
 *
 * @param input text, or octets
 * @returns octets
 * @throws Error if the text holds a lone surrogate: no UTF-8 exists for it
 * @example
 * toOctets("é"); // Uint8Array [0xc3, 0xa9]
 */
export function toOctets(input: string | Octets): Octets {
  if (typeof input !== "string") return input;
  if (LONE_SURROGATE_RE.test(input)) throw new Error("text holds a lone surrogate, which has no UTF-8 octets");
  return UTF8.encode(input);
}

/**
 * A text for people and for comparing signatures: octets read as UTF-8, what is not UTF-8 becomes U+FFFD.
 *
 * Never used on the way to a base string, because it loses octets.
 *
 * @example
 * toText(new Uint8Array([0xc3, 0xa9])); // "é"
 */
export function toText(octets: Octets): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);
}

/**
 * Pairs as somebody wrote them down, as octet pairs in the same order.
 *
 * @throws Error if a text holds a lone surrogate
 * @example
 * toOctetPairs([["a", "b"]]); // [[Uint8Array [0x61], Uint8Array [0x62]]]
 */
export function toOctetPairs(pairs: readonly Pair[]): OctetPair[] {
  return pairs.map(([name, value]) => [toOctets(name), toOctets(value)]);
}

/**
 * Whether octets are exactly those given, or the UTF-8 of the text given.
 *
 * @example
 * sameOctets(toOctets("realm"), "realm"); // true
 */
export function sameOctets(octets: Octets, other: string | Octets): boolean {
  return Buffer.compare(octets, typeof other === "string" ? Buffer.from(other) : other) === 0;
}
