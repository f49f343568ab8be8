/** Finds the mistakes of an implementation during one run, and explains its answers with them. */

import { type Differences, differencesOf } from "../../differences/differences.ts";
import type { Cause, CauseSearch } from "../runner/index.ts";
import { type Answer, REQUIRED_STAGE, STAGES, type Stage, stageText, type VectorInput } from "../vectors/index.ts";
import { createAnswerExplainer, isSame } from "./answer-explainer.ts";
import { type Candidate, candidateOf } from "./candidates.ts";
import { explainCases } from "./explain-cases.ts";
import { findRunCauses } from "./find-run-causes.ts";

/** What is known before a run. */
export interface Expectation {
  /** Forms of mistakes that the implementation is known to have; they are tried first. @default none */
  readonly expected?: readonly string[];
  /** Whether other mistakes are searched for. @default true */
  readonly isSearching?: boolean;
  /** Whether what is found becomes known, because a baseline is rewritten. @default false */
  readonly isUpdated?: boolean;
  readonly isNew?: CauseSearch["isNew"];
}

export function createCauseSearch({
  expected = [],
  isSearching = true,
  isUpdated = false,
  isNew,
}: Expectation = {}): CauseSearch {
  const known = expected.flatMap((form) => candidateOf(form) ?? []);
  let explainer = createAnswerExplainer(known);

  function learn(causes: readonly Cause[]): void {
    const candidates = (forms: readonly (string | undefined)[]): readonly Candidate[] =>
      forms.flatMap((form = "") => candidateOf(form) ?? []);
    const named = candidates(causes.map(({ form }) => form));
    const others = candidates(causes.flatMap(({ alternatives }) => alternatives.map(({ form }) => form)));
    const together = [
      ...new Set([...named, ...known.filter((one) => !named.some(({ fault }) => fault === one.fault))]),
    ];
    explainer = createAnswerExplainer([...new Set([...known, ...named, ...others])], together);
  }
  const marked = (cause: Cause): Cause =>
    isUpdated || expected.includes(cause.form ?? "") ? { ...cause, isKnown: true } : cause;

  const finding =
    (isSearching: boolean): CauseSearch["findInVectors"] =>
    async (evidence, options) => {
      const found = await findRunCauses(evidence, { ...options, expected: known, isSearching });
      learn(found.causes);
      return { ...found, causes: found.causes.map(marked) };
    };

  return {
    ...(isNew && { isNew }),
    findExpected: finding(false),
    findInVectors: finding(isSearching),
    async findInCases(falsified, passed, options) {
      if (!isSearching) return { causes: [], limitReached: false };
      const found = await explainCases(falsified, passed, options);
      learn([...(options.known ?? []), ...found.causes]);
      return { ...found, causes: found.causes.map(marked) };
    },
    explain({ input, answer, compared }) {
      const alternatives = explainer.explain(input, answer, compared);
      const isExpected = (mistakes: readonly Candidate[]): boolean => mistakes.every((one) => known.includes(one));
      return (alternatives?.find(isExpected) ?? alternatives?.[0])?.map(({ form }) => form);
    },
    differencesOf: ({ input, answer, compared }) => differencesFrom(explainer.predict(input), answer, input, compared),
  };
}

/** How an answer differs from the predicted one, at the first stage that differs. */
function differencesFrom(
  predicted: Answer,
  answer: Answer,
  { operation }: VectorInput,
  compared: readonly string[] | undefined,
): Differences {
  if (!predicted.ok || !answer.ok) return NOTHING_SPECIFIC;
  const isCompared = (stage: Stage): boolean =>
    stage === REQUIRED_STAGE[operation] || (compared?.includes(stage) !== false && answer.stages[stage] !== undefined);
  for (const stage of STAGES) {
    const [expected, actual] = [predicted.stages[stage], answer.stages[stage]];
    if (expected === undefined || actual === undefined || !isCompared(stage)) continue;
    const [right, wrong] = [stageText(stage, expected), stageText(stage, actual)];
    if (right !== wrong) return differencesOf(stage, right, wrong);
  }
  return NOTHING_SPECIFIC;
}

const NOTHING_SPECIFIC: Differences = { sentences: [], isSpecific: false };

/** Returns a function that tells whether a mistake alone changes the answer to a question. */
export function affecting(form: string): (input: VectorInput) => boolean {
  const mistake = candidateOf(form);
  if (mistake === undefined) return () => false;
  const { predict } = createAnswerExplainer([mistake]);
  return (input) => !isSame(input, predict(input), predict(input, []));
}
