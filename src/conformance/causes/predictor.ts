/** Predicts what an implementation with certain mistakes answers. All searches for causes use it. */

import { isDeepStrictEqual } from "node:util";
import { cached, FAST_STAGES } from "../../diagnosis/search/fast-stages.ts";
import { type Stages, specification } from "../../model/index.ts";
import { modelAnswer } from "../implementations/index.ts";
import type { Answered } from "../runner/index.ts";
import {
  type Answer,
  type AnyInput,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type Unequal,
  unequal,
  type VectorInput,
} from "../vectors/index.ts";
import type { Candidate } from "./candidates.ts";

/** What is changed in the specification: a mistake, or another decision on a point that RFC 5849 leaves open. */
export type Change = Pick<Candidate, "apply">;

/** Mistakes, in the order in which they are put into the specification. */
export type Mistakes = readonly Candidate[];

export const NONE: Mistakes = [];

/** The search reached its maximum number of predictions. */
export class LimitReached extends Error {
  override readonly name: string = "LimitReached";
}

export type Predictor = ReturnType<typeof createPredictor>;

/** Stages that need the signature. For earlier stages, the signature is not computed: RSA is slow. */
const SIGNED: readonly Stage[] = ["signature", "authorization-header", "url", "body"];
/** Replaces the stages of the model that only {@link SIGNED} needs, if none of those counts. */
const UNSIGNED: Partial<Stages> = {
  signature: () => "",
  authorizationHeader: () => "",
  url: () => "",
  body: () => undefined,
};

/** Predicts answers, and caches them for each list of mistakes. Each function can throw {@link LimitReached}. */
export function createPredictor() {
  let left = Number.POSITIVE_INFINITY;
  const signatures = new Map<string, string>();
  const signing: Stages = {
    ...FAST_STAGES,
    // Most mistakes leave most base strings unchanged.
    signature: (input) =>
      cached(signatures, JSON.stringify(input), () => {
        if (input.signatureMethod.startsWith("RSA-")) left -= RSA_COST;
        return specification.signature(input);
      }),
  };
  const none = changedStages(signing);
  let made: Calls = new Map();
  const recorder: Change = { apply: (stages) => recording(stages, () => made) };

  /** What was predicted for the last input: one answer is compared in several ways. */
  const recent = { input: undefined as VectorInput | undefined, answers: new Map<Stages, Answer>() };

  function withAll(mistakes: readonly Change[]): Changed {
    return mistakes.reduce(withOne, none);
  }

  function predict(stages: Stages, input: VectorInput): Answer {
    if (recent.input !== input) recent.answers.clear();
    recent.input = input;
    return cached(recent.answers, stages, () => compute(stages, input));
  }

  function compute(stages: Stages, input: VectorInput): Answer {
    if (--left < 0) throw new LimitReached();
    return modelAnswer(input, stages);
  }

  /** The first stage that counts at which an answer differs from the prediction; `undefined` if there is no difference. */
  function difference(mistakes: readonly Change[], { input, answer, compared }: Answered): Unequal | undefined {
    const changed = withAll(mistakes);
    for (const { stages, of } of phasesOf({ answer, compared })) {
      const predicted = predict(changed[of], input);
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

  /** The stages that run for a prediction, with their calls. */
  function callsOf(base: Changed, answered: Answered): Calls {
    return cached(base.calls, answered, () => {
      made = new Map();
      // The last phase has the calls of the others.
      compute(withOne(base, recorder)[phasesOf(answered).at(-1)!.of], answered.input);
      return made;
    });
  }

  /**
   * Whether the prediction with `mistakes` can differ from the one with `before`. It cannot if the others are in no stage
   * that runs for it, or follow `before` and each returns the same results there.
   */
  function concerns(mistakes: Mistakes, before: Mistakes, answered: Answered): boolean {
    const base = withAll(before);
    const calls = callsOf(base, answered);
    const follow = before.every((one, at) => one === mistakes[at]);
    return mistakes.some((one) => {
      if (before.includes(one)) return false;
      const stages = one.stages.filter((stage) => calls.has(stage));
      // Later mistakes may call its stages with arguments that were not recorded.
      if (!follow) return stages.length > 0;
      return stages.some((stage) =>
        calls.get(stage)!.some((call) => isCallChanged(stage, call, withOne(base, one).signed)),
      );
    });
  }

  /** Whether mistakes produce all stages of an answer that count. */
  function produces(mistakes: Mistakes, answered: Answered): boolean {
    return cached(withAll(mistakes).produced, answered, () =>
      mistakes.length === 0 || concerns(mistakes, NONE, answered)
        ? difference(mistakes, answered) === undefined
        : produces(NONE, answered),
    );
  }

  return {
    /**
     * Sets how many requests may be computed before {@link LimitReached}: a request compared before and after signing counts
     * twice, and each RSA signature counts as {@link RSA_COST} more.
     */
    allow: (mostPredictions: number): void => {
      left = mostPredictions;
    },
    /** The answer of an implementation with these mistakes. */
    answer: (mistakes: readonly Change[], input: VectorInput) => predict(withAll(mistakes).signed, input),
    difference,
    produces,
    concerns,
  };
}

/** The stages of an answer that count: those that come before the signature, and then the others. */
function phasesOf({ answer, compared }: Pick<Answered, "answer" | "compared">): readonly {
  readonly stages: readonly Stage[];
  readonly of: "signed" | "unsigned";
}[] {
  if (!answer.ok) return [{ stages: [], of: "signed" }];
  const stages = STAGES.filter((stage) => answer.stages[stage] !== undefined && compared?.includes(stage) !== false);
  const [early, late] = [stages.filter((one) => !SIGNED.includes(one)), stages.filter((one) => SIGNED.includes(one))];
  return [
    ...(early.length > 0 || late.length === 0 ? [{ stages: early, of: "unsigned" as const }] : []),
    ...(late.length > 0 ? [{ stages: late, of: "signed" as const }] : []),
  ];
}

function isRefusal(answer: Answer): boolean {
  return !answer.ok && (answer.error === "refused" || answer.error === "failed");
}

function answerText(answer: Answer): string {
  return answer.ok ? "(an answer)" : `(${answer.error})`;
}

/** The stages with mistakes, and what is kept for them. */
interface Changed {
  readonly signed: Stages;
  readonly unsigned: Stages;
  /** The stages with one more mistake. */
  readonly next: WeakMap<Change, Changed>;
  readonly produced: WeakMap<Answered, boolean>;
  readonly calls: WeakMap<Answered, Calls>;
}

function changedStages(signed: Stages): Changed {
  const unsigned = { ...signed, ...UNSIGNED };
  return { signed, unsigned, next: new WeakMap(), produced: new WeakMap(), calls: new WeakMap() };
}

function withOne({ signed, next }: Changed, one: Change): Changed {
  return cached(next, one, () => changedStages(one.apply(signed)));
}

type Calls = Map<keyof Stages, Call[]>;

/** The arguments and the result of a stage; no result if the stage threw an error. */
interface Call {
  readonly given: readonly unknown[];
  result?: { readonly value: unknown } | undefined;
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

/** Whether an argument is the stages, to call others through. */
function isStages(given: unknown): given is Stages {
  return typeof given === "object" && given !== null && "percentEncode" in given;
}

/** Returns stages that record each call before they make it. */
function recording(stages: Stages, made: () => Calls): Stages {
  const noting =
    (name: keyof Stages) =>
    (...given: unknown[]): unknown => {
      const call: Call = { given };
      cached(made(), name, () => []).push(call);
      const value = callStage(stages, name, given);
      call.result = { value };
      return value;
    };
  const names = Object.keys(stages) as (keyof Stages)[];
  return Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Stages;
}

export const RSA_COST = 10;

/** Whether every prediction computes an RSA signature: no stage before it is compared. */
export function isCostly(answered: Answered): boolean {
  const { signatureMethod = "PLAINTEXT" }: AnyInput = answered.input;
  return signatureMethod.startsWith("RSA-") && phasesOf(answered)[0]!.of === "signed";
}
