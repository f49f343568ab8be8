/**
 * Hypotheses about a wrong signature: a fault, or an environment cause such as another key or host. Each changes a
 * computation, so two of them compose.
 */

import type { Fault } from "../faults/index.ts";
import type { ParameterSources, SigningInput, Stages } from "../model/index.ts";
import type { Cause } from "./diagnosis.ts";

/** How a client computes a signature: the request and the stages. */
export interface Computation {
  readonly request: SigningInput;
  readonly stages: Stages;
  /** Reads the parameters by origin, if they do not follow from the request. */
  readonly sources?: (stages: Stages) => ParameterSources;
}

/** A possible cause, as a change to the right computation. */
export interface Hypothesis extends Cause {
  /** Whether the request itself shows the cause, whatever the signature is. */
  readonly isEvident?: boolean;
  /** The smallest request that shows the fault. */
  readonly trigger?: SigningInput;
  readonly alter: (computation: Computation) => Computation;
}

/** One hypothesis for each variant of a fault. */
export function hypothesesOf({ id, title, what, fix, trigger, apply, variants = [] }: Fault): Hypothesis[] {
  return [{ apply }, ...variants].map((variant) => ({
    ...{ id, kind: "fault", title, what, fix, trigger },
    ...("what" in variant && { what: variant.what }),
    alter: (computation) => ({ ...computation, stages: variant.apply(computation.stages) }),
  }));
}

/** An environment cause: the client signs a different request, or with different secrets, but computes correctly. */
export function environmentHypothesis(
  id: string,
  title: string,
  fix: string,
  change: (request: SigningInput) => SigningInput,
): Hypothesis {
  return {
    ...{ id, kind: "environment", title, what: `${title[0]!.toUpperCase()}${title.slice(1)}.`, fix: { text: fix } },
    alter: (computation) => ({ ...computation, request: change(computation.request) }),
  };
}
