/** Converts between text and octets. RFC 5849 3.6 encodes octets; the octets of a text are its UTF-8. */

import type { NameValue } from "../oauth1/index.ts";
import { utf8Octets } from "../platform/index.ts";

export type OctetPair = readonly [name: Uint8Array, value: Uint8Array];

/**
 * The UTF-8 octets of a text (RFC 5849 3.6, step 1). Octets are returned unchanged.
 *
 * @throws Error if the text contains a lone surrogate, which has no UTF-8
 */
export function toOctets(input: string | Uint8Array): Uint8Array {
  if (typeof input !== "string") return input;
  if (!input.isWellFormed()) throw new Error("text holds a lone surrogate, which has no UTF-8 octets");
  // On Node.js, TextEncoder takes three times as long.
  return new Uint8Array(utf8Octets(input));
}

/**
 * Decodes octets as UTF-8. Octets that are not UTF-8 become U+FFFD.
 *
 * The text is for people and for comparing signatures. No base string is computed from it, because octets may be lost.
 */
export function toText(octets: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);
}

const VALID_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of octets; `undefined` if they are not UTF-8, because text would lose the original octets. */
export function validUtf8Text(octets: Uint8Array): string | undefined {
  try {
    return VALID_UTF8.decode(octets);
  } catch {
    return undefined;
  }
}

/** @throws Error if a text contains a lone surrogate */
export function toOctetPairs(pairs: readonly NameValue[]): OctetPair[] {
  return pairs.map(([name, value]) => [toOctets(name), toOctets(value)]);
}

/** Whether octets are equal to other octets or to the UTF-8 of a text. */
export function sameOctets(octets: Uint8Array, other: string | Uint8Array): boolean {
  // The UTF-8 of a text has at least as many octets as the text has UTF-16 code units.
  if (octets === other || octets.length < other.length) return octets === other;
  const others = typeof other === "string" ? utf8Octets(other) : other;
  return octets.length === others.length && octets.every((octet, at) => octet === others[at]);
}

/**
 * Compares octets for sorting, by the first octet that differs. A prefix comes before the longer value.
 */
export function compareOctets(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((octet, index) => octet !== b[index]);
  return at === -1 || at >= b.length ? a.length - b.length : a[at]! - b[at]!;
}
