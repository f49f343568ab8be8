/**
 * Shapes of JSON and of options, written as JSON Schema with the few keywords that {@link misfitOf} checks. The checks,
 * the published schemas and the types follow from them. No third-party validator is used, so that the library contains
 * no such code.
 */

/** A JSON Schema that has only these keywords. `title` names briefly what is expected. */
export type Shape = { readonly description?: string; readonly title?: string } & Conditions &
  (
    | ObjectShape
    | ArrayShape
    | TupleShape
    | { readonly type: "string"; readonly minLength?: number; readonly pattern?: string }
    | { readonly type: "integer" | "number"; readonly minimum?: number; readonly maximum?: number }
    | { readonly type: "boolean" | "null" }
    | { readonly enum: readonly (string | null)[] }
    | { readonly const: string | number | boolean }
    // Any JSON, apart from the conditions.
    | { readonly type?: undefined }
  );

/** Shapes that a value must or must not fit. */
interface Conditions {
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly not?: Shape;
  readonly if?: Shape;
  readonly then?: Shape;
  readonly else?: Shape;
}

interface ObjectShape {
  readonly type: "object";
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** `false`: no other members. A shape: all other members fit it. Absent: other members are not checked. */
  readonly additionalProperties?: Shape | false;
  readonly propertyNames?: Shape;
  readonly minProperties?: number;
  /** Members that require others. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>;
}

interface ArrayShape {
  readonly type: "array";
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** The shape of at least one item. */
  readonly contains?: Shape;
}

/** An array with a shape for each item. */
interface TupleShape {
  readonly type: "array";
  readonly items: readonly Shape[];
  readonly minItems: number;
  readonly additionalItems: false;
}

/** The shape of objects that have these members and no others. */
export function closedObject<
  const Properties extends Readonly<Record<string, Shape>>,
  const Name extends keyof Properties & string,
>(required: readonly Name[], properties: Properties, description?: string) {
  const shape = { type: "object", required, additionalProperties: false, properties } as const;
  return { ...(description !== undefined && { description }), ...shape };
}

/** The shape of objects that have these members; others are not checked. */
export function openObject<
  const Properties extends Readonly<Record<string, Shape>>,
  const Name extends keyof Properties & string,
>(required: readonly Name[], properties: Properties, description?: string) {
  const shape = { type: "object", required, properties } as const;
  return { ...(description !== undefined && { description }), ...shape };
}

/** The shape of objects that fit one shape if they fit a condition, and another one if they do not. */
export function when(condition: Shape, then: Shape, otherwise?: Shape): Shape {
  return { if: condition, then, ...(otherwise && { else: otherwise }) };
}

/** The type of the values that fit a shape; `unknown` for a shape whose type is only {@link Shape}. */
export type ValueOf<Of> = [Shape] extends [Of] ? unknown : ValueOfLiteral<Of>;

type ValueOfLiteral<Of> = Of extends { readonly enum: readonly (infer Value)[] } | { readonly const: infer Value }
  ? Value
  : Of extends { readonly type: "object" }
    ? ObjectOf<Of>
    : Of extends { readonly type: "array"; readonly items: infer Items }
      ? Items extends readonly Shape[]
        ? { readonly [At in keyof Items]: ValueOf<Items[At]> }
        : readonly ValueOf<Items>[]
      : Of extends { readonly anyOf: readonly (infer One)[] } | { readonly allOf: readonly [infer One] }
        ? ValueOf<One>
        : Of extends { readonly type: infer Type extends keyof Primitives }
          ? Primitives[Type]
          : unknown;

interface Primitives {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

type ObjectOf<Of> = Of extends { readonly required: readonly (infer Name)[]; readonly properties: infer All }
  ? Flat<
      { readonly [Own in Extract<keyof All, Name>]: ValueOf<All[Own]> } & {
        readonly [Own in Exclude<keyof All, Name>]?: ValueOf<All[Own]>;
      }
    >
  : Of extends {
        readonly propertyNames: { readonly enum: readonly (infer Name extends string)[] };
        readonly additionalProperties: infer Others;
      }
    ? { readonly [Own in Name]?: ValueOf<Others> }
    : Of extends { readonly additionalProperties: infer Others }
      ? { readonly [name: string]: ValueOf<Others> }
      : object;

/** An intersection of objects, written as one object. */
export type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** Whether two types are the same, with the same optional members. */
export type Same<One, Other> =
  (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : never;

/** The first place of a value that does not fit its shape. */
export interface Misfit {
  /** The path, such as `data.merchants[0].login`. */
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
 * @param place - of the value, such as `data`; empty if the names of its members suffice
 */
export function misfitOf(shape: Shape, place: string, value: unknown): Misfit | undefined {
  return misfitOfType(shape, place, value) ?? misfitOfConditions(shape, place, value);
}

function misfitOfType(shape: Shape, place: string, value: unknown): Misfit | undefined {
  const expecting = (isFit: boolean, expected: string): Misfit | undefined =>
    isFit ? undefined : { place, expected: shape.title ?? expected, value, isUnknownMember: false };
  if ("enum" in shape) {
    const { enum: values } = shape;
    return expecting((values as readonly unknown[]).includes(value), `one of ${values.map(String).join(", ")}`);
  }
  if ("const" in shape) return expecting(value === shape.const, String(shape.const));
  switch (shape.type) {
    case "object":
      return isObject(value) ? misfitOfObject(shape, place, value) : expecting(false, "an object");
    case "array":
      return Array.isArray(value) ? misfitOfItem(shape, place, value) : expecting(false, "an array");
    case "boolean":
      return expecting(typeof value === "boolean", "true or false");
    case "null":
      return expecting(value === null, "null");
    case "integer":
    case "number": {
      const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape;
      const isNumber = type === "number" ? typeof value === "number" : Number.isInteger(value);
      const isFit = isNumber && Number(value) >= minimum && Number(value) <= maximum;
      return expecting(isFit, numberInWords(type, minimum, maximum));
    }
    case "string": {
      const { minLength = 0, pattern = "" } = shape;
      const isFit = typeof value === "string" && value.length >= minLength && isMatch(pattern, value);
      return expecting(isFit, minLength === 1 ? "a string that is not empty" : "a string");
    }
    default:
      return undefined;
  }
}

function misfitOfConditions(shape: Shape, place: string, value: unknown): Misfit | undefined {
  const { allOf = [], anyOf, not, if: condition, title } = shape;
  const branch = condition && (misfitOf(condition, place, value) === undefined ? shape.then : shape.else);
  const misfit = first(branch === undefined ? allOf : [...allOf, branch], (one) => misfitOf(one, place, value));
  if (misfit !== undefined) return misfit;
  if (not !== undefined && misfitOf(not, place, value) === undefined)
    return { place, expected: `not ${not.title ?? "this"}`, value, isUnknownMember: false };
  return anyOf && misfitOfAll(anyOf, title, place, value);
}

/** Text of many megabytes can be too long for the engine, which then throws: no match. */
function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function numberInWords(type: "integer" | "number", minimum: number, maximum: number): string {
  const words = type === "integer" ? "a whole number" : "a number";
  if (!Number.isFinite(maximum)) return Number.isFinite(minimum) ? `${words} from ${minimum} on` : words;
  return Number.isFinite(minimum) ? `${words} from ${minimum} to ${maximum}` : `${words} up to ${maximum}`;
}

/** The misfit of a value that fits none of the alternatives: the misfit of the alternative that fits best. */
function misfitOfAll(
  anyOf: readonly Shape[],
  title: string | undefined,
  place: string,
  value: unknown,
): Misfit | undefined {
  const misfits = anyOf.map((one) => misfitOf(one, place, value));
  if (misfits.includes(undefined)) return undefined;
  // Where only a member does not fit, the value is of the expected kind.
  const inside = misfits.find((misfit) => misfit?.place !== place);
  if (title === undefined && inside !== undefined) return inside;
  const expected = title ?? [...new Set(misfits.map((misfit) => misfit?.expected))].join(" or ");
  return { place, expected, value, isUnknownMember: false };
}

function misfitOfObject(
  shape: ObjectShape & { readonly title?: string },
  place: string,
  value: Readonly<Record<string, unknown>>,
): Misfit | undefined {
  const { required = [], properties = {}, additionalProperties: others, propertyNames, dependencies = {} } = shape;
  const isIn = (name: string): boolean => value[name] !== undefined;
  const placeOf = (name: string): string => (place === "" ? name : `${place}.${name}`);
  // An unknown member explains more than a missing one, because it may be the missing one, misspelt.
  const unknown = first(Object.keys(value), (name): Misfit | undefined => {
    const misfit = propertyNames && misfitOf(propertyNames, place, name);
    const own = { place: placeOf(name), value: value[name], isUnknownMember: true };
    if (misfit !== undefined) return { ...own, expected: `a name that is ${misfit.expected}` };
    if (others !== false || Object.hasOwn(properties, name)) return undefined;
    return { ...own, expected: `one of the members ${Object.keys(properties).join(", ")}` };
  });
  if (unknown !== undefined) return unknown;
  const needed = [...required, ...Object.keys(dependencies).flatMap((name) => (isIn(name) ? dependencies[name]! : []))];
  const names = new Set([...Object.keys(properties), ...needed, ...Object.keys(value).filter(isIn)]);
  const member = first(names, (name) => {
    if (!isIn(name) && !needed.includes(name)) return undefined;
    const own = Object.hasOwn(properties, name) ? properties[name]! : others || {};
    const misfit = misfitOf(own, placeOf(name), value[name]);
    if (misfit !== undefined || isIn(name)) return misfit;
    return { place: placeOf(name), expected: "a value", value: undefined, isUnknownMember: false };
  });
  if (member !== undefined || Object.keys(value).filter(isIn).length >= (shape.minProperties ?? 0)) return member;
  return { place, expected: `an object with ${shape.minProperties} members or more`, value, isUnknownMember: false };
}

function misfitOfItem(
  shape: (ArrayShape | TupleShape) & { readonly title?: string },
  place: string,
  value: readonly unknown[],
): Misfit | undefined {
  const { items, minItems = 0, title } = shape;
  const misfit = (expected: string): Misfit => ({ place, expected, value, isUnknownMember: false });
  if ("additionalItems" in shape && value.length !== shape.items.length)
    return misfit(title ?? `an array of ${shape.items.length}`);
  if (value.length < minItems) return misfit(`an array of ${minItems} or more`);
  const each = first(value.entries(), ([index, item]) =>
    misfitOf("length" in items ? items[index]! : items, `${place}[${index}]`, item),
  );
  if (each !== undefined || "additionalItems" in shape) return each;
  const { maxItems = Number.POSITIVE_INFINITY, uniqueItems = false, contains } = shape;
  if (value.length > maxItems) return misfit(`an array of ${maxItems} or fewer`);
  if (uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    return misfit("an array without equal items");
  if (contains === undefined || value.some((item) => misfitOf(contains, place, item) === undefined)) return undefined;
  return misfit(`at least ${misfitOf(contains, place, undefined)?.expected}`);
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
