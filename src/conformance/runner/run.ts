/** Runs vectors and properties through a driver and emits events. */

import { type Driver, DriverBrokenError, type DriverProblem, type Hello } from "../drivers/index.ts";
import { type Answer, REQUIRED_STAGE, type Rule, type Stage, type TestCase, writeInput } from "../vectors/index.ts";
import { adaptedSubject } from "./adapted-subject.ts";
import { type AskedCase, declaredIn, type Question, questionsFor } from "./asked-cases.ts";
import { type AnswerCheck, checkAnswer, checkChosenAnswer } from "./check-answer.ts";
import { DriverGoneError } from "./driver-gone.ts";
import { type RunEvent, type RunSettings, type Stopped, UNKNOWN } from "./events.ts";
import type { CaseEvidence, Explain, ExplainCases, PropertyEvidence, RunCauses } from "./evidence.ts";
import { inOrder } from "./in-flight.ts";
import { InterruptedError, interruptible } from "./interruptible.ts";
import { type Outside, outsideOf } from "./offered.ts";
import type { CaseResult } from "./result.ts";
import { type PropertyRun, type RunContext, runProperties } from "./run-properties.ts";
import { stopwatch } from "./stopwatch.ts";
import { isFailure } from "./summary.ts";
import { watchUndeclared } from "./undeclared.ts";

/** What to run, and what receives the events. */
export interface Run extends PropertyRun {
  readonly vectors: readonly TestCase[];
  /** How the vectors are asked, for a caller that already knows. @default as the driver declares */
  readonly questions?: readonly Question[];
  readonly rules: ReadonlyMap<string, Rule>;
  /** The programming language of the implementation, for the code of fixes, if its hello does not name one. */
  readonly language?: string;
  /** Excludes more inputs than the implementation does, such as those outside a profile. */
  readonly outside?: Outside;
  /**
   * Finds the causes of the failures after the vectors have run, so that the properties can be checked with them.
   *
   * @default none are reported
   */
  readonly explain?: Explain;
  /** Finds causes of the shrunk cases of properties that are falsified. @default none are reported */
  readonly explainCases?: ExplainCases;
  /** The run ends after this many failures. @default never */
  readonly maxFailures?: number;
  readonly settings?: RunSettings;
  /** Problems with the driver that were found before the run. @default none */
  readonly driverProblems?: readonly DriverProblem[];
  /** Ends the run when it is aborted. Its reason, such as `SIGINT`, is reported. @default the run cannot be interrupted */
  readonly signal?: AbortSignal;
}

/**
 * Runs vectors, then properties, from the event `start` to the event `end`, and closes the driver.
 *
 * @throws DriverBrokenError if the driver sends no hello; the events report that too
 */
export async function run(plan: Run): Promise<void> {
  const { properties, seed, settings } = plan;
  const since = stopwatch(plan.now);
  const asking = interruptible(plan.driver, plan.signal);
  const undeclared = watchUndeclared(asking.ask);
  const driver: Driver = { ...plan.driver, hello: asking.hello, ask: undeclared.ask };
  const limit = createLimit(plan);
  const emit = (event: RunEvent): void => {
    limit.count(event);
    plan.emit(event);
  };
  /** Failures that the new baseline may accept. */
  const held: CaseResult[] = [];
  const emitVector = (event: RunEvent): void => {
    if (plan.gate?.accept !== undefined && event.type === "case" && isFailure(event.result.verdict))
      held.push(event.result);
    else emit(event);
  };
  const emitHeld = (accept = (result: CaseResult): CaseResult => result): void => {
    for (const result of held.splice(0)) emit({ type: "case", result: accept(result) });
  };
  let hasStarted = false;
  const start = (implementation: Hello["implementation"], sources = 0): void => {
    hasStarted = true;
    emit({
      type: "start",
      implementation,
      total: plan.vectors.length,
      ...(sources > 0 && { sources }),
      properties: properties.length,
      seed,
      ...(settings && { settings }),
    });
    for (const problem of plan.driverProblems ?? []) emit({ type: "driver-problem", ...problem });
  };
  try {
    const hello = await driver.hello();
    const declared = declaredIn(hello);
    const notOffered = outsideOf(hello, driver);
    const outside: Outside = (input) => plan.outside?.(input) ?? notOffered(input);
    const questions = plan.questions ?? questionsFor(plan.vectors, declared, outside);
    start(hello.implementation, publishedSources(questions));
    const inFlight = Math.min(plan.inFlight ?? 1, hello.limits?.inFlight ?? Number.POSITIVE_INFINITY);
    const cases: CaseEvidence[] = [];
    const ofProperties: PropertyEvidence[] = [];
    const isOver = (): boolean => limit.stopped() !== undefined;
    const context = { hello, outside, isOver };
    let found: RunCauses | undefined;
    try {
      const keepCase = (one: CaseEvidence): void => void cases.push(one);
      await runVectors(questions, { ...plan, driver, inFlight, emit: emitVector }, { ...context, keep: keepCase });
      found = await causesOf(cases, plan, hello);
      await plan.gate?.learn(found?.causes ?? [], cases);
      if (!isOver()) emitHeld(plan.gate?.accept?.vector);
      const keepProperty = (one: PropertyEvidence): void => void ofProperties.push(one);
      await runProperties({ ...plan, driver, inFlight, emit }, { ...context, keep: keepProperty });
    } catch (error) {
      // The event `stopped` reports it.
      if (!(error instanceof DriverGoneError)) throw error;
    }
    emitHeld();
    if (plan.corroboration !== undefined) emit({ type: "corroboration", ...(await plan.corroboration.result()) });
    const problem = undeclared.problem();
    if (problem !== undefined) emit({ type: "driver-problem", ...problem });
    // Accepted failures are known, as they will be in the next run.
    if (plan.gate?.accept === undefined) {
      found = await withCases(found, cases, ofProperties, plan, hello);
      if (found !== undefined) emit({ type: "causes", ...withProperties(found, ofProperties) });
    }
    const stopped = limit.stopped();
    if (stopped !== undefined) emit({ type: "stopped", ...stopped });
  } catch (error) {
    if (error instanceof InterruptedError) {
      if (!hasStarted) start(UNKNOWN);
      emitHeld();
      emit({ type: "stopped", reason: "interrupted", message: `${error.message} before the end of the run` });
      return;
    }
    if (error instanceof DriverBrokenError) {
      const { kind, message, stderr } = error;
      start(UNKNOWN);
      emit({ type: "driver-problem", kind, message, stderr });
      emit({ type: "stopped", reason: "driver-broken", message: `the driver sent no hello: ${message}` });
    }
    throw error;
  } finally {
    emit({ type: "end", milliseconds: since() });
    await driver.close();
    await plan.corroboration?.close();
  }
}

/** The causes of failures that are not known; `undefined` if there are none, or causes are not searched for. */
async function causesOf(
  evidence: readonly CaseEvidence[],
  { explain, signal, language }: Run,
  { implementation }: Hello,
): Promise<RunCauses | undefined> {
  if (!evidence.some(({ result }) => isFailure(result.verdict))) return undefined;
  return explain?.(evidence, { signal, language: implementation.language || language });
}

/** Adds the causes of single cases of properties. Only cases that no cause of the run explains are kept for this. */
async function withCases(
  found: RunCauses | undefined,
  cases: readonly CaseEvidence[],
  properties: readonly PropertyEvidence[],
  { explainCases, signal, language }: Run,
  { implementation }: Hello,
): Promise<RunCauses | undefined> {
  const falsified = properties.flatMap(({ property: { id }, falsified }) =>
    falsified.shrunk.length === 0 ? [] : [{ id, ...falsified }],
  );
  if (falsified.length === 0 || explainCases === undefined) return found;
  const passed = cases.filter(({ result }) => result.verdict === "pass");
  const options = { signal, language: implementation.language || language, known: found?.causes ?? [] };
  const { causes: more, nearly, limitReached } = await explainCases(falsified, passed, options);
  const none = { causes: [], failures: 0, passes: passed.length, limitReached: false };
  const { causes, ...counts } = found ?? none;
  const merged = causes.map((cause) => {
    const same = more.find(({ form }) => form === cause.form);
    return same === undefined
      ? cause
      : { ...cause, reach: same.reach!, explains: [...cause.explains, ...same.explains] };
  });
  const added = more.filter(({ form }) => !causes.some((one) => one.form === form));
  return {
    ...counts,
    nearly: nearly ?? [],
    limitReached: counts.limitReached || limitReached,
    causes: [...merged, ...added],
  };
}

/** Adds the properties that the causes explain, and counts all that failed. */
function withProperties(found: RunCauses, properties: readonly PropertyEvidence[]): RunCauses {
  const explained = ({ form }: RunCauses["causes"][number]): string[] =>
    properties.flatMap(({ result, explainedBy }) =>
      // Causes that explain only some of the cases do not explain the counterexample.
      result.verdict === "explained" && explainedBy.some((one) => one === form) ? [result.id] : [],
    );
  const failed = properties.filter(({ result: { verdict } }) => verdict === "fail" || verdict === "explained");
  const causes = found.causes.map((cause) => ({
    ...cause,
    explains: [...new Set([...cause.explains, ...explained(cause)])],
  }));
  return { ...found, causes, failures: found.failures + failed.length };
}

/** Asks several vectors at a time and emits the results in the order of the vectors. */
async function runVectors(
  questions: readonly Question[],
  { rules, driver, emit, corroboration, gate, now, allowsOpen, inFlight = 1 }: Run,
  { hello, keep, isOver }: RunContext<CaseEvidence>,
): Promise<void> {
  const choosesItself = hello.fixesNonceAndTimestamp === false;
  const check = async (vector: AskedCase): Promise<CaseEvidence & { readonly answer: Answer }> => {
    const since = stopwatch(now);
    const answer = await driver.ask(vector.input);
    const milliseconds = since();
    if (!answer.ok && answer.isUnasked) throw new DriverGoneError(answer.message);
    const { asked, checked } = choosesItself
      ? checkChosenAnswer(vector, answer, allowsOpen)
      : { asked: vector, checked: checkAnswer(vector, answer, allowsOpen) };
    const description = descriptionOf(vector, rules, checked.difference?.stage);
    return { asked, answer, result: { ...description, ...checked, milliseconds } };
  };
  const ask = async ({ asked: vector, notOffered: message }: Question): Promise<CaseEvidence> => {
    if (message !== undefined) {
      const notAsked = { verdict: "not-offered", passedStages: [], message } as const;
      const result: CaseResult = { ...descriptionOf(vector, rules), ...notAsked };
      gate?.noteCase(result);
      return { asked: vector, result };
    }
    const checked = await check(vector);
    await corroboration?.compare([vector.input], "vectors");
    const again = (): Promise<CaseEvidence> => check(vector);
    return gate === undefined ? checked : { ...checked, result: await gate.judgeCase({ ...checked, again }) };
  };
  await inOrder(questions, inFlight, ask, (one) => {
    keep(one);
    emit({ type: "case", result: one.result });
    return isOver();
  });
}

/** How many published sources state the questions. What was adapted is not what a source states. */
function publishedSources(questions: readonly Question[]): number {
  const stated = questions.flatMap(({ asked: { source, adapted }, notOffered }) =>
    source?.kind === "published" && !adapted && notOffered === undefined ? [source.source] : [],
  );
  return new Set(stated).size;
}

/** The part of a result that does not depend on the answer, except for the stage that differs. */
export function descriptionOf(
  asked: AskedCase,
  rules: Run["rules"],
  differing: Stage = REQUIRED_STAGE[asked.input.operation],
): Omit<CaseResult, keyof AnswerCheck> {
  const { id, comment, input, disputed, verifier, adapted } = asked;
  const { rule, title } =
    adapted && input.operation !== "verify" ? adaptedSubject(asked, differing) : { rule: asked.rule, title: comment };
  return {
    id,
    title,
    rules: [rule],
    rule: ruleOf(rules.get(rule), asked),
    requiredStage: REQUIRED_STAGE[input.operation],
    question: { operation: input.operation, input: writeInput(input) },
    repeat: ["--filter", id],
    ...(adapted && { adapted }),
    ...(disputed === undefined ? {} : { disputed }),
    ...(verifier === undefined ? {} : { verifier }),
  };
}

/** The rule as the case checks it: it requires nothing of an input that RFC 5849 leaves open. */
function ruleOf(rule: Rule | undefined, { open }: AskedCase): Rule | undefined {
  return rule === undefined || open === undefined ? rule : { ...rule, level: "MAY" };
}

/** Decides when a run ends early: its driver is broken, or it has its maximum of failures. */
function createLimit({ maxFailures = Number.POSITIVE_INFINITY, driver }: Run): {
  readonly count: (event: RunEvent) => void;
  readonly stopped: () => Stopped | undefined;
} {
  let failures = 0;
  return {
    count(event) {
      if ((event.type === "case" || event.type === "property") && isFailure(event.result.verdict)) failures++;
    },
    stopped() {
      const broken = driver.broken?.();
      if (broken !== undefined) return { reason: "driver-broken", message: broken.message };
      if (failures < maxFailures) return undefined;
      return {
        reason: "max-failures",
        message: `the run reached its maximum of ${failures} failures (--max-failures)`,
      };
    },
  };
}
