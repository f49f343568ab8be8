/**
 * What may have gone wrong: a named fault, or a circumstance such as another key or another host. Each alters a
 * computation, so two of them compose.
 *
 * @module
 */

import type { Fault, Fix } from "../faults/index.ts";
import type { ParameterSources, SigningInput, Stages } from "../model/index.ts";

/** One computation of a client: what it signs, and how. */
export interface Computation {
  readonly request: SigningInput;
  readonly stages: Stages;
  /** The parameters in their places, where the request as meant does not tell them. */
  readonly sources?: (stages: Stages) => ParameterSources;
}

/** A possible reason for a wrong signature. */
export interface Suspect {
  readonly id: string;
  readonly kind: "fault" | "circumstance";
  readonly title: string;
  readonly what: string;
  readonly fix: Fix;
  /** Whether the request itself shows it, whatever the signature. */
  readonly isEvident?: boolean;
  /** The smallest request that shows it, where it is a fault. */
  readonly trigger?: SigningInput;
  /** The computation with this in it. */
  readonly alter: (computation: Computation) => Computation;
}

/** A named fault as a suspect, and each other way to make the same mistake as one more. */
export function suspectsOf({ id, title, what, fix, trigger, apply, variants = [] }: Fault): Suspect[] {
  return [apply, ...variants].map((one) => ({
    id,
    kind: "fault",
    title,
    what,
    fix,
    trigger,
    alter: (computation) => ({ ...computation, stages: one(computation.stages) }),
  }));
}

/** A circumstance: another request, or the same with other secrets, signed by the book. */
export function circumstance(
  id: string,
  title: string,
  fix: string,
  change: (request: SigningInput) => SigningInput,
): Suspect {
  return {
    id,
    kind: "circumstance",
    title,
    what: `${title[0]!.toUpperCase()}${title.slice(1)}.`,
    fix: { text: fix },
    alter: (computation) => ({ ...computation, request: change(computation.request) }),
  };
}
