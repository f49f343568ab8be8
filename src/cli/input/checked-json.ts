/** Parses external JSON and checks it against a schema. */

import { join } from "node:path";
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from "ajv";
import { VECTORS_FOLDER } from "../../conformance/vectors/index.ts";
import { readText } from "../../platform/package-files.ts";
import { visible } from "../../redaction/visible.ts";
import { type Misfit, misfitOf, type Shape, type ValueOf } from "../../shapes/shape.ts";
import { UsageError } from "../exit-codes.ts";

/** A schema of `vectors/` that no shape in the code states. */
export type PublishedSchema = `${"" | "verifier." | "rules." | "sources." | "faults." | "quick."}schema.json`;

/** The source of the text. */
export interface JsonSource {
  /** What the file should contain, such as "a report". */
  readonly what: string;
  readonly file: string;
  /** What the user can do if the file contains something else. */
  readonly hint?: string | undefined;
}

/** How much of a value or of a list of allowed values an error message quotes, in characters. */
const LONGEST = 300;

/**
 * Parses JSON and checks it.
 *
 * @throws {@link UsageError} with the file, the place, what was expected and what was found
 */
export function parseShape<const Of extends Shape>(text: string, shape: Of, source: JsonSource): ValueOf<Of> {
  const { what, file, hint } = source;
  const value = parseJson(text, source);
  const misfit = misfitOf(shape, "", value);
  if (misfit === undefined) return value as ValueOf<Of>;
  throw new UsageError(`expected ${what} at ${file}: ${misfitInWords(misfit, value)}`, hint);
}

function misfitInWords({ place, expected, value, isUnknownMember }: Misfit, file: unknown): string {
  const id = idAround(file, place.split(/[.[\]]+/));
  const where = place === "" ? "the file" : `${quoted(place)}${id === undefined ? "" : ` (in ${quoted(id)})`}`;
  const found = isUnknownMember || SECRET_PATH.test(place) ? "" : `, got ${quoted(JSON.stringify(value) ?? "nothing")}`;
  return `${where}: expected ${quoted(expected)}${found}`;
}

/**
 * Parses JSON and checks it against a published schema.
 *
 * @throws {@link UsageError} with the file, the place, what was expected and what was found
 */
export function parseChecked<T>(text: string, schema: PublishedSchema | object, source: JsonSource): T {
  const { what, file, hint } = source;
  const value = parseJson(text, source);
  const isValid = compiled(schema);
  if (isValid(value)) return value as T;
  throw new UsageError(`expected ${what} at ${file}: ${problemOf(isValid.errors!, value)}`, hint);
}

/** @throws {@link UsageError} with the file and the place */
export function parseJson(text: string, { what, file, hint }: JsonSource): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The end of the message may quote the file, which may be the wrong one and contain secrets.
    const why = (error as Error).message.replace(/,? [.]{0,3}".*$/s, "");
    throw new UsageError(`expected ${what} in JSON at ${file}: ${quoted(why)}`, hint);
  }
}

const validators = new Map<PublishedSchema | object, ValidateFunction>();

/** Compiles a schema on first use, because compiling takes longer than checking. */
function compiled(schema: PublishedSchema | object): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const json: unknown = typeof schema === "string" ? JSON.parse(readText(join(VECTORS_FOLDER, schema))) : schema;
  const validator = new Ajv({ verbose: true, strictTypes: false }).compile(json as AnySchema);
  validators.set(schema, validator);
  return validator;
}

function problemOf(errors: readonly ErrorObject[], file: unknown): string {
  // If a schema has alternatives, the best match is the one whose error is deepest.
  const first = errors.reduce((best, one) => (depthOf(one) > depthOf(best) ? one : best));
  const steps = first.instancePath.split("/").slice(1);
  const id = idAround(
    file,
    steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")),
  );
  const place = `${quoted(first.instancePath) || "the file"}${id === undefined ? "" : ` (in ${quoted(id)})`}`;
  const alternatives = errors.filter(({ instancePath }) => instancePath === first.instancePath);
  return `${place} ${expectationOf(first, alternatives)}${foundOf(first)}`;
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split("/").length;
}

function expectationOf(
  { keyword, message, params, propertyName }: ErrorObject,
  alternatives: readonly ErrorObject[],
): string {
  if (propertyName !== undefined)
    return `has the field ${quoted(JSON.stringify(propertyName))}, a name that is not allowed`;
  switch (keyword) {
    case "const":
    case "enum":
      return `must be ${quoted(allowedValues(alternatives).join(" or "))}`;
    case "required":
      return `must have the field ${JSON.stringify(params.missingProperty)}`;
    case "additionalProperties":
      return `has the unknown field ${quoted(JSON.stringify(params.additionalProperty))}`;
    default:
      return message ?? "does not fit its schema";
  }
}

/** A schema can list the allowed values in one place, or one value in each alternative. */
function allowedValues(alternatives: readonly ErrorObject[]): string[] {
  const values = alternatives.flatMap(({ keyword, params }): unknown[] => {
    if (keyword === "const") return [params.allowedValue as unknown];
    return keyword === "enum" ? (params.allowedValues as unknown[]) : [];
  });
  return [...new Set(values.map((value) => JSON.stringify(value)))];
}

/** Members that may contain keys or secrets. */
const SECRET_PATH = /key|secret/i;

function foundOf({ keyword, data, instancePath, propertyName }: ErrorObject): string {
  const isAboutFields = ["required", "additionalProperties"].includes(keyword) || propertyName !== undefined;
  return isAboutFields || SECRET_PATH.test(instancePath) ? "" : `, got ${quoted(JSON.stringify(data) ?? "nothing")}`;
}

/** The id of the innermost object around a place: people search for an id, not for an index. */
function idAround(file: unknown, steps: readonly string[]): string | undefined {
  let id: string | undefined;
  let value = file;
  for (const step of steps) {
    if (typeof value !== "object" || value === null) break;
    value = (value as Record<string, unknown>)[step];
    const own = (value as { readonly id?: unknown } | null | undefined)?.id;
    if (typeof own === "string") id = own;
  }
  return id;
}

function quoted(text: string): string {
  return visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
