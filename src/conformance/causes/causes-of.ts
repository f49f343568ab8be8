/** Turns the steps of a search into the causes that a report shows. */

import { shownCause } from "../../diagnosis/text/shown-cause.ts";
import type { Cause } from "../runner/index.ts";
import { RULES_OF_STAGE } from "./own-rules.ts";
import type { Mistakes } from "./predictor.ts";
import type { Tried } from "./tried-cases.ts";

/** Mistakes added to those found before, because they explain failures. */
export interface Step {
  /** All mistakes found so far. */
  readonly mistakes: Mistakes;
  /** One or two new mistakes. */
  readonly added: Mistakes;
  /** The failures that the new mistakes explain, alone or with earlier mistakes. */
  readonly gained: readonly Tried[];
  /** All choices that would explain the same failures, the cheapest first. */
  readonly same: readonly Mistakes[];
  /** Equally cheap mistakes in `same`, of other faults. */
  readonly alternatives: Mistakes;
}

/** A cause for each mistake, with the failures that led to it, in the order in which the mistakes fit together. */
export function causesOf(steps: readonly Step[], language = ""): Cause[] {
  const order = steps.at(-1)?.mistakes ?? [];
  return steps
    .flatMap(({ added, alternatives, gained }) => added.map((candidate) => ({ candidate, alternatives, gained })))
    .sort((one, other) => order.indexOf(one.candidate) - order.indexOf(other.candidate))
    .map(({ candidate: { id, form, what, fault }, alternatives, gained }) => {
      const { title, fix, languages = [], stage } = fault;
      return {
        ...shownCause({ id, title, what, fix }, [language], languages),
        form,
        explains: gained.map(({ result }) => result.id).sort(),
        rules: RULES_OF_STAGE[stage],
        alternatives: alternatives
          .filter((one) => one.id !== id)
          .map((one) => ({ id: one.id, form: one.form, title: one.fault.title })),
      };
    });
}
