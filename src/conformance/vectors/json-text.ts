/**
 * Octets in JSON: text where they are UTF-8, else base64.
 *
 * @module
 */

/** Text, or octets that are not UTF-8, in base64. */
export type JsonText = string | { readonly octets: string };

/** A name and a value, decoded. */
export type JsonPair = readonly [name: JsonText, value: JsonText];

/** A decoded name or value as a program has it. */
export function fromJsonText(text: JsonText): string | Uint8Array {
  return typeof text === "string" ? text : new Uint8Array(Buffer.from(text.octets, "base64"));
}

/** The same for pairs. */
export function fromJsonPairs(pairs: readonly JsonPair[] = []): [string | Uint8Array, string | Uint8Array][] {
  return pairs.map(([name, value]) => [fromJsonText(name), fromJsonText(value)]);
}

/** A decoded name or value as a vector has it. */
export function toJsonText(text: string | Uint8Array): JsonText {
  if (typeof text === "string") return text;
  const decoded = Buffer.from(text).toString("utf8");
  const isUtf8 = Buffer.from(decoded, "utf8").equals(text);
  return isUtf8 ? decoded : { octets: Buffer.from(text).toString("base64") };
}

/** The same for pairs. */
export function toJsonPairs(pairs: Iterable<readonly [string | Uint8Array, string | Uint8Array]>): JsonPair[] {
  return Array.from(pairs, ([name, value]) => [toJsonText(name), toJsonText(value)]);
}
