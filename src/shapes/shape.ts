/**
 * Shapes of JSON and of options, written as JSON Schema with the few keywords that {@link misfitOf} checks. The checks,
 * the published schemas and the types follow from them. They use no third-party validator, because the library contains
 * no such code.
 */

/** A JSON Schema that has only these keywords. `title` names briefly what is expected. */
export type Shape = { readonly description?: string } & (
  | ObjectShape
  | ArrayShape
  | { readonly type: "string"; readonly minLength?: number; readonly pattern?: string; readonly title?: string }
  | { readonly type: "integer"; readonly minimum: number; readonly maximum?: number }
  | { readonly type: "boolean" }
  | { readonly enum: readonly string[] }
  | { readonly const: number | boolean }
  | { readonly anyOf: readonly Shape[] }
);

interface ObjectShape {
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Shape>>;
  readonly additionalProperties: false;
}

interface ArrayShape {
  readonly type: "array";
  readonly items: Shape;
  readonly minItems?: number;
}

/** The shape of objects that have these members and no others. */
export function closedObject<
  const Properties extends Readonly<Record<string, Shape>>,
  const Name extends keyof Properties & string,
>(required: readonly Name[], properties: Properties, description?: string) {
  const shape = { type: "object", required, additionalProperties: false, properties } as const;
  return description === undefined ? shape : { description, ...shape };
}

/** The type of the values that fit a shape. */
export type ValueOf<Of> = Of extends { readonly enum: readonly (infer Value)[] } | { readonly const: infer Value }
  ? Value
  : Of extends { readonly anyOf: readonly (infer One)[] }
    ? ValueOf<One>
    : Of extends { readonly type: "array"; readonly items: infer Items }
      ? readonly ValueOf<Items>[]
      : Of extends {
            readonly type: "object";
            readonly required: readonly (infer Name)[];
            readonly properties: infer All;
          }
        ? Flat<
            { readonly [Own in Extract<keyof All, Name>]: ValueOf<All[Own]> } & {
              readonly [Own in Exclude<keyof All, Name>]?: ValueOf<All[Own]>;
            }
          >
        : Of extends { readonly type: infer Type }
          ? { string: string; integer: number; boolean: boolean }[Extract<Type, "string" | "integer" | "boolean">]
          : never;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** Whether two types are the same, with the same optional members. */
export type Same<One, Other> =
  (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : never;

/** The first place of a value that does not fit its shape. */
export interface Misfit {
  /** The path to it, such as `data.merchants[0].login`. */
  readonly place: string;
  readonly expected: string;
  /** The value there; `undefined` if a member is missing. */
  readonly value: unknown;
  /** Whether the shape has no such member; its value may then be anything. */
  readonly isUnknownMember: boolean;
}

/**
 * The first misfit of a value; `undefined` if it fits. A member that is `undefined` counts as absent.
 *
 * @param place - of the value, such as `data`
 */
export function misfitOf(shape: Shape, place: string, value: unknown): Misfit | undefined {
  const expecting = (isFit: boolean, expected: string): Misfit | undefined =>
    isFit ? undefined : { place, expected, value, isUnknownMember: false };
  if ("enum" in shape) {
    const { enum: values } = shape;
    return expecting((values as readonly unknown[]).includes(value), `one of ${values.join(", ")}`);
  }
  if ("const" in shape) return expecting(value === shape.const, String(shape.const));
  if ("anyOf" in shape) {
    const misfits = shape.anyOf.map((one) => misfitOf(one, place, value));
    return misfits.includes(undefined) ? undefined : misfits[0];
  }
  switch (shape.type) {
    case "object":
      return isObject(value) ? misfitOfMember(shape, place, value) : expecting(false, "an object");
    case "array":
      return Array.isArray(value) ? misfitOfItem(shape, place, value) : expecting(false, "an array");
    case "boolean":
      return expecting(typeof value === "boolean", "true or false");
    case "integer": {
      const { minimum, maximum } = shape;
      const isFit = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= (maximum ?? Infinity);
      return expecting(isFit, `a whole number from ${minimum} ${maximum === undefined ? "on" : `to ${maximum}`}`);
    }
    default: {
      const { minLength = 0, pattern = "", title = "a string" } = shape;
      const isFit = typeof value === "string" && value.length >= minLength && new RegExp(pattern, "u").test(value);
      return expecting(isFit, title);
    }
  }
}

function misfitOfMember(shape: ObjectShape, place: string, value: Readonly<Record<string, unknown>>) {
  const { required, properties } = shape;
  // An unknown member explains more than a missing one, because it may be the missing one, misspelt.
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) {
    const expected = `one of the members ${Object.keys(properties).join(", ")}`;
    return { place: `${place}.${unknown}`, expected, value: value[unknown], isUnknownMember: true };
  }
  return first(Object.entries(properties), ([name, member]) =>
    value[name] === undefined && !required.includes(name)
      ? undefined
      : misfitOf(member, `${place}.${name}`, value[name]),
  );
}

function misfitOfItem({ items, minItems = 0 }: ArrayShape, place: string, value: readonly unknown[]) {
  if (value.length < minItems)
    return { place, expected: `an array of ${minItems} or more`, value, isUnknownMember: false };
  return first(value.entries(), ([index, item]) => misfitOf(items, `${place}[${index}]`, item));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function first<Item>(items: Iterable<Item>, find: (item: Item) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
