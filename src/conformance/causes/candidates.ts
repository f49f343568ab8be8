/** The mistakes that the search for causes tries: every fault, in each of its forms. */

import { ALL_FAULTS, type Fault } from "../../faults/index.ts";
import { type Stages, specification } from "../../model/index.ts";

/** One form of a fault. */
export interface Candidate extends Pick<Fault, "id" | "apply" | "what"> {
  readonly fault: Fault;
  /** Ids of faults that this form comprises. */
  readonly includes: readonly string[];
  /** The stages that it replaces. */
  readonly stages: readonly (keyof Stages)[];
}

/** In the order of the faults; the most common form of each first. */
export const CANDIDATES: readonly Candidate[] = ALL_FAULTS.flatMap((fault) =>
  [fault, ...(fault.variants ?? [])].map(({ apply, what = fault.what, includes = [] }) => {
    const replaced = apply(specification);
    const names = Object.keys(specification) as (keyof Stages)[];
    const stages = names.filter((name) => replaced[name] !== specification[name]);
    return { fault, id: fault.id, apply, what, includes, stages };
  }),
);
