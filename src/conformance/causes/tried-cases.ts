/** The answers of a run, as a search for causes compares them with predictions. */

import { cached } from "../../diagnosis/search/fast-stages.ts";
import {
  type Answered,
  answeredIn,
  type CaseEvidence,
  type CaseResult,
  type FalsifiedAnswers,
  isFailure,
} from "../runner/index.ts";
import { openPoints, quickVectors, STAGES, type VectorInput, writeInput } from "../vectors/index.ts";
import { isCostly, type Mistakes, NONE, type Predictor, RSA_COST } from "./predictor.ts";

/** A question that was answered. What follows the first difference in the answer does not count. */
export interface Tried extends Answered {
  readonly result: Pick<CaseResult, "id" | "rules" | "verdict" | "difference">;
  /** Length of the input as JSON. */
  readonly length: number;
}

/** What is computed for a vector is kept for later searches. */
const triedVectors = new WeakMap<CaseEvidence, readonly Tried[]>();

export function triedOf(evidence: readonly CaseEvidence[]): Tried[] {
  return evidence.flatMap((one) => cached(triedVectors, one, () => triedVector(one)));
}

function triedVector({ result, asked: { input }, answer }: CaseEvidence): readonly Tried[] {
  const { passedStages, difference } = result;
  const compared = [...passedStages, ...(difference === undefined ? [] : [difference.stage])];
  return answer === undefined ? [] : [{ result, input, answer, compared, length: lengthOf(input) }];
}

/** The wrong answers of cases that falsify properties. Where RFC 5849 is open, such answers show no mistake. */
export function triedAnswers(falsified: readonly FalsifiedAnswers[], predictor: Predictor): Tried[] {
  return falsified.flatMap(({ rules, ...given }) =>
    answeredIn(given).flatMap((answered) => {
      const wrong = openPoints(answered.input).length > 0 ? undefined : predictor.difference(NONE, answered);
      if (wrong === undefined) return [];
      const result = { id: "", rules, verdict: "fail", difference: { ...wrong, index: 0 } } as const;
      return [
        {
          ...answered,
          result,
          length: lengthOf(answered.input),
          compared: STAGES.slice(0, STAGES.indexOf(wrong.stage) + 1),
        },
      ];
    }),
  );
}

function lengthOf(input: VectorInput): number {
  return JSON.stringify(writeInput(input)).length;
}

/** The cheapest predictions first. */
export function byCost(one: Tried, other: Tried): number {
  const costOf = (tried: Tried): number => (isCostly(tried) ? RSA_COST : 1);
  return costOf(one) - costOf(other) || one.length - other.length;
}

/** Vectors that passed: the quick ones first, because they detect every fault, and then the cheapest. */
export function contradictingFirst(passed: readonly Tried[]): Tried[] {
  const quick = quickVectors(passed.map((one) => ({ id: one.result.id, one }))).map(({ one }) => one);
  return [...new Set([...quick, ...[...passed].sort(byCost)])];
}

/** The first vector that mistakes contradict: they predict another answer where `base` is correct. */
export function contradiction(
  mistakes: Mistakes,
  base: Mistakes,
  tried: readonly Tried[],
  predictor: Predictor,
): Tried | undefined {
  return tried.find(
    (one) =>
      predictor.concerns(mistakes, base, one) &&
      !predictor.produces(mistakes, one) &&
      // Otherwise both the vector and the implementation are wrong.
      (isFailure(one.result.verdict) || predictor.produces(NONE, one)),
  );
}
