/** Faults that are written as a table of their forms. */

import type { FaultDefinition, StageChange } from "../fault.ts";

/** One form of a fault: what the client does, and the change. */
export type Form = readonly [what: string, apply: StageChange];

/** A fault with all its forms, of which there must be one; the first is the most common. */
export function faultInForms(
  fault: Omit<FaultDefinition, "what" | "apply" | "variants">,
  forms: readonly Form[],
): FaultDefinition {
  const [[what, apply], ...others] = forms as [Form, ...Form[]];
  return { ...fault, what, apply, variants: others.map(([text, change]) => ({ what: text, apply: change })) };
}
