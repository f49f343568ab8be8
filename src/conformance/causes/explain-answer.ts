/** Determines which mistakes of an implementation explain one answer. */

import { specification } from "../../model/index.ts";
import type { Answered } from "../runner/index.ts";
import { openDecisions } from "../vectors/index.ts";
import type { Candidate } from "./candidates.ts";
import { type Change, type Mistakes, NONE, type Predictor } from "./predictor.ts";

/** The mistakes that an implementation may have. */
export interface Suspects {
  /** Each mistake alone, the most likely one first. */
  readonly singles: readonly Mistakes[];
  /** Mistakes that one implementation has, in the order in which they fit together. */
  readonly together: Mistakes;
}

/** @param candidates the most likely one first */
export function suspectsOf(candidates: Mistakes, together = candidates): Suspects {
  return { singles: candidates.map((one) => [one]), together };
}

/** The suspects whose forms are listed. */
export function suspectsAmong(forms: readonly string[], { singles, together }: Suspects): Suspects {
  const isListed = ({ form }: Candidate): boolean => forms.includes(form);
  return { singles: singles.filter((one) => one.every(isListed)), together: together.filter(isListed) };
}

const STAGE_ORDER = Object.keys(specification);

function inOrderOfStages(mistakes: Mistakes): Mistakes {
  const placeOf = ({ fault }: Candidate): number => STAGE_ORDER.indexOf(fault.stage);
  return [...mistakes].sort((one, other) => placeOf(one) - placeOf(other));
}

/** Combinations that are tried for one answer, and for each other decision on an open point. */
const MOST_COMBINATIONS = 80;
const MOST_OF_DECISION = 10;

/**
 * Returns the mistakes that produce an answer: the first one that produces it alone, or else a combination that needs each of its
 * members. The list is empty if the specification itself produces the answer. Where RFC 5849 is open, the implementation may
 * have decided otherwise.
 *
 * @returns `undefined` if no combination produces the answer, or the model has no such operation
 */
export function explainAnswer(suspects: Suspects, answered: Answered, predictor: Predictor): Mistakes | undefined {
  const found = explainDecided(suspects, answered, { predictor, most: MOST_COMBINATIONS });
  const decisions = found === undefined ? openDecisions(answered.input) : [];
  if (decisions === "any") return undefined;
  for (const decision of decisions) {
    const decided: Decided = { predictor, most: MOST_OF_DECISION, decision };
    const other = explainDecided(suspects, { ...answered, input: decision.input }, decided);
    if (other !== undefined) return other;
  }
  return found;
}

/** How to predict what the implementation answers, and the most combinations to try. */
interface Decided {
  readonly predictor: Predictor;
  readonly most: number;
  /** How the implementation decided on an open point. @default as the specification does */
  readonly decision?: Change;
}

function explainDecided(
  { singles, together }: Suspects,
  answered: Answered,
  { predictor, most, decision }: Decided,
): ReturnType<typeof explainAnswer> {
  const allOf = (mistakes: Mistakes): readonly Change[] =>
    decision === undefined ? mistakes : [decision, ...mistakes];
  // Which mistakes can change an answer is known only where every open point is decided as in the specification.
  const isProduced = (mistakes: Mistakes): boolean =>
    decision === undefined
      ? predictor.produces(mistakes, answered)
      : predictor.difference(allOf(mistakes), answered) === undefined;
  const correct = predictor.answer(allOf(NONE), answered.input);
  if (!correct.ok && correct.error === "unsupported") return undefined;
  if (isProduced(NONE)) return NONE;
  const single = singles.find(isProduced);
  if (single !== undefined) return single;
  const addedTo = (base: Mistakes): readonly Mistakes[] => {
    const before = { ...answered, answer: predictor.answer(allOf(base), answered.input) };
    return singles.filter((one) => {
      const added = [...base, ...one];
      if (decision === undefined && !predictor.concerns(added, base, answered)) return false;
      return predictor.difference(allOf(added), before) !== undefined;
    });
  };
  const effective = addedTo(NONE);
  // Most answers need only mistakes that each change the answer alone.
  const effectiveTogether = together.filter((one) => effective.some(([other]) => other === one));
  const likely = neededOf(effectiveTogether, isProduced) ?? neededOf(together, isProduced);
  if (likely !== undefined) return likely;
  // Some mistakes change only what others produce.
  const changing = [...effective, ...addedTo(effective.flat())];
  const possible = inOrderOfStages(singles.filter((one) => changing.includes(one)).flat());
  for (const all of [possible, possible.toReversed()]) {
    const needed = neededOf(all, isProduced);
    if (needed !== undefined) return needed;
  }
  let tried = 0;
  for (const mistakes of combinations(possible)) {
    if (tried++ >= most) return undefined;
    if (isProduced(mistakes)) return mistakes;
  }
  return undefined;
}

/** The mistakes that are needed to produce the answer; `undefined` if all of them together do not produce it. */
function neededOf(mistakes: Mistakes, isProduced: (mistakes: Mistakes) => boolean): Mistakes | undefined {
  if (mistakes.length === 0 || !isProduced(mistakes)) return undefined;
  return mistakes.reduce((needed, one) => {
    const others = needed.filter((other) => other !== one);
    return isProduced(others) ? others : needed;
  }, mistakes);
}

/** Every choice of two mistakes or more, the smallest first: one form of each fault, and two of one stage in both orders. */
function* combinations(ordered: Mistakes): Generator<Mistakes> {
  for (let size = 2, isLast = false; !isLast; size++) {
    isLast = true;
    for (const mistakes of choicesOf(size, ordered)) {
      isLast = false;
      yield mistakes;
      const stages = mistakes.flatMap((one) => one.stages);
      if (new Set(stages).size < stages.length) yield mistakes.toReversed();
    }
  }
}

/** Every choice of `size` mistakes of different faults, generated lazily: there may be many thousands. */
function* choicesOf(size: number, ordered: Mistakes): Generator<Mistakes> {
  if (size === 0) yield [];
  else
    for (const [at, one] of ordered.entries()) {
      const later = ordered.slice(at + 1).filter(({ fault }) => fault !== one.fault);
      for (const others of choicesOf(size - 1, later)) yield [one, ...others];
    }
}
