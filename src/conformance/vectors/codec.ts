/**
 * Codecs: a value of a question and its JSON, with its shape in two published schemas: `vectors/schema.json` and the schema
 * of driver protocol 1. The shapes check JSON; a codec only converts octets. The types of questions follow from the codecs.
 */

import { closedObject, type Shape, type ValueOf } from "../../shapes/shape.ts";
import type { WithOptional } from "./defined.ts";
import { text } from "./json-shapes.ts";

export interface Codec<Value, Json = Value> {
  /** Converts JSON that fits the shape. */
  read(json: Json): Value;
  write(value: Value): Json;
  /** The shape in vectors. */
  readonly vector: Shape;
  /** The shape in questions to a driver. */
  readonly question: Shape;
  /** Where the member is required. */
  readonly requiredIn: "both" | "vectors" | "neither";
}

/** Codecs by the name of their member. */
export type Members = { readonly [name: string]: Codec<unknown, unknown> };

/** An object whose members have codecs. */
export type ValuesOf<Of extends Members> = WithOptional<{ readonly [Name in keyof Of]: ReturnType<Of[Name]["read"]> }>;

/** The JSON of {@link ValuesOf}. */
export type JsonOf<Of extends Members> = WithOptional<{
  readonly [Name in keyof Of]: ReturnType<Of[Name]["write"]> | Extract<ReturnType<Of[Name]["read"]>, undefined>;
}>;

/** The codec of a value that is its own JSON. */
export function plain<const Of extends Shape>(vector: Of, question: Shape = vector): Codec<ValueOf<Of>> {
  return { read: (json) => json, write: (value) => value, vector, question, requiredIn: "both" };
}

/** The codec of a text, with its description in each schema. */
export function textCodec(vector: string, question = vector): Codec<string> {
  return plain(text(vector), text(question));
}

/** The codec of a member that may be absent. */
export function optional<Value, Json>(codec: Codec<Value, Json>): Codec<Value | undefined, Json> {
  return { ...(codec as Codec<Value | undefined, Json>), requiredIn: "neither" };
}

/** The codec of a member that a vector must have and a question need not have. */
export function requiredInVectors<Of extends Codec<unknown, unknown>>(codec: Of): Of {
  return { ...codec, requiredIn: "vectors" };
}

/** The codec of an object with these members. It keeps their order. */
export interface ObjectCodec<Of extends Members, Value = ValuesOf<Of>> extends Codec<Value, JsonOf<Of>> {
  readonly members: Of;
}

/** @param vector the description in the schema of vectors; `question` is the one in the schema of questions */
export function objectCodec<Of extends Members>(members: Of, vector: string, question = vector): ObjectCodec<Of> {
  return {
    members,
    read: (json) => convert("read", members, json) as ValuesOf<Of>,
    write: (value) => convert("write", members, value) as JsonOf<Of>,
    vector: shapeIn("vector", members, vector),
    question: shapeIn("question", members, question),
    requiredIn: "both",
  };
}

/** Converts the members that have a codec, and keeps others. */
function convert(direction: "read" | "write", members: Members, object: object): unknown {
  const converted = Object.entries(object).map(([name, member]: [string, unknown]) => [
    name,
    Object.hasOwn(members, name) && member !== undefined ? members[name]![direction](member) : member,
  ]);
  return Object.fromEntries(converted);
}

function shapeIn(schema: "vector" | "question", members: Members, description: string): Shape {
  const names = Object.keys(members);
  const required = names.filter((name) => ["both", `${schema}s`].includes(members[name]!.requiredIn));
  return closedObject(required, Object.fromEntries(names.map((name) => [name, members[name]![schema]])), description);
}
