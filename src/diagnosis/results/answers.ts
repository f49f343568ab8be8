/** Decides which matches of a search the result names: one, if it is certain, and otherwise several. */

import { COST } from "../../faults/index.ts";
import type { Computations } from "../search/computations.ts";
import { cached } from "../search/fast-stages.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
import type { Combination, Match } from "../search/search.ts";
import { areDistinguishedBy, hasSameEffect } from "./distinguish.ts";

/**
 * The smallest matches that cost the least or a little more, sorted by cost, then by likelihood. A cause that the request itself
 * shows is certain, so nothing dearer is kept with it.
 */
export function mostLikely(found: readonly Match[]): Match[] {
  const prior = ({ combination }: Match): number => combination.reduce((product, one) => product * one.prior, 1);
  const size = Math.min(...found.map(({ combination }) => combination.length));
  const smallest = found.filter(({ combination }) => combination.length === size);
  const least = Math.min(...smallest.map(costOf));
  const most = least < COST.common ? least : least + COST.form;
  return smallest
    .filter((one) => costOf(one) <= most)
    .toSorted((one, other) => costOf(one) - costOf(other) || prior(other) - prior(one));
}

function costOf({ combination }: Match): number {
  return combination.reduce((sum, { cost }) => sum + cost, 0);
}

/**
 * The matches that are different answers: forms of the same cause are one answer, and so are causes with the same fix.
 *
 * @param found the cheapest first
 * @param commonForms returns the common form of each fault that has a page
 */
export function answersOf(found: readonly Match[], commonForms: () => readonly Hypothesis[]): Match[] {
  const answers: Match[] = [];
  for (const { combination: all, computations } of found) {
    const combination = [...new Map(all.map((hypothesis) => [hypothesis.id, hypothesis])).values()];
    const isAnswered = (one: Hypothesis, answer: Hypothesis): boolean =>
      isSameAnswer(one, answer) ||
      (one.cost > answer.cost && (assumesMore(one, answer) || !isShown(one, computations, commonForms())));
    const isRepeated = answers.some(
      ({ combination: answer }) =>
        answer.length === combination.length &&
        combination.every((one) => answer.some((known) => isAnswered(one, known))),
    );
    if (!isRepeated) answers.push({ combination, computations });
  }
  return answers;
}

/**
 * The dearer hypotheses that can be other answers than the matches: they sign the same values, have another fix, and are visible
 * in this request.
 */
export function* otherAnswers(
  dearer: readonly Hypothesis[],
  found: readonly Combination[],
  computations: Computations,
  commonForms: readonly Hypothesis[],
): Generator<Hypothesis | undefined> {
  const answers = found.flat();
  // Causes that the request shows are certain.
  if (answers.some(({ cost }) => cost < COST.common)) return;
  const shown = new Map<string, boolean>();
  const isOther = (one: Hypothesis): boolean =>
    !answers.some((answer) => isSameAnswer(one, answer)) &&
    cached(shown, one.id, () => isShown(one, computations, commonForms)) &&
    found.some((answer) => computations.maySignAlike(one, answer));
  for (const one of dearer) yield isOther(one) ? one : undefined;
}

/** Whether the common form of a fault changes this request; otherwise its rare forms are no answers. */
function isShown({ id }: Hypothesis, computations: Computations, commonForms: readonly Hypothesis[]): boolean {
  const common = commonForms.find((one) => one.id === id);
  return common === undefined || !hasSameEffect(computations, [common], []);
}

/** Whether two hypotheses are one cause, have the same fix, or change texts in the same way in two scopes. */
function isSameAnswer(one: Hypothesis, other: Hypothesis): boolean {
  const [change, otherChange] = [one, other].map(({ id }) => /^text\/.*(?=\/)/.exec(id)?.[0]);
  return one.id === other.id || one.fix.text === other.fix.text || (change !== undefined && change === otherChange);
}

/** Whether a hypothesis has the same effect as another one on the other's trigger, but may do more elsewhere. */
function assumesMore(one: Hypothesis, other: Hypothesis): boolean {
  return other.trigger !== undefined && !areDistinguishedBy(other.trigger, one, other);
}
