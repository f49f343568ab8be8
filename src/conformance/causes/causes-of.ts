/** Turns the steps of a search into the causes that a report shows. */

import { shownCause } from "../../diagnosis/text/shown-cause.ts";
import type { CaseEvidence, Cause } from "../runner/index.ts";
import type { Candidate } from "./candidates.ts";
import { RULES_OF_STAGE } from "./own-rules.ts";
import type { Mistakes, Predictor } from "./predictor.ts";

/** Mistakes that explain failures in addition to those that were found before. */
export interface Step {
  /** All mistakes found so far. */
  readonly mistakes: Mistakes;
  /** The new ones: one or two. */
  readonly added: Mistakes;
  /** The failures that they explain, alone or together with the earlier ones. */
  readonly gained: readonly CaseEvidence[];
  /** All choices that would explain the same failures, the cheapest first. */
  readonly same: readonly Mistakes[];
  /** Mistakes of other faults among them that are as cheap. */
  readonly alternatives: Mistakes;
}

/** A cause for each mistake, with the failures that it explains, alone or with others; in the order in which they fit together. */
export async function causesOf(
  steps: readonly Step[],
  failed: readonly CaseEvidence[],
  predictor: Predictor,
  language: string | undefined,
): Promise<Cause[]> {
  const explains = steps.map((): string[] => []);
  for (const failure of failed) {
    for (const needed of await neededSteps(steps, failure, predictor)) explains[needed]!.push(failure.result.id);
  }
  const order = steps.at(-1)?.mistakes ?? [];
  return steps
    .flatMap(({ added, alternatives }, at) => added.map((candidate) => ({ candidate, alternatives, at })))
    .sort((one, other) => order.indexOf(one.candidate) - order.indexOf(other.candidate))
    .map(({ candidate, alternatives, at }) => causeOf(candidate, alternatives, explains[at]!.sort(), language));
}

/** The steps without which a failure is not explained; none if all of them together do not explain it. */
async function neededSteps(steps: readonly Step[], failure: CaseEvidence, predictor: Predictor): Promise<number[]> {
  const gainedBy = steps.findIndex(({ gained }) => gained.includes(failure));
  const mistakes = steps[gainedBy < 0 ? steps.length - 1 : gainedBy]?.mistakes ?? [];
  const explain = async (some: readonly number[]): Promise<boolean> => {
    const added = some.flatMap((at) => steps[at]!.added);
    // In the order in which they were found to fit together.
    return predictor.reproduces(
      mistakes.filter((one) => added.includes(one)),
      failure,
    );
  };
  if (gainedBy >= 0 && (await explain([gainedBy]))) return [gainedBy];
  let needed = [...steps.keys()].slice(0, gainedBy < 0 ? steps.length : gainedBy + 1);
  if (steps.length === 0 || !(await explain(needed))) return [];
  for (const at of [...needed]) {
    const others = needed.filter((one) => one !== at);
    if (others.length > 0 && (await explain(others))) needed = others;
  }
  return needed;
}

/** The cause that a report shows for a mistake. */
export function causeOf(
  { id, form, what, fault }: Candidate,
  alternatives: Mistakes,
  explains: readonly string[],
  language = "",
): Cause {
  const { title, fix, languages = [] } = fault;
  return {
    ...shownCause({ id, title, what, fix }, [language], languages),
    form,
    explains,
    rules: RULES_OF_STAGE[fault.stage],
    alternatives: alternatives
      .filter((one) => one.id !== id)
      .map((one) => ({ id: one.id, form: one.form, title: one.fault.title })),
  };
}
