/**
 * Explains the cases that falsify properties. A client with two mistakes falsifies a property in two ways, so no single mistake
 * explains all of its cases; the shrunk case shows one of them.
 */

import { explainGiven } from "../../diagnosis/explain-given.ts";
import { alternativesOf } from "../../diagnosis/search/diagnosis.ts";
import {
  type CaseEvidence,
  type Cause,
  createPause,
  type ExplainCases,
  type FalsifiedAnswers,
  type NearCause,
} from "../runner/index.ts";
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
import { type AnswerExplainer, createAnswerExplainer } from "./answer-explainer.ts";
import { CANDIDATES, type Candidate } from "./candidates.ts";
import { causeOf } from "./causes-of.ts";
import { contradictingFirst, createPredictor, LimitReached, NONE, type Predictor, SENDING } from "./predictor.ts";

/** The most predictions of answers to passed vectors, of which none may contradict a cause. */
const MOST_PREDICTIONS = 40_000;
/** Combinations that are tried for one case. */
const MOST_COMBINATIONS = 20_000;

/** Explanations of one case that are compared with the vectors that passed. */
const MOST_COMPARED = 20;

/**
 * The mistakes that explain at least one shrunk case each, and that no passed vector contradicts. Of several that explain a case,
 * those that the run found before are named.
 */
export const explainCases: ExplainCases = async (falsified, passed, { signal, language, known = [] }) => {
  const predictor = createPredictor(MOST_PREDICTIONS, createPause(signal));
  const found = new Map<string, ReturnType<typeof causeOf>>();
  const isKnown = ({ form }: Candidate): boolean => found.has(form) || known.some((one) => one.form === form);
  const all = contradictingFirst(passed);
  const nearly: NearCause[] = [];
  let limitReached = false;

  function add(mistakes: Explanation, reach: Reach): void {
    const { property } = reach;
    for (const mistake of mistakes) {
      const before = found.get(mistake.form) ?? causeOf(mistake, [], [], language);
      if (before.explains.includes(property)) continue;
      const explains = [...before.explains, property];
      found.set(mistake.form, { ...before, explains, reach: [...(before.reach ?? []), reach] });
    }
  }

  /** Adds the first explanation that nothing contradicts; if there is none, the likeliest one is nearly a cause. */
  async function explainShrunk(property: string, ranked: readonly Ranked[], of: number): Promise<void> {
    let near: NearCause | undefined;
    for (const { mistakes, explained } of ranked.slice(0, MOST_COMPARED)) {
      const reach = { property, explained, of };
      const contradiction = await contradictionOf(mistakes, all, predictor);
      if (contradiction === undefined) return add(mistakes, reach);
      if (explained > 0) near ??= { ...reach, mistakes: mistakes.map(({ id }) => id), contradictedBy: contradiction };
    }
    if (near !== undefined) nearly.push(near);
  }

  try {
    for (const { id, shrunk, kept } of falsified)
      for (const one of shrunk)
        await explainShrunk(id, ranked(await mistakesOf(one, signal), kept, isKnown), kept.length);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    limitReached = true;
  }
  return { causes: [...found.values()], nearly, limitReached };
};

type Reach = NonNullable<Cause["reach"]>[number];

/** An explanation of a shrunk case, and how many of the kept ones it explains. */
interface Ranked {
  readonly mistakes: Explanation;
  readonly explained: number;
}

/**
 * The explanations of a shrunk case: first those that explain most of the kept ones; of equal ones, those with fewest mistakes that
 * were not found before, and then the cheapest.
 */
function ranked(
  explanations: readonly Explanation[],
  kept: readonly FalsifiedAnswers[],
  isKnown: (mistake: Candidate) => boolean,
): readonly Ranked[] {
  const all = explanations.map((mistakes) => {
    const explainer = createAnswerExplainer(mistakes);
    const explained = kept.filter((other) => explanationsOf(other, explainer).length > 0).length;
    const rank = mistakes.reduce((sum, one) => sum + (isKnown(one) ? 0 : 1000 + one.cost), 0);
    return { mistakes, explained, rank };
  });
  return all.sort((one, other) => other.explained - one.explained || one.rank - other.rank);
}

/** Mistakes that together produce the wrong answers of a case. */
type Explanation = readonly Candidate[];

/** Every choice of mistakes that produces a case, of those that the diagnosis finds. */
async function mistakesOf(one: FalsifiedAnswers, signal?: AbortSignal): Promise<readonly Explanation[]> {
  for (const [at, answer] of one.answers.entries()) {
    for (const input of decidedInputs(answered(one, at))) {
      const candidates = "request" in input ? await candidatesFor(input, answer, signal) : CANDIDATES;
      const found = explanationsOf(one, createAnswerExplainer(candidates));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The mistakes that the diagnosis finds. It needs a wrong signature: with a correct one, only what is sent can be wrong. */
async function candidatesFor(input: RequestInput, answer: Answer, signal?: AbortSignal): Promise<readonly Candidate[]> {
  const ids = await diagnosedIds(input, answer, signal);
  return ids.length === 0 ? OF_SENDING : CANDIDATES.filter(({ id }) => ids.includes(id));
}

const OF_SENDING = CANDIDATES.filter(({ stages }) => stages.some((stage) => SENDING.includes(stage)));

/** The input, and what a client may have signed instead where RFC 5849 is open. */
function decidedInputs(input: VectorInput): readonly VectorInput[] {
  const decisions = openDecisions(input);
  return decisions === "any" ? [input] : [input, ...decisions.map((one) => one.input)];
}

function answered({ asked, answers }: Pick<FalsifiedAnswers, "asked" | "answers">, at: number): VectorInput {
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

/** The stages of what is sent: where the signature is wrong too, they may differ for another reason. */
const SENT: readonly Stage[] = ["authorization-header", "url", "body"];
const SIGNED = STAGES.filter((stage) => !SENT.includes(stage));

/** Every choice of mistakes that produces all wrong answers of a case; none if an answer is not explained. */
function explanationsOf({ asked, answers }: FalsifiedAnswers, explainer: AnswerExplainer): readonly Explanation[] {
  const explanations: Explanation[] = [];
  for (const [at, answer] of answers.entries()) {
    // A property may ask for stages that the implementation does not show.
    if (!answer.ok && answer.error === "unsupported") continue;
    const input = answered({ asked, answers }, at);
    const signed = explainer.explain(input, answer, SIGNED);
    const found = signed?.some(isRight) ? explainer.explain(input, answer) : signed;
    if (found === undefined) return [];
    if (!found.some(isRight)) explanations.push(...found);
  }
  return explanations;
}

function isRight(mistakes: Explanation): boolean {
  return mistakes.length === 0;
}

/**
 * The id of a vector whose answer is correct and would be wrong with the mistakes; `undefined` if there is none.
 *
 * @throws LimitReached
 */
async function contradictionOf(
  mistakes: Explanation,
  passed: readonly CaseEvidence[],
  predictor: Predictor,
): Promise<string | undefined> {
  for (const one of passed) {
    if (!(await predictor.reproduces(mistakes, one)) && (await predictor.reproduces(NONE, one))) return one.result.id;
  }
  return undefined;
}
