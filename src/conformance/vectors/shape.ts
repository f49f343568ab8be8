/**
 * Readers of JSON from outside (files, drivers, modules): each returns a checked value or throws {@link Malformed}.
 *
 * `where` names the value in messages: `limits.inFlight`.
 */

import { base64Octets } from "../../platform/index.ts";
import { type Flat, misfitOf, type Shape, type ValueOf } from "../../shapes/shape.ts";
import type { JsonPair, JsonText } from "./json-text.ts";

/** A JSON object. Read its own members only. */
export type JsonObject = { readonly [name: string]: unknown };

/** Checks a value and returns it. */
export type Reader<Value> = (where: string, value: unknown) => Value;

/** JSON that does not have the expected shape. The message names the place, what was expected and what was found. */
export class Malformed extends Error {
  override readonly name: string = "Malformed";
}

export function malformed(where: string, expected: string, value: unknown): Malformed {
  return new Malformed(`${where === "" ? "" : `${where}: `}expected ${expected}, got ${described(value)}`);
}

/** @throws Malformed for the first place that does not fit */
export function readShape<const Of extends Shape>(shape: Of, where: string, value: unknown): ValueOf<Of> {
  const misfit = misfitOf(shape, where, value);
  if (misfit === undefined) return value as ValueOf<Of>;
  // The names of members can be as long as a line.
  const place = misfit.place.length > LONGEST_PLACE ? `${misfit.place.slice(0, LONGEST_PLACE)}…` : misfit.place;
  throw malformed(place, misfit.expected, misfit.value);
}

const LONGEST_PLACE = 300;
const SHOWN = 120;

/** Describes a value in a few words. Does not walk into the value, because it may be deeply nested. */
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

export function object(where: string, value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw malformed(where, "an object", value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(where: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw malformed(where, "a string", value);
}

/** A string; `undefined` for null too, because many languages write null for an absent member. */
export function optionalText(where: string, value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : text(where, value);
}

export function boolean(where: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw malformed(where, "true or false", value);
}

export function number(where: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw malformed(where, "a number", value);
}

export function optional<Value>(read: Reader<Value>, where: string, value: unknown): Value | undefined {
  return value === undefined ? undefined : read(where, value);
}

/** Octets in base64, padded (RFC 4648 4). */
export function base64(where: string, value: unknown): Uint8Array {
  const given = text(where, value);
  const octets = base64Octets(given);
  if (octets === undefined) throw malformed(where, "base64", value);
  return new Uint8Array(octets);
}

export function jsonText(where: string, value: unknown): JsonText {
  if (typeof value === "string") return value;
  if (isObject(value)) return { octets: text(`${where}.octets`, value.octets) };
  throw malformed(where, 'a string or { "octets": base64 }', value);
}

/** Readers by the name of the member that each reads. */
export type Readers = { readonly [name: string]: Reader<unknown> };

/** The object that readers return. A member whose reader can return `undefined` is optional. */
export type ReadBy<Members extends Readers> = Flat<
  {
    readonly [Name in keyof Members as undefined extends ReturnType<Members[Name]> ? never : Name]: ReturnType<
      Members[Name]
    >;
  } & {
    readonly [Name in keyof Members as undefined extends ReturnType<Members[Name]> ? Name : never]?: Exclude<
      ReturnType<Members[Name]>,
      undefined
    >;
  }
>;

/** A reader that accepts an absent member. */
export function maybe<Value>(read: Reader<Value>): Reader<Value | undefined> {
  return (where, value) => optional(read, where, value);
}

/** A reader of exactly one of these values. */
export function choice<Value>(values: readonly Value[]): Reader<Value> {
  return (where, value) => {
    const found = values.find((one) => one === value);
    if (found !== undefined) return found;
    throw malformed(where, values.map(String).join(", "), value);
  };
}

/** A reader of arrays. `expected` describes them in messages. */
export function listOf<Value>(read: Reader<Value>, expected = "an array"): Reader<Value[]> {
  return (where, value) => {
    if (!Array.isArray(value)) throw malformed(where, expected, value);
    return value.map((item: unknown, index) => read(`${where}[${index}]`, item));
  };
}

export const texts: Reader<string[]> = listOf(text, "an array of strings");
export const pairs: Reader<JsonPair[]> = listOf(pairOf(jsonText), "an array of [name, value]");
export const textPairs: Reader<(readonly [string, string])[]> = listOf(pairOf(text), "an array of [name, value]");

function pairOf<Value>(read: Reader<Value>): Reader<[name: Value, value: Value]> {
  return (where, pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw malformed(where, "[name, value]", pair);
    return [read(`${where}[0]`, pair[0]), read(`${where}[1]`, pair[1])];
  };
}

/** A reader of objects with these members, in this order. It leaves out all other members. */
export function objectOf<Members extends Readers>(members: Members): Reader<ReadBy<Members>> {
  return (where, value) => {
    const given = object(where, value);
    const read = Object.entries(members)
      .map(([name, reader]) => [name, reader(join(where, name), given[name])] as const)
      .filter(([, member]) => member !== undefined);
    return Object.fromEntries(read) as ReadBy<Members>;
  };
}

/**
 * A reader of objects with these members and no others. It keeps the order of the JSON, so that a value is written as
 * it was read.
 */
export function exactObjectOf<Members extends Readers>(members: Members): Reader<ReadBy<Members>> {
  const readMembers = objectOf(members);
  return (where, value) => {
    const read: JsonObject = readMembers(where, value);
    const names = Object.keys(object(where, value));
    const unknown = names.find((name) => !Object.hasOwn(members, name));
    if (unknown !== undefined) throw malformed(join(where, unknown), "no such member", object(where, value)[unknown]);
    return Object.fromEntries(names.map((name) => [name, read[name]])) as ReadBy<Members>;
  };
}

function join(where: string, name: string): string {
  if (where === "") return name;
  return where.endsWith(":") ? `${where} ${name}` : `${where}.${name}`;
}
