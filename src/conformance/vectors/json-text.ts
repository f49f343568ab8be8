/** Octets in JSON: as text if they are UTF-8, else in base64. */

import { base64Text, looseBase64Octets, strictUtf8Text } from "../../platform/index.ts";

/** Text, or octets that are not UTF-8, in base64. */
export type JsonText = string | { readonly octets: string };

/** A question or a case as JSON on one line, for people: private keys, which are long, are left out. */
export function shownJson(value: unknown): string | undefined {
  return JSON.stringify(value, (name, one: unknown) => (name === "privateKey" ? "…" : one));
}

/** A name and a value, decoded. */
export type JsonPair = readonly [name: JsonText, value: JsonText];

/**
 * Decodes a name or value of a vector.
 *
 * @returns the text as it is, or the octets of base64
 */
export function fromJsonText(text: JsonText): string | Uint8Array {
  return typeof text === "string" ? text : Uint8Array.from(looseBase64Octets(text.octets));
}

/**
 * Decodes names and values, as {@link fromJsonText} does.
 *
 * @param pairs @default none
 */
export function fromJsonPairs(pairs: readonly JsonPair[] = []): [string | Uint8Array, string | Uint8Array][] {
  return pairs.map(([name, value]) => [fromJsonText(name), fromJsonText(value)]);
}

/**
 * Encodes a decoded name or value as vectors have it.
 *
 * @param text octets that are UTF-8 become text, others base64
 */
export function toJsonText(text: string | Uint8Array): JsonText {
  if (typeof text === "string") return text;
  return strictUtf8Text(text) ?? { octets: base64Text(text) };
}

/**
 * Encodes names and values, as {@link toJsonText} does.
 */
export function toJsonPairs(pairs: Iterable<readonly [string | Uint8Array, string | Uint8Array]>): JsonPair[] {
  return Array.from(pairs, ([name, value]) => [toJsonText(name), toJsonText(value)]);
}
