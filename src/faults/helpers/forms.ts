/** Faults that are written as a table of their forms. */

import type { FaultDefinition, Form } from "../fault.ts";

/** A fault with all its forms, of which there must be one; the first is the most common. */
export function faultInForms(
  fault: Omit<FaultDefinition, "what" | "apply" | "variants">,
  forms: readonly Form[],
): FaultDefinition {
  const [[, what, apply], ...variants] = forms as [Form, ...Form[]];
  return { ...fault, what, apply, variants };
}
