/** The mistakes that the search for causes tries: every fault, in each of its forms. */

import {
  allFaults,
  costOf,
  type Fault,
  type Form,
  formsOf,
  protocolOrderNamed,
  protocolOrders,
} from "../../faults/index.ts";
import { type Stages, specification } from "../../model/index.ts";

/** One form of a fault. */
export interface Candidate extends Pick<Fault, "id" | "apply" | "what"> {
  readonly fault: Fault;
  /** The id of this form: the fault's id, with the name of the form added unless the form is the most common one. */
  readonly form: string;
  /** If several candidates explain the same failures, the cheapest win. */
  readonly cost: number;
  /** The replaced stages. */
  readonly stages: readonly (keyof Stages)[];
}

/** In the order of the faults; the most common form of each first. */
export const CANDIDATES: readonly Candidate[] = allFaults().flatMap((fault) =>
  formsOf(fault).map((one, at) => candidate(fault, one, at)),
);

function candidate(fault: Fault, { form, apply, what }: ReturnType<typeof formsOf>[number], at: number): Candidate {
  const replaced = apply(specification);
  const names = Object.keys(specification) as (keyof Stages)[];
  const stages = names.filter((name) => replaced[name] !== specification[name]);
  return { fault, id: fault.id, form, apply, what, cost: costOf(fault, at), stages };
}

const BY_FORM = new Map(CANDIDATES.map((one) => [one.form, one]));

/** Orders of protocol parameters are forms of this fault. */
const NOT_SORTED = BY_FORM.get("not-sorted")!;

/** Seven names have 5,040 orders; more are not tried. */
const MOST_NAMES = 6;

/** Every order of the protocol parameters of a request; none if it has many. */
export function orderCandidates(names: readonly string[]): readonly Candidate[] {
  return names.length > MOST_NAMES ? [] : protocolOrders(names).map(orderCandidate);
}

function orderCandidate({ name, what = NOT_SORTED.what, apply }: Form): Candidate {
  return { ...NOT_SORTED, form: `${NOT_SORTED.id}/${name}`, what, apply };
}

/** The candidate with this id; `undefined` if none. */
export function candidateOf(form: string): Candidate | undefined {
  const known = BY_FORM.get(form);
  if (known !== undefined || !form.startsWith(`${NOT_SORTED.id}/`)) return known;
  const order = protocolOrderNamed(form.slice(NOT_SORTED.id.length + 1));
  return order && orderCandidate(order);
}
