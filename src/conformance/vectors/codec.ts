/**
 * Codecs: how a value of a question is read from JSON and written as JSON, and its shape in the two published schemas,
 * `vectors/schema.json` and that of driver protocol 1. The types of questions follow from the codecs.
 */

import { closedObject, type Shape } from "../../shapes/shape.ts";
import { text } from "./json-shapes.ts";
import { exactObjectOf, maybe, type ReadBy, type Reader, text as readText } from "./shape.ts";

export interface Codec<Value, Json = Value> {
  /** Throws `Malformed` for other JSON. */
  readonly read: Reader<Value>;
  write(value: Value): Json;
  /** The shape in vectors. */
  readonly vector: Shape;
  /** The shape in questions to a driver. */
  readonly question: Shape;
  /** Where an object must have it as a member. */
  readonly requiredIn: "both" | "vectors" | "neither";
}

/** Codecs by the name of the member that each is for. */
export type Members = { readonly [name: string]: Codec<unknown, unknown> };

/** An object whose members have codecs. */
export type ValuesOf<Of extends Members> = ReadBy<{ readonly [Name in keyof Of]: Of[Name]["read"] }>;

/** The JSON of such an object. */
export type JsonOf<Of extends Members> = ReadBy<{
  readonly [Name in keyof Of]: Reader<ReturnType<Of[Name]["write"]> | Extract<ReturnType<Of[Name]["read"]>, undefined>>;
}>;

/** The codec of a value that is its own JSON. */
export function plain<Value>(read: Reader<Value>, vector: Shape, question = vector): Codec<Value> {
  return { read, write: (value) => value, vector, question, requiredIn: "both" };
}

/** The codec of a text, with its description in each schema. */
export function textCodec(vector: string, question = vector): Codec<string> {
  return plain(readText, text(vector), text(question));
}

/** The codec of a member that may be absent. */
export function optional<Value, Json>(codec: Codec<Value, Json>): Codec<Value | undefined, Json> {
  return { ...codec, read: maybe(codec.read), requiredIn: "neither" };
}

/** The codec of a member that a vector must have and a question need not have. */
export function requiredInVectors<Of extends Codec<unknown, unknown>>(codec: Of): Of {
  return { ...codec, requiredIn: "vectors" };
}

/** The codec of an object with exactly these members. It keeps their order. */
export interface ObjectCodec<Of extends Members, Value = ValuesOf<Of>> extends Codec<Value, JsonOf<Of>> {
  readonly members: Of;
}

/** @param vector the description in the schema of vectors; `question` is that in the schema of questions */
export function objectCodec<Of extends Members>(members: Of, vector: string, question = vector): ObjectCodec<Of> {
  return {
    members,
    read: exactObjectOf(readersOf(members)) as unknown as Reader<ValuesOf<Of>>,
    write: (value) => writeMembers(members, value) as JsonOf<Of>,
    vector: shapeIn("vector", members, vector),
    question: shapeIn("question", members, question),
    requiredIn: "both",
  };
}

/** The reader of each member. */
export function readersOf<Of extends Members>(members: Of): { readonly [Name in keyof Of]: Of[Name]["read"] } {
  const readers = Object.entries(members).map(([name, { read }]) => [name, read]);
  return Object.fromEntries(readers) as { readonly [Name in keyof Of]: Of[Name]["read"] };
}

/** Writes the members that have a codec, and keeps others. */
function writeMembers(members: Members, value: object): unknown {
  const written = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name,
    Object.hasOwn(members, name) && member !== undefined ? members[name]!.write(member) : member,
  ]);
  return Object.fromEntries(written);
}

function shapeIn(schema: "vector" | "question", members: Members, description: string): Shape {
  const names = Object.keys(members);
  const required = names.filter((name) => ["both", `${schema}s`].includes(members[name]!.requiredIn));
  return closedObject(required, Object.fromEntries(names.map((name) => [name, members[name]![schema]])), description);
}
