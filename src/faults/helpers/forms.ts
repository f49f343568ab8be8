/** Helps to write a fault as a table of its forms. */

import type { FaultDefinition, Form } from "../fault.ts";

/**
 * The members of a fault that follow from all its forms.
 *
 * @param forms at least one form; the first is the most common and needs a sentence
 */
export function inForms(forms: readonly Form[]): Pick<FaultDefinition, "what" | "apply" | "variants"> {
  const [{ what, apply }, ...variants] = forms as [Form, ...Form[]];
  return { what: what!, apply, variants };
}
