/**
 * Checks the shape of JSON that came from a driver: it may hold anything.
 *
 * @module
 */

import type { JsonPair, JsonText } from "../suite/index.ts";

/** A JSON object; read its own fields only. */
export type JsonObject = { readonly [name: string]: unknown };

/** JSON that is not what the protocol says; the message tells what was expected, what came, and where. */
export class Malformed extends Error {
  override readonly name: string = "Malformed";
}

/** Refuses a value. */
export function malformed(where: string, expected: string, value: unknown): Malformed {
  return new Malformed(`${where}: expected ${expected}, got ${described(value)}`);
}

const SHOWN = 120;

/** A value in few words: never walks into it, for it may be deep. */
export function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return `an object with ${fieldNames(value)}`;
  if (typeof value !== "string") return String(value);
  return value.length > SHOWN ? `${JSON.stringify(value.slice(0, SHOWN))}…` : JSON.stringify(value);
}

function fieldNames(value: object): string {
  const names = Object.keys(value).slice(0, 8).join(", ");
  return names === "" ? "no fields" : names.length > SHOWN ? `${names.slice(0, SHOWN)}…` : names;
}

/** Any JSON object. */
export function object(where: string, value: unknown): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw malformed(where, "an object", value);
}

/** A text. */
export function text(where: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw malformed(where, "a string", value);
}

/** A text, or nothing: many languages write null where there is nothing. */
export function optionalText(where: string, value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : text(where, value);
}

/** True or false. */
export function boolean(where: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw malformed(where, "true or false", value);
}

/** An array of texts. */
export function texts(where: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw malformed(where, "an array of strings", value);
  return value.map((item, index) => text(`${where}[${index}]`, item));
}

/** Names and values. */
export function pairs(where: string, value: unknown): JsonPair[] {
  if (!Array.isArray(value)) throw malformed(where, "an array of [name, value]", value);
  return value.map((pair, index) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw malformed(`${where}[${index}]`, "[name, value]", pair);
    return [jsonText(`${where}[${index}][0]`, pair[0]), jsonText(`${where}[${index}][1]`, pair[1])];
  });
}

/** Text, or octets in base64. */
function jsonText(where: string, value: unknown): JsonText {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { octets: text(`${where}.octets`, (value as JsonObject).octets) };
  }
  throw malformed(where, 'a string or { "octets": base64 }', value);
}
