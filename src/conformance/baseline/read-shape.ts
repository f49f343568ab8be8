/** Reads JSON with a schema: a checked value, or an error with the place, what was expected and what came. */

import type { Static, TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { malformed } from "../vectors/shape.ts";

/** @throws Malformed for the first place that does not fit */
export function readShape<Shape extends TSchema>(shape: Shape, where: string, value: unknown): Static<Shape> {
  if (Check(shape, value)) return value;
  const errors = Errors(shape, value).filter(({ keyword }) => keyword !== "boolean");
  // An unknown member explains more than a missing one: it may be that one, misspelt.
  const found = errors.find(({ keyword }) => keyword === "additionalProperties") ?? errors[0]!;
  const { instancePath, keyword, message } = found;
  const [unknown] = (found.params as { readonly additionalProperties?: readonly string[] }).additionalProperties ?? [];
  const path = [...instancePath.split("/").slice(1), ...(unknown === undefined ? [] : [unknown])];
  const place = path.reduce((all, step) => (/^\d+$/.test(step) ? `${all}[${step}]` : `${all}.${step}`), where);
  if (keyword === "additionalProperties") throw malformed(place, "no such member", at(value, path));
  const [missing] = (found.params as { readonly requiredProperties?: readonly string[] }).requiredProperties ?? [];
  if (missing !== undefined) throw malformed(`${place}.${missing}`, "a value", undefined);
  throw malformed(place, message.replace(/^must (?:be )?/, ""), at(value, path));
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((one: unknown, step) => (one as { readonly [name: string]: unknown })[step], value);
}
