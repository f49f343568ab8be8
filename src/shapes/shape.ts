/**
 * Shapes of JSON and of options, written as JSON Schema with the few keywords that {@link misfitOf} checks. The checks, the
 * published schemas and the types follow from them. Without a third-party validator, because the library has no such code.
 */

/** A JSON Schema that has only these keywords. `title` says in few words what is expected. */
export type Shape =
  | {
      readonly type: "object";
      readonly required: readonly string[];
      readonly properties: Readonly<Record<string, Shape>>;
      readonly additionalProperties: false;
      readonly description?: string;
    }
  | { readonly type: "array"; readonly items: Shape; readonly description?: string }
  | {
      readonly type: "string";
      readonly minLength?: number;
      readonly pattern?: string;
      readonly title?: string;
      readonly description?: string;
    }
  | {
      readonly type: "integer";
      readonly minimum: number;
      readonly maximum?: number;
      readonly description?: string;
    }
  | { readonly type: "boolean"; readonly description?: string }
  | { readonly enum: readonly string[]; readonly description?: string };

/** The type of the values that fit a shape. */
export type ValueOf<Of> = Of extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Of extends { readonly type: "array"; readonly items: infer Items }
    ? readonly ValueOf<Items>[]
    : Of extends { readonly type: "object"; readonly required: readonly (infer Name)[]; readonly properties: infer All }
      ? Flat<
          { readonly [Own in Extract<keyof All, Name>]: ValueOf<All[Own]> } & {
            readonly [Own in Exclude<keyof All, Name>]?: ValueOf<All[Own]>;
          }
        >
      : Of extends { readonly type: infer Type }
        ? { string: string; integer: number; boolean: boolean }[Extract<Type, "string" | "integer" | "boolean">]
        : never;

/** Whether two types are the same, with the same optional members. */
export type Same<One, Other> =
  (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : never;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** The first place of a value that does not fit its shape. */
export interface Misfit {
  /** Such as `data.merchants[0].login`. */
  readonly place: string;
  readonly expected: string;
  /** What is there; `undefined` if a member is missing. */
  readonly value: unknown;
  /** Whether the shape has no such member; its value may then be anything. */
  readonly isUnknownMember: boolean;
}

/**
 * The first misfit of a value; `undefined` if it fits. A member that is `undefined` is like an absent one.
 *
 * @param place - of the value, such as `data`
 */
export function misfitOf(shape: Shape, place: string, value: unknown): Misfit | undefined {
  if (!("enum" in shape) && shape.type === "object") return misfitOfObject(shape, place, value);
  if (!("enum" in shape) && shape.type === "array" && Array.isArray(value)) {
    return first(value.entries(), ([index, item]) => misfitOf(shape.items, `${place}[${index}]`, item));
  }
  return isOf(shape, value) ? undefined : { place, expected: nameOf(shape), value, isUnknownMember: false };
}

type ObjectShape = Extract<Shape, { readonly type: "object" }>;

function misfitOfObject(shape: ObjectShape, place: string, value: unknown): Misfit | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { place, expected: "an object", value, isUnknownMember: false };
  }
  const { required, properties } = shape;
  const given = value as Readonly<Record<string, unknown>>;
  // An unknown member explains more than a missing one: it may be that one, misspelt.
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) {
    const expected = `one of the members ${Object.keys(properties).join(", ")}`;
    return { place: `${place}.${unknown}`, expected, value: given[unknown], isUnknownMember: true };
  }
  return first(Object.entries(properties), ([name, member]) =>
    given[name] === undefined && !required.includes(name)
      ? undefined
      : misfitOf(member, `${place}.${name}`, given[name]),
  );
}

function isOf(shape: Exclude<Shape, ObjectShape>, value: unknown): boolean {
  if ("enum" in shape) return (shape.enum as readonly unknown[]).includes(value);
  switch (shape.type) {
    case "string":
      return (
        typeof value === "string" &&
        value.length >= (shape.minLength ?? 0) &&
        (shape.pattern === undefined || new RegExp(shape.pattern, "u").test(value))
      );
    case "integer":
      return Number.isInteger(value) && Number(value) >= shape.minimum && Number(value) <= (shape.maximum ?? Infinity);
    default:
      return typeof value === shape.type;
  }
}

function nameOf(shape: Exclude<Shape, ObjectShape>): string {
  if ("enum" in shape) return `one of ${shape.enum.join(", ")}`;
  switch (shape.type) {
    case "array":
      return "an array";
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number from ${shape.minimum} ${shape.maximum === undefined ? "on" : `to ${shape.maximum}`}`;
    default:
      return shape.title ?? "a string";
  }
}

function first<Item>(items: Iterable<Item>, find: (item: Item) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
