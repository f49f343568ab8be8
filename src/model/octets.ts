/**
 * Text to octets and back: RFC 5849 3.6 encodes octets, and text stands for its UTF-8.
 *
 * @module
 */

import type { NameValue } from "../oauth1/index.ts";
import { utf8Octets } from "../platform/index.ts";

/** A decoded name and value, both as octets. */
export type OctetPair = readonly [name: Uint8Array, value: Uint8Array];

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
export function toOctets(input: string | Uint8Array): Uint8Array {
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
export function toText(octets: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);
}

/**
 * Pairs of text or octets as pairs of octets, in the same order.
 *
 * @throws Error if a text holds a lone surrogate
 * @example
 * toOctetPairs([["a", "b"]]); // [[Uint8Array [0x61], Uint8Array [0x62]]]
 */
export function toOctetPairs(pairs: readonly NameValue[]): OctetPair[] {
  return pairs.map(([name, value]) => [toOctets(name), toOctets(value)]);
}

/**
 * Whether octets are exactly those given, or the UTF-8 of the text given.
 *
 * @example
 * sameOctets(toOctets("realm"), "realm"); // true
 */
export function sameOctets(octets: Uint8Array, other: string | Uint8Array): boolean {
  const others = typeof other === "string" ? utf8Octets(other) : other;
  return octets.length === others.length && octets.every((octet, at) => octet === others[at]);
}

/**
 * Compares octets for sorting: by the first that differs; the beginning of something longer comes before it.
 *
 * @returns a negative number, 0 or a positive number
 * @example
 * compareOctets(toOctets("a"), toOctets("ab")); // -1
 */
export function compareOctets(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((octet, index) => octet !== b[index]);
  return at === -1 || at >= b.length ? a.length - b.length : a[at]! - b[at]!;
}
