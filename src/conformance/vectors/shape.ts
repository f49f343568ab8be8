/**
 * Checks the shape of JSON from outside (files, drivers, modules): it may hold anything.
 *
 * `where` names the value in messages: `limits.inFlight`.
 *
 * @module
 */

import type { JsonPair, JsonText } from "./json-text.ts";

/** A JSON object; read its own members only. */
export type JsonObject = { readonly [name: string]: unknown };

/** JSON that is not of the expected shape; the message says where, what was expected and what came. */
export class Malformed extends Error {
  override readonly name: string = "Malformed";
}

/** The error for a value that is not what was expected. */
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

/** A number. */
export function number(where: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw malformed(where, "a number", value);
}

/** Exactly one of these values. */
export function oneOf<Value>(values: readonly Value[], where: string, value: unknown): Value {
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  throw malformed(where, values.map(String).join(", "), value);
}

/** What a reader reads, or `undefined` where there is nothing. */
export function optional<Value>(
  read: (where: string, value: unknown) => Value,
  where: string,
  value: unknown,
): Value | undefined {
  return value === undefined ? undefined : read(where, value);
}

/** What a reader reads of each item of an array. */
export function arrayOf<Value>(read: (where: string, value: unknown) => Value, where: string, value: unknown): Value[] {
  if (!Array.isArray(value)) throw malformed(where, "an array", value);
  return value.map((item: unknown, index) => read(`${where}[${index}]`, item));
}

/** An array of texts. */
export function texts(where: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw malformed(where, "an array of strings", value);
  return value.map((item: unknown, index) => text(`${where}[${index}]`, item));
}

/** Octets in base64, padded (RFC 4648 4). */
export function base64(where: string, value: unknown): Uint8Array {
  const given = text(where, value);
  const octets = Buffer.from(given, "base64");
  if (octets.toString("base64") !== given) throw malformed(where, "base64", value);
  return new Uint8Array(octets);
}

/** Names and values. */
export function pairs(where: string, value: unknown): JsonPair[] {
  return pairsOf(jsonText, where, value);
}

/** Names and values that are texts. */
export function textPairs(where: string, value: unknown): (readonly [string, string])[] {
  return pairsOf(text, where, value);
}

function pairsOf<Value>(
  read: (where: string, value: unknown) => Value,
  where: string,
  value: unknown,
): [name: Value, value: Value][] {
  if (!Array.isArray(value)) throw malformed(where, "an array of [name, value]", value);
  return value.map((pair: unknown, index) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw malformed(`${where}[${index}]`, "[name, value]", pair);
    return [read(`${where}[${index}][0]`, pair[0]), read(`${where}[${index}][1]`, pair[1])];
  });
}

/** Text, or octets in base64. */
export function jsonText(where: string, value: unknown): JsonText {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { octets: text(`${where}.octets`, object(where, value).octets) };
  }
  throw malformed(where, 'a string or { "octets": base64 }', value);
}

/** The members of each type of a union; those that can be `undefined` are optional. */
type Present<Read> = Read extends unknown
  ? { [Name in keyof Read as undefined extends Read[Name] ? never : Name]: Read[Name] } & {
      [Name in keyof Read as undefined extends Read[Name] ? Name : never]?: Exclude<Read[Name], undefined>;
    }
  : never;

/**
 * What was read of an object, its members in the order in which the object has them, so that it is written as it was
 * read. Members that the object does not have are left out.
 *
 * @throws Malformed where the object has a member that was not read
 */
export function exactly<Read extends object>(where: string, given: JsonObject, read: Read): Present<Read> {
  const members = new Map<string, unknown>(Object.entries(read));
  const names = Object.keys(given);
  const unknown = names.find((name) => !members.has(name));
  if (unknown !== undefined) throw malformed(`${where}.${unknown}`, "no such member", given[unknown]);
  return Object.fromEntries(names.map((name) => [name, members.get(name)])) as Present<Read>;
}
