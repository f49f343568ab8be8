/** Decides which of the matches of a search are named: one, if it is certain, and otherwise a set. */

import { COST } from "../../faults/index.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
import type { Match } from "../search/search.ts";
import { areDistinguishedBy, hasSameEffect } from "./distinguish.ts";

/**
 * The matches of the smallest size that cost the least or a little more, the cheapest first, and of these the likeliest. What the
 * request itself shows is certain.
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
 * @param commonForms the common form of each fault with a page
 */
export function answersOf(found: readonly Match[], commonForms: readonly Hypothesis[]): Match[] {
  const answers: Match[] = [];
  for (const { combination: all, computations } of found) {
    const combination = [...new Map(all.map((hypothesis) => [hypothesis.id, hypothesis])).values()];
    const isShown = ({ id }: Hypothesis): boolean => {
      const common = commonForms.find((one) => one.id === id);
      return common === undefined || !hasSameEffect(computations, [common], []);
    };
    const isAnswered = (one: Hypothesis, answer: Hypothesis): boolean =>
      isSameAnswer(one, answer) || (one.cost > answer.cost && (assumesMore(one, answer) || !isShown(one)));
    const isRepeated = answers.some(
      ({ combination: answer }) =>
        answer.length === combination.length &&
        combination.every((one) => answer.some((known) => isAnswered(one, known))),
    );
    if (!isRepeated) answers.push({ combination, computations });
  }
  return answers;
}

/** Whether two hypotheses are one cause, have the same fix, or make the same change of texts in two scopes. */
function isSameAnswer(one: Hypothesis, other: Hypothesis): boolean {
  const [change, otherChange] = [one, other].map(({ id }) => /^text\/.*(?=\/)/.exec(id)?.[0]);
  return one.id === other.id || one.fix.text === other.fix.text || (change !== undefined && change === otherChange);
}

/** Whether a hypothesis does the same as another one in the request that shows the other one: then it may do even more. */
function assumesMore(one: Hypothesis, other: Hypothesis): boolean {
  return other.trigger !== undefined && !areDistinguishedBy(other.trigger, one, other);
}
