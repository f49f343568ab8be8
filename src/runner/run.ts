/**
 * Runs vectors through a driver and tells what happens.
 *
 * @module
 */

import { type Driver, DriverBrokenError, type DriverTrouble, type Hello } from "../drivers/index.ts";
import { type Answer, answeredInput, computedStages, type Rule, type Vector } from "../suite/index.ts";
import { type Outside, outsideOf } from "./applicable.ts";
import { type Excuse, noExcuse } from "./baseline.ts";
import { type CaseResult, type Cause, type RunEvent, type RunSettings, UNKNOWN } from "./events.ts";
import { inOrder } from "./in-flight.ts";
import { judge } from "./judge.ts";
import { type LawRun, runLaws } from "./run-laws.ts";
import { isInShard } from "./shard.ts";
import { isFailure } from "./summary.ts";

/** One run: what is run, and who listens. */
export interface Run extends LawRun {
  readonly vectors: readonly Vector[];
  readonly rules: ReadonlyMap<string, Rule>;
  readonly driver: Driver;
  readonly emit: (event: RunEvent) => void;
  /** What is no part of this run, beyond what the implementation does not do: the inputs outside a profile. */
  readonly outside?: Outside;
  /** The failures that are known. @default none */
  readonly excuse?: Excuse;
  /** Says of a failure what may have caused it, for whoever knows. @default nobody does */
  readonly explain?: (failure: CaseResult) => readonly Cause[];
  /** After so many failures the run ends. @default never */
  readonly maxFailures?: number;
  readonly settings?: RunSettings;
  /** What is wrong with the driver is known before. @default nothing */
  readonly troubles?: readonly DriverTrouble[];
}

/**
 * Runs vectors, then laws, from the event `start` to the event `end`; closes the driver whatever happens.
 *
 * @throws DriverBrokenError where no hello came; it is told before
 */
export async function run(plan: Run): Promise<void> {
  const { driver, laws, seed, shard, settings, excuse = noExcuse } = plan;
  const began = performance.now();
  const vectors = plan.vectors.filter(({ id }) => isInShard(shard, id));
  const guard = createGuard(plan);
  const emit = (event: RunEvent): void => {
    const told = explained(excused(event, excuse), plan.explain);
    guard.count(told);
    plan.emit(told);
  };
  const start = (implementation: Hello["implementation"]): void => {
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
    await runVectors({ ...plan, inFlight, vectors, emit }, { outside, choosesItself, isOver: guard.isOver });
    await runLaws({ ...plan, inFlight, emit }, { hello, outside, isOver: guard.isOver });
    const stopped = guard.stopped();
    if (stopped !== undefined) emit(stopped);
  } catch (error) {
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

function excused(event: RunEvent, excuse: Excuse): RunEvent {
  if (event.type === "case") return { ...event, result: excuse(event.result) };
  if (event.type === "law") return { ...event, result: excuse(event.result) };
  return event;
}

function explained(event: RunEvent, explain: Run["explain"]): RunEvent {
  if (event.type !== "case" || !isFailure(event.result.verdict)) return event;
  const causes = explain?.(event.result) ?? [];
  return causes.length === 0 ? event : { ...event, result: { ...event.result, causes } };
}

function either(first: Outside | undefined, second: Outside): Outside {
  return (input) => first?.(input) ?? second(input);
}

/** Asks for each vector, several at a time, and tells of them in their order. */
async function runVectors(
  { vectors, rules, driver, emit, inFlight = 1 }: Run,
  {
    outside,
    choosesItself,
    isOver,
  }: { readonly outside: Outside; readonly choosesItself: boolean; readonly isOver: () => boolean },
): Promise<void> {
  const ask = async (vector: Vector): Promise<CaseResult> => {
    const rule = rules.get(vector.rule);
    const message = outside(vector.input);
    if (message !== undefined) return { vector, rule, verdict: "not-applicable", passedStages: [], message };
    const answer = await driver.ask(vector.input);
    const judgement = choosesItself ? judgeChosen(vector, answer) : judge(vector, answer);
    return { vector, rule, ...judgement };
  };
  await inOrder(vectors, inFlight, ask, (result) => {
    emit({ type: "case", result });
    return isOver();
  });
}

/** Judges a signer that chose nonce and timestamp: by what the specification computes for those. */
function judgeChosen(vector: Vector, answer: Answer): ReturnType<typeof judge> {
  const { input } = vector;
  if (input.operation !== "sign" || "refused" in vector.expected || !answer.ok) return judge(vector, answer);
  try {
    const computed = Object.entries(computedStages(answeredInput(input, answer.stages)));
    const expected = Object.fromEntries(computed.filter(([stage]) => stage in vector.expected));
    return judge({ ...vector, expected }, answer);
  } catch (error) {
    return judge(vector, { ok: false, error: "malformed-answer", message: (error as Error).message });
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
