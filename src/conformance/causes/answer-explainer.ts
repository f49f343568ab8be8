/** Determines which known mistakes of an implementation explain single answers. */

import { cached, FAST_STAGES } from "../../diagnosis/search/fast-stages.ts";
import { type Stages, specification } from "../../model/index.ts";
import { inProcessDriver } from "../drivers/index.ts";
import { mutant } from "../implementations/index.ts";
import {
  type Answer,
  type Ask,
  openDecisions,
  REQUIRED_STAGE,
  STAGES,
  type StageValues,
  stageText,
  type VectorInput,
} from "../vectors/index.ts";
import type { Candidate } from "./candidates.ts";
import { cachingSignature } from "./predictor.ts";

/** Determines which mistakes produce an answer. */
export interface AnswerExplainer {
  /** The answer of an implementation with all mistakes of the list `together`, or with the given ones. */
  readonly predict: (input: VectorInput, mistakes?: readonly Candidate[]) => Answer;
  /**
   * Returns the mistakes that produce the answer: each one that produces it alone, or else a combination that needs each of its
   * members. It is empty if the specification itself produces the answer. Where RFC 5849 is open, the implementation may have
   * decided otherwise.
   *
   * @param compared the stages that count @default all that both have
   * @returns `undefined` if no combination produces the answer, or the model has no such operation
   */
  readonly explain: (
    input: VectorInput,
    answer: Answer,
    compared?: readonly string[],
  ) => readonly (readonly Candidate[])[] | undefined;
}

/** Combinations that are tried for one answer, and for each other decision on an open point. */
const MOST_COMBINATIONS = 150;
const MOST_OF_DECISION = 10;

const STAGE_ORDER = Object.keys(specification);

/**
 * @param candidates tried in the order of their stages; within one stage, in this order
 * @param together mistakes that one implementation has, in the order in which they fit together
 */
export function createAnswerExplainer(candidates: readonly Candidate[], together = candidates): AnswerExplainer {
  const stages: Stages = { ...FAST_STAGES, signature: cachingSignature() };
  const ordered = [...candidates].sort((one, other) => placeOf(one) - placeOf(other));
  const drivers = new Map<string, Ask>();

  function predict(mistakes: readonly Candidate[], input: VectorInput): Answer {
    const ask = cached(drivers, mistakes.map(({ form }) => form).join("+"), () => askerOf(mistakes));
    // The operations of the model return no promises.
    return ask(input) as Answer;
  }

  const askerOf = (changes: readonly Pick<Candidate, "id" | "apply">[]): Ask =>
    inProcessDriver(mutant(changes, stages)).ask;

  function explainDecided(
    input: VectorInput,
    predict: (mistakes: readonly Candidate[], input: VectorInput) => Answer,
    isGiven: (predicted: Answer) => boolean,
    most: number,
  ): ReturnType<AnswerExplainer["explain"]> {
    const correct = predict([], input);
    if (!correct.ok && correct.error === "unsupported") return undefined;
    if (isGiven(correct)) return [[]];
    const effective = ordered.filter((one) => !isSame(input, predict([one], input), correct));
    const alone = effective.filter((one) => isGiven(predict([one], input)));
    if (alone.length > 0) return alone.map((one) => [one]);
    const needed = neededOf(together, (mistakes) => isGiven(predict(mistakes, input)));
    if (needed !== undefined) return [needed];
    let tried = 0;
    for (const mistakes of combinations(effective)) {
      if (tried++ >= most) return undefined;
      if (isGiven(predict(mistakes, input))) return [mistakes];
    }
    return undefined;
  }

  return {
    predict: (input, mistakes = together) => predict(mistakes, input),
    explain(input, answer, compared) {
      const isGiven = (predicted: Answer): boolean => isSame(input, predicted, answer, compared);
      const found = explainDecided(input, predict, isGiven, MOST_COMBINATIONS);
      const decisions = found === undefined ? openDecisions(input) : [];
      if (decisions === "any") return undefined;
      for (const { what, input: decided, apply } of decisions) {
        const predictDecided: typeof predict = (mistakes, one) =>
          askerOf([{ id: what, apply }, ...mistakes])(one) as Answer;
        const other = explainDecided(decided, predictDecided, isGiven, MOST_OF_DECISION);
        if (other !== undefined) return other;
      }
      return found;
    },
  };
}

/** The mistakes that still produce the answer, each of them needed; `undefined` if not even all of them do. */
function neededOf(
  mistakes: readonly Candidate[],
  isGiven: (mistakes: readonly Candidate[]) => boolean,
): readonly Candidate[] | undefined {
  if (mistakes.length === 0 || !isGiven(mistakes)) return undefined;
  for (const one of mistakes) {
    const needed = neededOf(
      mistakes.filter((other) => other !== one),
      isGiven,
    );
    if (needed !== undefined) return needed;
  }
  return mistakes;
}

function placeOf({ fault }: Candidate): number {
  return STAGE_ORDER.indexOf(fault.stage);
}

/** Every choice of two mistakes or more, the smallest first: one form of each fault, and two of one stage in both orders. */
function* combinations(ordered: readonly Candidate[]): Generator<readonly Candidate[]> {
  for (let size = 2, isLast = false; !isLast; size++) {
    isLast = true;
    for (const mistakes of choicesOf(size, ordered)) {
      isLast = false;
      yield mistakes;
      const stages = new Set(mistakes.map(({ fault }) => fault.stage));
      if (stages.size < mistakes.length) yield mistakes.toReversed();
    }
  }
}

/** Every choice of so many mistakes of different faults, made when it is needed: there may be many thousands. */
function* choicesOf(size: number, ordered: readonly Candidate[]): Generator<readonly Candidate[]> {
  if (size === 0) yield [];
  else
    for (const [at, one] of ordered.entries()) {
      const later = ordered.slice(at + 1).filter(({ fault }) => fault !== one.fault);
      for (const others of choicesOf(size - 1, later)) yield [one, ...others];
    }
}

/** Whether two answers have the same value at each stage that both have, or are both refusals or errors. */
export function isSame(input: VectorInput, predicted: Answer, given: Answer, compared?: readonly string[]): boolean {
  if (!given.ok || !predicted.ok) return isRefusal(predicted) && isRefusal(given);
  const required = REQUIRED_STAGE[input.operation];
  return STAGES.every((stage) => {
    const isLeftOut = predicted.stages[stage] === undefined || given.stages[stage] === undefined;
    if ((compared?.includes(stage) === false || isLeftOut) && stage !== required) return true;
    return textOf(stage, predicted.stages) === textOf(stage, given.stages);
  });
}

function isRefusal(answer: Answer): boolean {
  return !answer.ok && (answer.error === "refused" || answer.error === "failed");
}

function textOf(stage: (typeof STAGES)[number], stages: StageValues): string | undefined {
  const value = stages[stage];
  return value === undefined ? undefined : stageText(stage, value);
}
