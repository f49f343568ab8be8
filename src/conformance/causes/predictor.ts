/** Predicts what an implementation with certain mistakes answers. */

import { cached, FAST_STAGES } from "../../diagnosis/search/fast-stages.ts";
import { type SignatureInput, type Stages, specification } from "../../model/index.ts";
import { inProcessDriver } from "../drivers/index.ts";
import { mutant } from "../implementations/index.ts";
import { type CaseEvidence, differenceOf } from "../runner/index.ts";
import {
  type Answer,
  type Ask,
  expectedStage,
  quickVectors,
  type Stage,
  type StageValues,
  stageText,
  writeInput,
} from "../vectors/index.ts";
import type { Candidate } from "./candidates.ts";

/** Mistakes, in the order in which they are put into the specification. */
export type Mistakes = readonly Candidate[];

export const NONE: Mistakes = [];

/** The search reached its maximum number of predictions. */
export class LimitReached extends Error {
  override readonly name: string = "LimitReached";
}

/** Predicts answers. */
export interface Predictor {
  /**
   * The answer of an implementation with these mistakes, as far as the real answer was compared: up to its first difference.
   *
   * @throws LimitReached
   */
  readonly predict: (mistakes: Mistakes, evidence: CaseEvidence) => Promise<string>;
  /** Like `predict`, for mistakes to which others will be added: the result is kept. */
  readonly predictBase: Predictor["predict"];
  /** Whether the prediction equals the real answer. The result is kept for the same list of mistakes. */
  readonly reproduces: (mistakes: Mistakes, evidence: CaseEvidence) => Promise<boolean>;
  /**
   * Whether the prediction with mistakes can differ from that with some of them. It cannot if the others are in no stage that
   * runs for it, or follow them and each returns the same results there.
   *
   * @throws LimitReached
   */
  readonly concerns: (mistakes: Mistakes, base: Mistakes, evidence: CaseEvidence) => Promise<boolean>;
}

/** Stages that need the signature. For the others, which come first, it is not computed: RSA is slow. */
const SIGNED: readonly Stage[] = ["signature", "authorization-header", "url", "body"];
/** The stages of the model that only these need. */
export const SENDING: readonly (keyof Stages)[] = [
  "signature",
  "authorizationHeader",
  "url",
  "body",
  "encodeForm",
  "encodeForSending",
];

/**
 * @param mostPredictions the predictor throws after this many requests that it computes: one whose answer is compared before and
 *   after signing counts twice, and each RSA signature counts as {@link RSA_COST} more
 * @param pause awaited before each prediction
 */
export function createPredictor(mostPredictions: number, pause: () => Promise<void>): Predictor {
  let left = mostPredictions;
  const sign = cachingSignature((input) => {
    if (isRsa(input)) left -= RSA_COST;
    return specification.signature(input);
  });
  const signing: Stages = { ...FAST_STAGES, signature: sign };
  const unsigned: Stages = {
    ...signing,
    signature: () => "",
    authorizationHeader: () => "",
    url: () => "",
    body: () => undefined,
  };
  const reproduced = new WeakMap<Mistakes, WeakMap<CaseEvidence, boolean>>();
  const bases = new WeakMap<Mistakes, Base>();

  const allAskers = new WeakMap<readonly Change[], { readonly signing: Ask; readonly unsigned: Ask }>();

  const baseOf = (mistakes: Mistakes): Base =>
    cached(bases, mistakes, () => ({
      stages: mistakes.reduce((stages, one) => one.apply(stages), signing),
      calls: new Map(),
      applied: new WeakMap(),
      predictions: new WeakMap(),
    }));

  /** Whether a mistake that is added to others returns another result for a call. Requests have many calls in common. */
  function changes(one: Candidate, { stages, applied }: Base, stage: keyof Stages, call: Call): boolean {
    const own = cached(applied, one, () => ({ stages: one.apply(stages), changed: new WeakMap<Call, boolean>() }));
    return cached(own.changed, call, () => isChanged(stage, call, own.stages));
  }

  /** The predicted values, each computed only when it is needed. */
  function* valuesWith(mistakes: readonly Change[], evidence: CaseEvidence): Generator<string> {
    const askers = cached(allAskers, mistakes, () => ({
      signing: inProcessDriver(mutant(mistakes, signing)).ask,
      unsigned: inProcessDriver(mutant(mistakes, unsigned)).ask,
    }));
    const [before, after] = partition(comparedStages(evidence));
    const asked = [
      ...(before.length > 0 || after.length === 0 ? [{ ask: askers.unsigned, stages: before }] : []),
      ...(after.length > 0 ? [{ ask: askers.signing, stages: after }] : []),
    ];
    for (const { ask, stages } of asked) {
      if (--left < 0) throw new LimitReached();
      // The operations of the model return no promises.
      const answer = ask(evidence.asked.input) as Answer;
      if (!answer.ok) return yield REFUSED;
      for (const stage of stages) yield textIn(stage, answer.stages, evidence);
    }
  }

  async function predict(mistakes: readonly Change[], evidence: CaseEvidence): Promise<string> {
    await pause();
    return [...valuesWith(mistakes, evidence)].join("\n");
  }

  async function predictBase(base: Mistakes, evidence: CaseEvidence): Promise<BasePrediction> {
    const { calls, predictions } = baseOf(base);
    const before = predictions.get(evidence);
    if (before !== undefined) return before;
    const made: Calls = new Map();
    const recorder: Change = { id: "", apply: (given) => recording(given, made, calls) };
    const answer = await predict([...base, recorder], evidence);
    if (!isSigned(evidence)) for (const stage of SENDING) made.delete(stage);
    predictions.set(evidence, { answer, calls: made });
    return { answer, calls: made };
  }

  async function concerns(mistakes: Mistakes, base: Mistakes, evidence: CaseEvidence): Promise<boolean> {
    const { calls } = await predictBase(base, evidence);
    const follow = base.every((one, at) => one === mistakes[at]);
    return mistakes.some((one) => {
      if (base.includes(one)) return false;
      const stages = one.stages.filter((stage) => calls.has(stage));
      // Later mistakes may call its stages with arguments that were not recorded.
      if (!follow) return stages.length > 0;
      return stages.some((stage) => [...calls.get(stage)!].some((call) => changes(one, baseOf(base), stage, call)));
    });
  }

  async function isReproduced(mistakes: Mistakes, evidence: CaseEvidence): Promise<boolean> {
    if (mistakes !== NONE && !(await concerns(mistakes, NONE, evidence))) return reproduces(NONE, evidence);
    const given = givenValues(evidence);
    if (mistakes === NONE) return (await predictBase(NONE, evidence)).answer === given.join("\n");
    await pause();
    return areEqual(valuesWith(mistakes, evidence), given);
  }

  async function reproduces(mistakes: Mistakes, evidence: CaseEvidence): Promise<boolean> {
    const known = cached(reproduced, mistakes, () => new WeakMap());
    const isSame = known.get(evidence) ?? (await isReproduced(mistakes, evidence));
    known.set(evidence, isSame);
    return isSame;
  }

  return {
    predict,
    reproduces,
    predictBase: async (base, evidence) => (await predictBase(base, evidence)).answer,
    concerns,
  };
}

type Change = Pick<Candidate, "id" | "apply">;

/** A prediction, and the stages that ran for it, with their calls. */
interface BasePrediction {
  readonly answer: string;
  readonly calls: ReadonlyMap<keyof Stages, ReadonlySet<Call>>;
}

type Calls = Map<keyof Stages, Set<Call>>;

/** What is kept for mistakes to which others are added. */
interface Base {
  readonly stages: Stages;
  readonly calls: Map<string, Call>;
  /** The stages with one more mistake, and the calls whose results it changes. */
  readonly applied: WeakMap<Candidate, { readonly stages: Stages; readonly changed: WeakMap<Call, boolean> }>;
  readonly predictions: WeakMap<CaseEvidence, BasePrediction>;
}

/** What a stage was given, and its result; absent if the stage threw an error. Equal calls of all requests share one object. */
interface Call {
  readonly given: readonly unknown[];
  result?: { readonly value: unknown } | undefined;
}

/** Whether a stage returns another result for a call. Signatures are not computed for this: RSA is slow. */
function isChanged(stage: keyof Stages, { given, result }: Call, stages: Stages): boolean {
  if (result === undefined || stage === "signature") return true;
  try {
    const own = given.map((one) => (isStages(one) ? stages : one));
    return !isEqual(callStage(stages, stage, own), result.value);
  } catch {
    return true;
  }
}

/** Compares results of stages: texts, octets, and plain lists and objects of them. Parts that stages share are the same object. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof Uint8Array) return other instanceof Uint8Array && isSameOctets(one, other);
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => isEqual((one as Keyed)[key], (other as Keyed)[key]));
}

function isSameOctets(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((octet, at) => octet === other[at]);
}

type Keyed = Readonly<Record<string, unknown>>;

function callStage(stages: Stages, stage: keyof Stages, given: readonly unknown[]): unknown {
  return (stages[stage] as (...given: readonly unknown[]) => unknown)(...given);
}

/** Stages call others through the stages that they are given. */
function isStages(given: unknown): given is Stages {
  return typeof given === "object" && given !== null && "percentEncode" in given;
}

const RSA_COST = 10;

function isRsa({ signatureMethod }: Pick<SignatureInput, "signatureMethod">): boolean {
  return signatureMethod.startsWith("RSA-");
}

/** Whether every prediction computes an RSA signature: no stage before it is compared. */
export function isCostly(evidence: CaseEvidence): boolean {
  const [before, after] = partition(comparedStages(evidence));
  return before.length === 0 && after.length > 0 && inputText(evidence).includes('"RSA-');
}

function costOf(evidence: CaseEvidence): number {
  return isCostly(evidence) ? RSA_COST : 1;
}

/** The stages before the signature, and those that need it. */
function partition(stages: readonly Stage[]): readonly [before: readonly Stage[], after: readonly Stage[]] {
  return [stages.filter((one) => !SIGNED.includes(one)), stages.filter((one) => SIGNED.includes(one))];
}

function isSigned(evidence: CaseEvidence): boolean {
  return partition(comparedStages(evidence))[1].length > 0;
}

/** The cheapest predictions first. */
export function byCost(one: CaseEvidence, other: CaseEvidence): number {
  return costOf(one) - costOf(other) || inputText(one).length - inputText(other).length;
}

/** Vectors that passed: the quick ones first, because they detect every fault, and then the cheapest. */
export function contradictingFirst(passed: readonly CaseEvidence[]): CaseEvidence[] {
  const quick = quickVectors(passed.map((one) => ({ id: one.result.id, one }))).map(({ one }) => one);
  return [...new Set([...quick, ...[...passed].sort(byCost)])];
}

const inputTexts = new WeakMap<CaseEvidence, string>();

function inputText(evidence: CaseEvidence): string {
  const text = inputTexts.get(evidence) ?? JSON.stringify(writeInput(evidence.asked.input));
  inputTexts.set(evidence, text);
  return text;
}

/** The values of the real answer that are predicted. */
function givenValues(evidence: CaseEvidence): readonly string[] {
  const { difference } = evidence.result;
  if (difference?.actual === "(refused)" || "refused" in evidence.asked.expected)
    return [difference?.actual ?? REFUSED];
  return comparedStages(evidence).map((stage) =>
    stage === difference?.stage ? difference.actual : expectedText(evidence, stage),
  );
}

/** Whether values are equal. What follows the first difference is not computed. */
function areEqual(values: Iterable<string>, others: readonly string[]): boolean {
  let count = 0;
  for (const value of values) if (value !== others[count++]) return false;
  return count === others.length;
}

const REFUSED = "(refused)";

function comparedStages({ result: { passedStages, difference } }: CaseEvidence): readonly Stage[] {
  return difference === undefined ? passedStages : [...passedStages, difference.stage];
}

const expectedTexts = new WeakMap<CaseEvidence, Map<Stage, string>>();

function expectedText(evidence: CaseEvidence, stage: Stage): string {
  return cached(
    cached(expectedTexts, evidence, () => new Map<Stage, string>()),
    stage,
    () => {
      const expected = expectedStage(evidence.asked, stage);
      return expected === undefined ? "" : stageText(stage, expected);
    },
  );
}

function textIn(stage: Stage, stages: StageValues, evidence: CaseEvidence): string {
  const { asked, result } = evidence;
  const value = stages[stage];
  if (value === undefined) return "(nothing)";
  // Most values are identical; writing them as text is the slow part.
  const expected = expectedText(evidence, stage);
  const text = value === expectedStage(asked, stage) ? expected : stageText(stage, value);
  return stage === result.difference?.stage ? (differenceOf(stage, expected, text)?.actual ?? text) : text;
}

/** Returns the same stages, which record their calls. Many requests have calls in common. */
function recording(stages: Stages, made: Calls, all: Map<string, Call>): Stages {
  const noting =
    (name: keyof Stages) =>
    (...given: unknown[]): unknown => {
      const call = cached(all, `${name} ${JSON.stringify(given)}`, (): Call => ({ given }));
      cached(made, name, () => new Set<Call>()).add(call);
      const result = callStage(stages, name, given);
      call.result ??= { value: result };
      return result;
    };
  const names = Object.keys(stages) as (keyof Stages)[];
  return Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Stages;
}

/** Caches signatures, because most mistakes leave most base strings unchanged. */
export function cachingSignature(sign = specification.signature): Stages["signature"] {
  const known = new Map<string, string>();
  return (input: SignatureInput) => cached(known, JSON.stringify(input), () => sign(input));
}
