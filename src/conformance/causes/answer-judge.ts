/** Determines which known mistakes of an implementation explain single answers. */

import { FAST_STAGES } from "../../diagnosis/search/fast-stages.ts";
import { type Stages, specification } from "../../model/index.ts";
import { inProcessDriver } from "../drivers/index.ts";
import { mutant } from "../implementations/index.ts";
import {
  type Answer,
  type Ask,
  REQUIRED_STAGE,
  STAGES,
  type StageValues,
  stageText,
  type VectorInput,
} from "../vectors/index.ts";
import type { Candidate } from "./candidates.ts";
import { cachingSignature } from "./predictor.ts";

/** Determines which mistakes produce an answer. */
export interface AnswerJudge {
  /**
   * Returns the mistakes that produce the answer: each one that produces it alone, or else the smallest combination with at
   * most one mistake per stage. The combination is empty if the specification itself produces the answer.
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

/** Combinations that are tried for one answer. */
const MOST_COMBINATIONS = 500;

const STAGE_ORDER = Object.keys(specification);

/** @param candidates tried in the order of their stages; within one stage, in this order */
export function createAnswerJudge(candidates: readonly Candidate[]): AnswerJudge {
  const stages: Stages = { ...FAST_STAGES, signature: cachingSignature() };
  const ordered = [...candidates].sort((one, other) => placeOf(one) - placeOf(other));
  const drivers = new Map<string, Ask>();

  function predict(mistakes: readonly Candidate[], input: VectorInput): Answer {
    const key = mistakes.map(({ form }) => form).join("+");
    const ask = drivers.get(key) ?? inProcessDriver(mutant(mistakes, stages)).ask;
    drivers.set(key, ask);
    // The operations of the model return no promises.
    return ask(input) as Answer;
  }

  return {
    explain(input, answer, compared) {
      const right = predict([], input);
      if (!right.ok && right.error === "unsupported") return undefined;
      const isGiven = (predicted: Answer): boolean => isSame(input, predicted, answer, compared);
      if (isGiven(right)) return [[]];
      const effective = ordered.filter((one) => !isSame(input, predict([one], input), right));
      const alone = effective.filter((one) => isGiven(predict([one], input)));
      if (alone.length > 0) return alone.map((one) => [one]);
      let tried = 0;
      for (const mistakes of combinations(effective)) {
        if (mistakes.length < 2) continue;
        if (tried++ >= MOST_COMBINATIONS) return undefined;
        if (isGiven(predict(mistakes, input))) return [mistakes];
      }
      return undefined;
    },
  };
}

function placeOf({ fault }: Candidate): number {
  return STAGE_ORDER.indexOf(fault.stage);
}

/** Every choice of at most one mistake per stage, the smallest first. */
function combinations(ordered: readonly Candidate[]): Candidate[][] {
  const stages = [...new Set(ordered.map(({ fault }) => fault.stage))];
  let chosen: Candidate[][] = [[]];
  for (const stage of stages) {
    const own = ordered.filter(({ fault }) => fault.stage === stage);
    const extended = chosen.flatMap((one) => own.map((mistake) => [...one, mistake]));
    chosen = [...chosen, ...extended].slice(0, 4 * MOST_COMBINATIONS);
  }
  return chosen.sort((one, other) => one.length - other.length);
}

/** Whether two answers have the same value at each stage that both have, or are both refusals or errors. */
function isSame(input: VectorInput, predicted: Answer, given: Answer, compared?: readonly string[]): boolean {
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
