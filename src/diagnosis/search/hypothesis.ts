/**
 * Hypotheses about a wrong signature: a fault, or an environment cause such as another key or host. Each one changes a
 * computation, so two hypotheses can be combined.
 */

import type { Form } from "../../faults/fault.ts";
import { costOf, type Fault, faultOf, formsOf } from "../../faults/index.ts";
import type { SigningInput } from "../../model/index.ts";
import type { Computation } from "../input/computation.ts";
import type { Cause } from "./diagnosis.ts";
import { cached } from "./fast-stages.ts";

/** A possible cause, as a change to the correct computation. */
export interface Hypothesis extends Cause {
  /** If several hypotheses explain the same signature, the cheapest ones are named. */
  readonly cost: number;
  /** Whether the cause affects one parameter of this request, rather than how the client computes. */
  readonly isSpecific?: boolean;
  /** Makes the sentence for a request with only some characters, if shortening `what` is not enough. */
  readonly whatFor?: Form["whatFor"];
  /** The smallest request that shows the fault. */
  readonly trigger?: SigningInput;
  /** The likelihood of the cause: the number of public reports, or an estimate. */
  readonly prior: number;
  readonly alter: (computation: Computation) => Computation;
}

/**
 * Whether the hypotheses can apply together. Two forms of one fault exclude each other, because a result would name the fault
 * only once, with the sentence of one form, and that form alone does not reproduce the signature.
 */
export function areCompatible(combination: readonly Hypothesis[]): boolean {
  return new Set(combination).size === new Set(combination.map(({ id }) => id)).size;
}

/** Hypotheses of faults depend on no request, so they are created once. */
const ofFaults = new WeakMap<Fault, readonly Hypothesis[]>();

/** One hypothesis for each form of a fault. The common form is listed first, and rare ones last. */
export function hypothesesOf(fault: Fault): readonly Hypothesis[] {
  return cached(ofFaults, fault, () => makeHypotheses(fault));
}

function makeHypotheses(fault: Fault): readonly Hypothesis[] {
  const { id, title, trigger, fix, evidence = [] } = fault;
  const reports = evidence.length + (faultOf(id) === undefined ? 0.5 : 1);
  const prior = fault.text === undefined ? reports : priorOfTextChange(fault.text.place);
  return formsOf(fault).map(({ what, whatFor, languages, apply }, at) => ({
    id,
    kind: "fault",
    title,
    fix,
    trigger,
    cost: costOf(fault, at),
    what,
    whatFor,
    languages,
    prior: at === 0 ? prior : prior / (2 + at / 4),
    alter: (computation) => ({ ...computation, stages: apply(computation.stages) }),
  }));
}

/**
 * The likelihood of one of the many changes of a text. In every scope and in every parameter, the likeliest ones are tried first.
 *
 * @param place 0 for the likeliest change
 */
export function priorOfTextChange(place: number): number {
  return 0.1 - place / 1e6;
}
