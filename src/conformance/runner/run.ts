/**
 * Runs vectors and properties through a driver and emits what happens.
 *
 * @module
 */

import { type Driver, DriverBrokenError, type DriverTrouble, type Hello } from "../drivers/index.ts";
import {
  type Answer,
  answeredInput,
  computedStages,
  REQUIRED_STAGE,
  type Rule,
  type TestCase,
  writeInput,
} from "../vectors/index.ts";
import { type Outside, outsideOf } from "./applicable.ts";
import type { Suppress } from "./baseline.ts";
import { type AnswerCheck, checkAnswer } from "./check-answer.ts";
import { type RunEvent, type RunSettings, UNKNOWN } from "./events.ts";
import { inOrder } from "./in-flight.ts";
import { InterruptedError, interruptible } from "./interruptible.ts";
import type { CaseResult, Cause } from "./result.ts";
import { type PropertyRun, runProperties } from "./run-properties.ts";
import { isInShard } from "./shard.ts";
import { isFailure } from "./summary.ts";

/** One run: what is run, and who gets the events. */
export interface Run extends PropertyRun {
  readonly vectors: readonly TestCase[];
  readonly rules: ReadonlyMap<string, Rule>;
  readonly driver: Driver;
  readonly emit: (event: RunEvent) => void;
  /** What this run leaves out beyond what the implementation does not support: inputs outside a profile. */
  readonly outside?: Outside;
  /** Known failures. @default none */
  readonly suppress?: Suppress;
  /** Finds the causes of a failure. @default none */
  readonly explain?: (asked: TestCase, failure: CaseResult) => readonly Cause[];
  /** The run ends after this many failures. @default never */
  readonly maxFailures?: number;
  readonly settings?: RunSettings;
  /** What is known to be wrong with the driver before the run. @default nothing */
  readonly troubles?: readonly DriverTrouble[];
  /** Ends the run when it is aborted; its reason, such as `SIGINT`, is reported. @default the run cannot be interrupted */
  readonly signal?: AbortSignal;
}

/**
 * Runs vectors, then properties, from the event `start` to the event `end`; closes the driver whatever happens.
 *
 * @throws DriverBrokenError if the driver sends no hello; the events say so too
 */
export async function run(plan: Run): Promise<void> {
  const { laws, seed, shard, settings, suppress = (result) => result } = plan;
  const began = performance.now();
  const driver: Driver = { ...plan.driver, ...interruptible(plan.driver, plan.signal) };
  const vectors = plan.vectors.filter(({ id }) => isInShard(shard, id));
  const guard = createGuard(plan);
  const emit = (event: RunEvent): void => {
    guard.count(event);
    plan.emit(event);
  };
  let hasStarted = false;
  const start = (implementation: Hello["implementation"]): void => {
    hasStarted = true;
    const extent = { total: vectors.length, laws: laws.length, seed, ...(shard && { shard }) };
    emit({ type: "start", implementation, ...extent, ...(settings && { settings }) });
    for (const trouble of plan.troubles ?? []) emit({ type: "driver-trouble", ...trouble });
  };
  try {
    const hello = await driver.hello();
    start(hello.implementation);
    const outside = either(plan.outside, outsideOf(hello, driver));
    const choosesItself = hello.fixesNonceAndTimestamp === false;
    const inFlight = Math.min(plan.inFlight ?? 1, hello.limits?.inFlight ?? Number.POSITIVE_INFINITY);
    await runVectors(
      { ...plan, driver, suppress, inFlight, vectors, emit },
      { outside, choosesItself, isOver: guard.isOver },
    );
    const emitLaw = (event: RunEvent): void =>
      emit(event.type === "law" ? { ...event, result: suppress(event.result) } : event);
    await runProperties({ ...plan, driver, inFlight, emit: emitLaw }, { hello, outside, isOver: guard.isOver });
    const stopped = guard.stopped();
    if (stopped !== undefined) emit(stopped);
  } catch (error) {
    if (error instanceof InterruptedError) {
      if (!hasStarted) start(UNKNOWN);
      emit({ type: "stopped", reason: "interrupted", message: `${error.message} before every case had run` });
      return;
    }
    if (error instanceof DriverBrokenError) {
      start(UNKNOWN);
      emit({ type: "driver-trouble", trouble: error.trouble, message: error.message, stderr: error.stderr });
      emit({ type: "stopped", reason: "driver-broken", message: `nothing could be asked: ${error.message}` });
    }
    throw error;
  } finally {
    emit({ type: "end", milliseconds: performance.now() - began });
    await driver.close();
  }
}

function withCauses(asked: TestCase, result: CaseResult, explain: Run["explain"]): CaseResult {
  const causes = isFailure(result.verdict) ? (explain?.(asked, result) ?? []) : [];
  return causes.length === 0 ? result : { ...result, causes };
}

function either(first: Outside | undefined, second: Outside): Outside {
  return (input) => first?.(input) ?? second(input);
}

/** Asks several vectors at a time and emits their results in the order of the vectors. */
async function runVectors(
  { vectors, rules, driver, emit, inFlight = 1, suppress, explain }: Run & { readonly suppress: Suppress },
  {
    outside,
    choosesItself,
    isOver,
  }: { readonly outside: Outside; readonly choosesItself: boolean; readonly isOver: () => boolean },
): Promise<void> {
  const ask = async (asked: TestCase): Promise<{ asked: TestCase; judgement: AnswerCheck }> => {
    const message = outside(asked.input);
    if (message !== undefined) {
      return { asked, judgement: { verdict: "not-applicable", passedStages: [], message } };
    }
    const answer = await driver.ask(asked.input);
    return { asked, judgement: choosesItself ? judgeChosen(asked, answer) : checkAnswer(asked, answer) };
  };
  await inOrder(vectors, inFlight, ask, ({ asked, judgement }) => {
    const result = { ...describe(asked, rules), ...judgement };
    emit({ type: "case", result: withCauses(asked, suppress(result), explain) });
    return isOver();
  });
}

/** The part of a result that does not depend on the answer. */
function describe(asked: TestCase, rules: Run["rules"]): Omit<CaseResult, keyof AnswerCheck> {
  const { id, comment, rule, input, disputed } = asked;
  return {
    id,
    title: comment,
    rules: [rule],
    rule: rules.get(rule),
    requiredStage: REQUIRED_STAGE[input.operation],
    question: { operation: input.operation, input: writeInput(input) },
    repeat: ["--filter", id],
    ...(disputed === undefined ? {} : { disputed }),
  };
}

/** Compares the answer of a signer that chose nonce and timestamp itself with what the specification computes for those. */
function judgeChosen(asked: TestCase, answer: Answer): AnswerCheck {
  const { input } = asked;
  if (input.operation !== "sign" || "refused" in asked.expected || !answer.ok) return checkAnswer(asked, answer);
  try {
    const computed = Object.entries(computedStages(answeredInput(input, answer.stages)));
    const expected = Object.fromEntries(computed.filter(([stage]) => stage in asked.expected));
    return checkAnswer({ ...asked, expected }, answer);
  } catch (error) {
    return checkAnswer(asked, { ok: false, error: "malformed-answer", message: (error as Error).message });
  }
}

/** Ends a run before its plan does. */
function createGuard({ maxFailures = Number.POSITIVE_INFINITY, driver }: Run): {
  readonly count: (event: RunEvent) => void;
  readonly isOver: () => boolean;
  readonly stopped: () => Extract<RunEvent, { type: "stopped" }> | undefined;
} {
  let failures = 0;
  const stopped = (): Extract<RunEvent, { type: "stopped" }> | undefined => {
    const broken = driver.broken?.();
    if (broken !== undefined) return { type: "stopped", reason: "driver-broken", message: broken.message };
    if (failures < maxFailures) return undefined;
    return { type: "stopped", reason: "max-failures", message: `${failures} failures, and no more were asked for` };
  };
  return {
    count(event) {
      if ((event.type === "case" || event.type === "law") && isFailure(event.result.verdict)) failures++;
    },
    isOver: () => stopped() !== undefined,
    stopped,
  };
}
