/** The mistakes that the search for causes tries: every fault, in each of its forms. */

import { allFaults, costOf, type Fault, formsOf } from "../../faults/index.ts";
import { type Stages, specification } from "../../model/index.ts";
import { namedForm } from "./form-numbers.ts";

/** One form of a fault. */
export interface Candidate extends Pick<Fault, "id" | "apply" | "what"> {
  readonly fault: Fault;
  /** The id of this form: that of the fault, with the name of the form added unless it is the most common form. */
  readonly form: string;
  /** If several candidates explain the same, the cheapest are named. */
  readonly cost: number;
  /** The stages that it replaces. */
  readonly stages: readonly (keyof Stages)[];
}

/** In the order of the faults; the most common form of each first. */
export const CANDIDATES: readonly Candidate[] = allFaults().flatMap((fault) =>
  formsOf(fault).map(({ form, apply, what }, at) => {
    const replaced = apply(specification);
    const names = Object.keys(specification) as (keyof Stages)[];
    const stages = names.filter((name) => replaced[name] !== specification[name]);
    return { fault, id: fault.id, form, apply, what, cost: costOf(fault, at), stages };
  }),
);

const BY_FORM = new Map(CANDIDATES.map((one) => [one.form, one]));

/** The form with this id, or with the number that it had before it had a name; `undefined` if there is none. */
export function candidateOf(form: string): Candidate | undefined {
  return BY_FORM.get(form) ?? BY_FORM.get(namedForm(form) ?? "");
}
