/**
 * Explains the cases that falsify properties. A client with two mistakes falsifies a property in two ways, so no single mistake
 * explains all of its cases; the shrunk case shows one of them.
 */

import { explainGiven } from "../../diagnosis/explain-given.ts";
import { alternativesOf } from "../../diagnosis/search/diagnosis.ts";
import { type CaseEvidence, createPause, type ExplainCases, type FalsifiedAnswers } from "../runner/index.ts";
import {
  type Answer,
  type AnyInput,
  openDecisions,
  type RequestInput,
  STAGES,
  type Stage,
  signingInput,
  type VectorInput,
} from "../vectors/index.ts";
import { type AnswerJudge, createAnswerJudge } from "./answer-judge.ts";
import { CANDIDATES, type Candidate } from "./candidates.ts";
import { causeOf } from "./causes-of.ts";
import { createPredictor, LimitReached, type Predictor } from "./predictor.ts";

/** The most predictions of answers to passed vectors, of which none may contradict a cause. */
const MOST_PREDICTIONS = 40_000;
/** Combinations that are tried for one case. */
const MOST_COMBINATIONS = 20_000;

/**
 * The mistakes that explain at least one shrunk case each, and that no passed vector contradicts. Of several that explain a case,
 * those that the run found before are named.
 */
export const explainCases: ExplainCases = async (falsified, passed, { signal, language, known = [] }) => {
  const predictor = createPredictor(MOST_PREDICTIONS, createPause(signal));
  const found = new Map<string, ReturnType<typeof causeOf>>();
  const isKnown = ({ form }: Candidate): boolean => found.has(form) || known.some((one) => one.form === form);
  let limitReached = false;
  for (const { id, shrunk, kept } of falsified) {
    for (const one of shrunk) {
      const likeliest = best(await mistakesOf(one, signal), kept, isKnown);
      if (likeliest === undefined) continue;
      const refuted = await isContradicted(likeliest.mistakes, passed, predictor);
      limitReached ||= refuted === "unknown";
      if (refuted !== false) continue;
      const { mistakes, explained } = likeliest;
      for (const mistake of mistakes) {
        const before = found.get(mistake.form) ?? causeOf(mistake, [], [], language);
        if (before.explains.includes(id)) continue;
        const reach = [...(before.reach ?? []), { property: id, explained, of: kept.length }];
        found.set(mistake.form, { ...before, explains: [...before.explains, id], reach });
      }
    }
  }
  return { causes: [...found.values()], limitReached };
};

/**
 * The explanation of a shrunk case that explains most of the kept ones; of equal ones, that with fewest mistakes that were not
 * found before, and then the cheapest.
 */
function best(
  explanations: readonly Explanation[],
  kept: readonly FalsifiedAnswers[],
  isKnown: (mistake: Candidate) => boolean,
): { readonly mistakes: Explanation; readonly explained: number } | undefined {
  const ranked = explanations.map((mistakes) => {
    const judge = createAnswerJudge(mistakes);
    const explained = kept.filter((other) => explanationsOf(other, judge).length > 0).length;
    const rank = mistakes.reduce((sum, one) => sum + (isKnown(one) ? 0 : 1000 + one.cost), 0);
    return { mistakes, explained, rank };
  });
  return ranked.sort((one, other) => other.explained - one.explained || one.rank - other.rank)[0];
}

/** Mistakes that together produce the wrong answers of a case. */
type Explanation = readonly Candidate[];

/** Every choice of mistakes that produces a case, of those that the diagnosis finds. */
async function mistakesOf(one: FalsifiedAnswers, signal?: AbortSignal): Promise<readonly Explanation[]> {
  for (const [at, answer] of one.answers.entries()) {
    for (const input of decidedInputs(answered(one, at))) {
      // Only a signed request can be diagnosed; other questions concern few mistakes.
      const ids = "request" in input ? await diagnosedIds(input, answer, signal) : undefined;
      const found = explanationsOf(one, createAnswerJudge(ids === undefined ? CANDIDATES : ofFaults(ids)));
      if (found.length > 0) return found;
    }
  }
  return [];
}

function ofFaults(ids: readonly string[]): readonly Candidate[] {
  return CANDIDATES.filter(({ id }) => ids.includes(id));
}

/** The input, and what a client may have signed instead where RFC 5849 is open. */
function decidedInputs(input: VectorInput): readonly VectorInput[] {
  const decisions = openDecisions(input);
  return decisions === "any" ? [input] : [input, ...decisions.map((one) => one.input)];
}

function answered({ asked, answers }: FalsifiedAnswers, at: number): VectorInput {
  const answer = answers[at]!;
  return (answer.ok && answer.input) || asked[at]!;
}

/**
 * The one place that calls the diagnosis.
 *
 * @returns the ids of the mistakes with which a client signs a request as it was answered
 */
async function diagnosedIds(input: RequestInput, answer: Answer, signal?: AbortSignal): Promise<readonly string[]> {
  if (!answer.ok) return [];
  const { signature, "base-string": baseString } = answer.stages;
  const evidence = {
    ...(typeof signature === "string" && { signature }),
    ...(typeof baseString === "string" && { baseString }),
  };
  const { credentials: key = {} }: AnyInput = input;
  const options = { budget: { combinations: MOST_COMBINATIONS }, signal };
  const { diagnosis } = await explainGiven({ request: signingInput(input), keys: [key], evidence }, options);
  return alternativesOf(diagnosis)
    .flat()
    .map(({ id }) => id);
}

/** The stages of what is sent; a case that differs before them may differ there too, for another reason. */
const SENT: readonly Stage[] = ["authorization-header", "url", "body"];
const SIGNED = STAGES.filter((stage) => !SENT.includes(stage));

/** Every choice of mistakes that produces all answers of a case; none if an answer is not explained. */
function explanationsOf(one: FalsifiedAnswers, judge: AnswerJudge): readonly Explanation[] {
  const compared = SENT.includes(one.falsification.stage) ? STAGES : SIGNED;
  const explanations: Explanation[] = [];
  for (const [at, answer] of one.answers.entries()) {
    // A property may ask for stages that the implementation does not show.
    if (!answer.ok && answer.error === "unsupported") continue;
    const found = decidedInputs(answered(one, at)).flatMap((input) => judge.explain(input, answer, compared) ?? []);
    if (found.length === 0) return [];
    if (!found.some((mistakes) => mistakes.length === 0)) explanations.push(...found);
  }
  return explanations;
}

/** `unknown` if the limit of predictions is reached before. */
async function isContradicted(
  mistakes: Explanation,
  passed: readonly CaseEvidence[],
  predictor: Predictor,
): Promise<boolean | "unknown"> {
  try {
    for (const one of passed) {
      const isWrong = (await predictor.concerns(mistakes, [], one)) && !(await predictor.reproduces(mistakes, one));
      if (isWrong && (await predictor.reproduces([], one))) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof LimitReached) return "unknown";
    throw error;
  }
}
