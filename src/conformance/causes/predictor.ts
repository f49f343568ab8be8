/** Predicts what an implementation with certain mistakes answers. Everything that looks for causes asks this. */

import { isDeepStrictEqual } from "node:util";
import { cached, FAST_STAGES } from "../../diagnosis/search/fast-stages.ts";
import { type SignatureInput, type Stages, specification } from "../../model/index.ts";
import { inProcessDriver } from "../drivers/index.ts";
import { mutant } from "../implementations/index.ts";
import type { Answered } from "../runner/index.ts";
import {
  type Answer,
  type AnyInput,
  type Ask,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type Unequal,
  unequal,
  type VectorInput,
} from "../vectors/index.ts";
import type { Candidate } from "./candidates.ts";

/** What is changed in the specification: a mistake, or another decision on a point that RFC 5849 leaves open. */
export type Change = Pick<Candidate, "id" | "apply">;

/** Mistakes, in the order in which they are put into the specification. */
export type Mistakes = readonly Candidate[];

export const NONE: Mistakes = [];

/** The search reached its maximum number of predictions. */
export class LimitReached extends Error {
  override readonly name: string = "LimitReached";
}

export type Predictor = ReturnType<typeof createPredictor>;

/** Stages that need the signature. For the others, which come first, it is not computed: RSA is slow. */
const SIGNED: readonly Stage[] = ["signature", "authorization-header", "url", "body"];
/** The stages of the model that only these need. */
const SENDING: readonly (keyof Stages)[] = [
  "signature",
  "authorizationHeader",
  "url",
  "body",
  "encodeForm",
  "encodeForSending",
];

/** Predicts answers. What it computes is kept for the same list of mistakes. Each function can throw {@link LimitReached}. */
export function createPredictor() {
  let left = Number.POSITIVE_INFINITY;
  const signatures = new Map<string, string>();
  const signing: Stages = {
    ...FAST_STAGES,
    // Most mistakes leave most base strings unchanged.
    signature: (input) =>
      cached(signatures, JSON.stringify(input), () => {
        if (isRsa(input)) left -= RSA_COST;
        return specification.signature(input);
      }),
  };
  const unsigned: Stages = {
    ...signing,
    signature: () => "",
    authorizationHeader: () => "",
    url: () => "",
    body: () => undefined,
  };
  const askers = new WeakMap<readonly Change[], { readonly signing: Ask; readonly unsigned: Ask }>();
  const produced = new Map<Mistakes, Map<Answered, boolean>>();
  const bases = new WeakMap<Mistakes, Base>();

  /** What was predicted for the last input: one answer is compared in several ways. */
  const recent = { input: undefined as VectorInput | undefined, answers: new Map<Ask, Answer>() };

  function predict(mistakes: readonly Change[], input: VectorInput, isSigned: boolean): Answer {
    const asker = cached(askers, mistakes, () => ({
      signing: inProcessDriver(mutant(mistakes, signing)).ask,
      unsigned: inProcessDriver(mutant(mistakes, unsigned)).ask,
    }));
    const ask = isSigned ? asker.signing : asker.unsigned;
    if (recent.input !== input) recent.answers.clear();
    recent.input = input;
    return cached(recent.answers, ask, () => {
      if (--left < 0) throw new LimitReached();
      // The operations of the model return no promises.
      return ask(input) as Answer;
    });
  }

  /** The first stage at which an answer differs from the prediction, as far as the answer counts; `undefined` if none does. */
  function difference(mistakes: readonly Change[], { input, answer, compared }: Answered): Unequal | undefined {
    for (const { stages, isSigned } of phasesOf({ answer, compared })) {
      const predicted = predict(mistakes, input, isSigned);
      if (!predicted.ok || !answer.ok) {
        const isSame = isRefusal(predicted) && isRefusal(answer);
        return isSame
          ? undefined
          : { stage: REQUIRED_STAGE[input.operation], expected: answerText(predicted), actual: answerText(answer) };
      }
      for (const stage of stages) {
        const value = predicted.stages[stage];
        if (value === undefined && compared === undefined) continue;
        const wrong = unequal(stage, value, answer.stages[stage]);
        if (wrong !== undefined) return wrong;
      }
    }
    return undefined;
  }

  const baseOf = (mistakes: Mistakes): Base =>
    cached(bases, mistakes, () => ({
      stages: mistakes.reduce((stages, one) => one.apply(stages), signing),
      all: new Map(),
      applied: new Map(),
      calls: new WeakMap(),
    }));

  /** The stages that run for a prediction, with their calls. */
  function callsOf(mistakes: Mistakes, answered: Answered): Calls {
    const { all, calls } = baseOf(mistakes);
    return cached(calls, answered, () => {
      const made: Calls = new Map();
      const recorder: Change = { id: "", apply: (stages) => recording(stages, made, all) };
      const isSigned = phasesOf(answered).some((phase) => phase.isSigned);
      predict([...mistakes, recorder], answered.input, isSigned);
      if (!isSigned) for (const stage of SENDING) made.delete(stage);
      return made;
    });
  }

  /** Whether a mistake that is added to others returns another result for a call. Requests have many calls in common. */
  function isChanged(one: Candidate, { stages, applied }: Base, stage: keyof Stages, call: Call): boolean {
    const withOne = cached(applied, one, () => one.apply(stages));
    return cached(call.changedBy, one, () => isCallChanged(stage, call, withOne));
  }

  /**
   * Whether the prediction with mistakes can differ from that with some of them. It cannot if the others are in no stage that
   * runs for it, or follow them and each returns the same results there.
   */
  function concerns(mistakes: Mistakes, base: Mistakes, answered: Answered): boolean {
    const calls = callsOf(base, answered);
    const follow = base.every((one, at) => one === mistakes[at]);
    return mistakes.some((one) => {
      if (base.includes(one)) return false;
      const stages = one.stages.filter((stage) => calls.has(stage));
      // Later mistakes may call its stages with arguments that were not recorded.
      if (!follow) return stages.length > 0;
      return stages.some((stage) => [...calls.get(stage)!].some((call) => isChanged(one, baseOf(base), stage, call)));
    });
  }

  /** Whether mistakes produce an answer, as far as it counts. The result is not kept: a run explains each answer once. */
  function fits(mistakes: Mistakes, answered: Answered): boolean {
    return difference(concerns(mistakes, NONE, answered) ? mistakes : NONE, answered) === undefined;
  }

  /** Like {@link fits}; the result is kept. */
  function produces(mistakes: Mistakes, answered: Answered): boolean {
    const known = cached(produced, mistakes, () => new Map());
    return cached(known, answered, () =>
      mistakes === NONE || concerns(mistakes, NONE, answered)
        ? difference(mistakes, answered) === undefined
        : produces(NONE, answered),
    );
  }

  return {
    /**
     * Sets how many requests it computes before it throws: one whose answer is compared before and after signing counts twice, and
     * each RSA signature counts as {@link RSA_COST} more.
     */
    allow: (mostPredictions: number): void => {
      left = mostPredictions;
    },
    /** The answer of an implementation with these mistakes. */
    answer: (mistakes: readonly Change[], input: VectorInput) => predict(mistakes, input, true),
    difference,
    fits,
    produces,
    concerns,
  };
}

/** The stages of an answer that count: those that come before the signature, and then the others. */
function phasesOf({ answer, compared }: Pick<Answered, "answer" | "compared">): readonly {
  readonly stages: readonly Stage[];
  readonly isSigned: boolean;
}[] {
  if (!answer.ok) return [{ stages: [], isSigned: true }];
  const stages = STAGES.filter((stage) => answer.stages[stage] !== undefined && compared?.includes(stage) !== false);
  const [early, late] = [stages.filter((one) => !SIGNED.includes(one)), stages.filter((one) => SIGNED.includes(one))];
  return [
    ...(early.length > 0 || late.length === 0 ? [{ stages: early, isSigned: false }] : []),
    ...(late.length > 0 ? [{ stages: late, isSigned: true }] : []),
  ];
}

function isRefusal(answer: Answer): boolean {
  return !answer.ok && (answer.error === "refused" || answer.error === "failed");
}

function answerText(answer: Answer): string {
  return answer.ok ? "(an answer)" : `(${answer.error})`;
}

type Calls = Map<keyof Stages, Set<Call>>;

/** What is kept for mistakes to which others are added. */
interface Base {
  readonly stages: Stages;
  /** The calls for a text, of all requests. */
  readonly all: Map<string, Call>;
  /** The stages with one more mistake. */
  readonly applied: Map<Candidate, Stages>;
  readonly calls: WeakMap<Answered, Calls>;
}

/** What a stage was given, and its result; absent if the stage threw an error. Equal calls for a text share one object. */
interface Call {
  readonly given: readonly unknown[];
  result?: { readonly value: unknown } | undefined;
  /** Whether it has another result with one more mistake. */
  readonly changedBy: Map<Candidate, boolean>;
}

/** Whether a stage returns another result for a call. Signatures are not computed for this: RSA is slow. */
function isCallChanged(stage: keyof Stages, { given, result }: Call, stages: Stages): boolean {
  if (result === undefined || stage === "signature") return true;
  try {
    const own = given.map((one) => (isStages(one) ? stages : one));
    return !isDeepStrictEqual(callStage(stages, stage, own), result.value);
  } catch {
    return true;
  }
}

function callStage(stages: Stages, stage: keyof Stages, given: readonly unknown[]): unknown {
  return (stages[stage] as (...given: readonly unknown[]) => unknown)(...given);
}

/** Stages call others through the stages that they are given. */
function isStages(given: unknown): given is Stages {
  return typeof given === "object" && given !== null && "percentEncode" in given;
}

/** Returns the same stages, which record their calls. Many requests have calls for the same text in common. */
function recording(stages: Stages, made: Calls, all: Map<string, Call>): Stages {
  const noting =
    (name: keyof Stages) =>
    (...given: unknown[]): unknown => {
      const key = keyOf(given.filter((one) => !isStages(one)));
      const newCall = (): Call => ({ given, changedBy: new Map() });
      const call = key === undefined ? newCall() : cached(all, `${name} ${key}`, newCall);
      cached(made, name, () => new Set<Call>()).add(call);
      const result = callStage(stages, name, given);
      call.result ??= { value: result };
      return result;
    };
  const names = Object.keys(stages) as (keyof Stages)[];
  return Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Stages;
}

/** A key for texts and octets; `undefined` if anything else is given, which requests rarely have in common. */
function keyOf(given: readonly unknown[]): string | undefined {
  const isShared = given.every((one) => typeof one === "string" || one instanceof Uint8Array);
  return isShared ? given.map((one) => `${typeof one} ${one}`).join(" ") : undefined;
}

export const RSA_COST = 10;

function isRsa({ signatureMethod }: Pick<SignatureInput, "signatureMethod">): boolean {
  return signatureMethod.startsWith("RSA-");
}

/** Whether every prediction computes an RSA signature: no stage before it is compared. */
export function isCostly(answered: Answered): boolean {
  const { signatureMethod = "PLAINTEXT" }: AnyInput = answered.input;
  return isRsa({ signatureMethod }) && phasesOf(answered)[0]!.isSigned;
}
