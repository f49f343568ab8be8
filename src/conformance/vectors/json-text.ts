/**
 * Octets in JSON: as text if they are UTF-8, else in base64.
 *
 * @module
 */

/** Text, or octets that are not UTF-8, in base64. */
export type JsonText = string | { readonly octets: string };

/** A name and a value, decoded. */
export type JsonPair = readonly [name: JsonText, value: JsonText];

/** Text as it is; octets decoded from base64. */
export function fromJsonText(text: JsonText): string | Uint8Array {
  return typeof text === "string" ? text : new Uint8Array(Buffer.from(text.octets, "base64"));
}

export function fromJsonPairs(pairs: readonly JsonPair[] = []): [string | Uint8Array, string | Uint8Array][] {
  return pairs.map(([name, value]) => [fromJsonText(name), fromJsonText(value)]);
}

/** Text, and octets that are UTF-8, as text; other octets in base64. */
export function toJsonText(text: string | Uint8Array): JsonText {
  if (typeof text === "string") return text;
  const decoded = Buffer.from(text).toString("utf8");
  const isUtf8 = Buffer.from(decoded, "utf8").equals(text);
  return isUtf8 ? decoded : { octets: Buffer.from(text).toString("base64") };
}

export function toJsonPairs(pairs: Iterable<readonly [string | Uint8Array, string | Uint8Array]>): JsonPair[] {
  return Array.from(pairs, ([name, value]) => [toJsonText(name), toJsonText(value)]);
}
