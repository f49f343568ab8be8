/**
 * Readers of JSON from outside (files, drivers, modules): each returns a checked value or throws {@link Malformed}.
 *
 * `where` names the value in messages: `limits.inFlight`.
 */

import { misfitOf, type Shape, type ValueOf } from "../../shapes/shape.ts";

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

export function optional<Value>(read: Reader<Value>, where: string, value: unknown): Value | undefined {
  return value === undefined ? undefined : read(where, value);
}

/** A reader of arrays. `expected` describes them in messages. */
export function listOf<Value>(read: Reader<Value>, expected = "an array"): Reader<Value[]> {
  return (where, value) => {
    if (!Array.isArray(value)) throw malformed(where, expected, value);
    return value.map((item: unknown, index) => read(`${where}[${index}]`, item));
  };
}
