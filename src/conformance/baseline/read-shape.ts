/** Checks JSON against a shape. The error names the place, what was expected and what was found. */

import { misfitOf, type Shape, type ValueOf } from "../../shapes/shape.ts";
import { malformed } from "../vectors/shape.ts";

/** @throws Malformed for the first place that does not fit */
export function readShape<const Of extends Shape>(shape: Of, where: string, value: unknown): ValueOf<Of> {
  const misfit = misfitOf(shape, where, value);
  if (misfit !== undefined) throw malformed(misfit.place, misfit.expected, misfit.value);
  return value as ValueOf<Of>;
}
