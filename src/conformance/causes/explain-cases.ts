/**
 * Explains the cases that falsify properties. A client with two mistakes falsifies a property in two ways, so no single mistake
 * explains all of its cases; the shrunk case shows one of them.
 */

import { explainGiven } from "../../diagnosis/explain-given.ts";
import { alternativesOf } from "../../diagnosis/search/diagnosis.ts";
import { answeredIn, createPause, type ExplainCases, type FalsifiedAnswers } from "../runner/index.ts";
import {
  type Answer,
  type AnyInput,
  openDecisions,
  REQUIRED_STAGE,
  type RequestInput,
  STAGES,
  type Stage,
  signingInput,
  type VectorInput,
} from "../vectors/index.ts";
import { CANDIDATES, candidateOf } from "./candidates.ts";
import { causeOf } from "./causes-of.ts";
import { explainAnswer, type Suspects, suspectsOf } from "./explain-answer.ts";
import { createPredictor, LimitReached, type Mistakes, NONE, type Predictor, SENDING } from "./predictor.ts";
import { contradictingFirst, contradiction, triedOf } from "./tried-cases.ts";

/** The most predictions of answers to passed vectors, of which none may contradict a cause. */
const MOST_PREDICTIONS = 40_000;
/** Combinations that are tried for one case. */
const MOST_COMBINATIONS = 20_000;

/** Explanations of one case that are compared with the vectors that passed. */
const MOST_COMPARED = 20;

/**
 * The mistakes that explain at least one shrunk case each, and that no passed vector contradicts. Those that the run found before
 * come first; another one is searched for only where they do not explain the case.
 */
export const explainCases: ExplainCases = async (falsified, passed, { signal, language, known = [] }) => {
  const predictor = createPredictor();
  const limited = createPredictor(MOST_PREDICTIONS);
  const pause = createPause(signal);
  const found = new Map(known.flatMap(({ form }) => candidateOf(form ?? "") ?? []).map((one) => [one.form, one]));
  const all = contradictingFirst(triedOf(passed));
  let limitReached = false;

  /** Explanations with most kept cases first; of equal ones, those with fewest mistakes that are new, and then the cheapest. */
  function likeliestFirst(explanations: readonly Mistakes[], kept: readonly FalsifiedAnswers[]): readonly Mistakes[] {
    const ranked = explanations.map((mistakes) => {
      const suspects = suspectsOf(mistakes);
      const explained = kept.filter((other) => explanationsOf(other, suspects, predictor).length > 0).length;
      const cost = mistakes.reduce((sum, one) => sum + (found.has(one.form) ? 0 : 1000 + one.cost), 0);
      return { mistakes, explained, cost };
    });
    ranked.sort((one, other) => other.explained - one.explained || one.cost - other.cost);
    return ranked.map(({ mistakes }) => mistakes);
  }

  /** Adds the first explanation of a shrunk case that nothing contradicts. */
  async function explainShrunk(one: FalsifiedAnswers, kept: readonly FalsifiedAnswers[]): Promise<void> {
    const before = [...found.values()];
    if (explanationsOf(one, suspectsOf(before), predictor).length > 0) return;
    const explanations = await mistakesOf(one, before, predictor, signal);
    for (const mistakes of likeliestFirst(explanations, kept).slice(0, MOST_COMPARED)) {
      await pause();
      if (contradiction(mistakes, NONE, all, limited) !== undefined) continue;
      for (const added of mistakes) found.set(added.form, added);
      return;
    }
  }

  try {
    for (const { shrunk, kept } of falsified) for (const one of shrunk) await explainShrunk(one, kept);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    limitReached = true;
  }
  return { causes: [...found.values()].map((one) => causeOf(one, [], [], language)), limitReached };
};

/** Every choice of mistakes that produces a case, of those that were found before and those that the diagnosis finds. */
async function mistakesOf(
  one: FalsifiedAnswers,
  found: Mistakes,
  predictor: Predictor,
  signal?: AbortSignal,
): Promise<readonly Mistakes[]> {
  for (const { input: given, answer } of answeredIn(one)) {
    for (const input of decidedInputs(given)) {
      const candidates = "request" in input ? await candidatesFor(input, answer, signal) : CANDIDATES;
      const suspects = suspectsOf([...new Set([...found, ...candidates])], found);
      const explanations = explanationsOf(one, suspects, predictor);
      if (explanations.length > 0) return explanations;
    }
  }
  return [];
}

/** The mistakes that the diagnosis finds. It needs a wrong signature: with a correct one, only what is sent can be wrong. */
async function candidatesFor(input: RequestInput, answer: Answer, signal?: AbortSignal): Promise<Mistakes> {
  const ids = await diagnosedIds(input, answer, signal);
  return ids.length === 0 ? OF_SENDING : CANDIDATES.filter(({ id }) => ids.includes(id));
}

const OF_SENDING = CANDIDATES.filter(({ stages }) => stages.some((stage) => SENDING.includes(stage)));

/** The input, and what a client may have signed instead where RFC 5849 is open. */
function decidedInputs(input: VectorInput): readonly VectorInput[] {
  const decisions = openDecisions(input);
  return decisions === "any" ? [input] : [input, ...decisions.map((one) => one.input)];
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

/** For each wrong answer of a case, every choice of mistakes that produces it; none if an answer is not explained. */
function explanationsOf(one: FalsifiedAnswers, suspects: Suspects, predictor: Predictor): readonly Mistakes[] {
  const explanations: Mistakes[] = [];
  for (const answered of answeredIn(one)) {
    const { input, answer } = answered;
    // A property may ask for stages that the implementation does not show.
    if (!answer.ok && answer.error === "unsupported") continue;
    const compared = [...SIGNED, REQUIRED_STAGE[input.operation]];
    const signed = explainAnswer(suspects, { ...answered, compared }, predictor);
    const found = signed?.some(isCorrect) ? explainAnswer(suspects, answered, predictor) : signed;
    if (found === undefined) return [];
    if (!found.some(isCorrect)) explanations.push(...found);
  }
  return explanations;
}

function isCorrect(mistakes: Mistakes): boolean {
  return mistakes.length === 0;
}
