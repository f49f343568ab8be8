/** Faults that are written as a table of their forms. */

import type { FaultDefinition, StageChange } from "./fault.ts";

/** One form of a fault: what the client does, the change, and the ids of the faults that it comprises. */
export type Form = readonly [what: string, apply: StageChange, includes?: readonly string[]];

/** A fault with all its forms; the first one of at least one is the most common. */
export function faultInForms(
  fault: Omit<FaultDefinition, "what" | "apply" | "variants" | "includes">,
  forms: readonly Form[],
): FaultDefinition {
  const [[what, apply, includes = []], ...others] = forms as [Form, ...Form[]];
  const variants = others.map(([text, change, ids = []]) => ({ what: text, apply: change, includes: ids }));
  return { ...fault, what, apply, includes, variants };
}
