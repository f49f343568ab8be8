/** Runs vectors and properties through a driver and emits events. */

import { type Driver, DriverBrokenError, type DriverProblem, type Hello } from "../drivers/index.ts";
import {
  type Answer,
  defined,
  REQUIRED_STAGE,
  type Rule,
  type Stage,
  type TestCase,
  writeInput,
} from "../vectors/index.ts";
import { adaptedSubject } from "./adapted-subject.ts";
import { type AskedCase, declaredIn, type Question, questionsFor } from "./asked-cases.ts";
import { type AnswerCheck, checkAnswer, checkChosenAnswer } from "./check-answer.ts";
import { DriverGoneError } from "./driver-gone.ts";
import { type RunSettings, type Stopped, UNKNOWN } from "./events.ts";
import type { CaseEvidence, CauseSearch, RunCauses, RunEvidence } from "./evidence.ts";
import { differsAgain, explainCase, NOT_REPEATABLE, withDifferences } from "./explain-failure.ts";
import { inOrder } from "./in-flight.ts";
import { InterruptedError, interruptible } from "./interruptible.ts";
import { type Outside, outsideOf } from "./offered.ts";
import { type CaseResult, type Explained, isCaused, type PropertyResult } from "./result.ts";
import { type PropertyRun, type RunProperty, runProperty } from "./run-properties.ts";
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
  /** Marks results that are known failures. Results are passed to it after their causes are known. @default nothing is known */
  readonly known?: <Own extends CaseResult | PropertyResult>(result: Own) => Own;
  /** The run ends after this many failures; if failures can be known, of vectors only after all were asked. @default never */
  readonly maxFailures?: number;
  readonly settings?: RunSettings;
  /** Problems with the driver that were found before the run. @default none */
  readonly driverProblems?: readonly DriverProblem[];
  /** Ends the run when it is aborted. Its reason, such as `SIGINT`, is reported. @default the run cannot be interrupted */
  readonly signal?: AbortSignal;
}

/**
 * Runs vectors, then properties, from the event `start` to the event `end`, and closes the driver. The results of vectors from the
 * first failure on follow once their causes are known.
 *
 * @returns what was asked, also of a run that ended early
 * @throws DriverBrokenError if the driver sends no hello; the events report that too
 */
export async function run(plan: Run): Promise<RunEvidence> {
  const { properties, search, emit, known = (result) => result, maxFailures = Number.POSITIVE_INFINITY } = plan;
  const since = stopwatch(plan.now);
  const asking = interruptible(plan.driver, plan.signal);
  const undeclared = watchUndeclared(asking.ask);
  const driver: Driver = { ...plan.driver, hello: asking.hello, ask: undeclared.ask };
  const cases: CaseEvidence[] = [];
  const ran: RunProperty[] = [];
  /** The places in `cases` of failures. Their results, and those after them, are emitted once their causes are known. */
  const failed: number[] = [];
  let emitted = 0;
  let found: RunCauses | undefined;
  let newFailures = 0;
  let hasStarted = false;

  function start(implementation: Hello["implementation"], sources = 0): void {
    hasStarted = true;
    const { vectors, seed, settings } = plan;
    const counts = { total: vectors.length, ...(sources > 0 && { sources }), properties: properties.length };
    emit({ type: "start", implementation, ...counts, seed, ...(settings && { settings }) });
    for (const problem of plan.driverProblems ?? []) emit({ type: "driver-problem", ...problem });
  }
  function emitResult(result: CaseResult | PropertyResult): void {
    const shown = known(result);
    if (isFailure(shown.verdict) || shown.verdict === "explained") newFailures++;
    emit("runs" in shown ? { type: "property", result: shown } : { type: "case", result: shown });
  }
  function emitCases(): void {
    while (emitted < cases.length) emitResult(cases[emitted++]!.result);
  }
  function emitEnd(causes: RunCauses | undefined): void {
    emitCases();
    for (const one of ran) emitResult(one.result());
    if (causes !== undefined) emit({ type: "causes", ...withExplained(causes, cases, ran), failures: newFailures });
  }
  /** The causes that were found before the search for them ended early. */
  function foundSoFar(): RunCauses {
    const passes = cases.filter(({ result }) => result.verdict === "pass").length;
    return { ...(found ?? { causes: [], failures: 0, passes }), limitReached: true };
  }
  /** Why the run ends early, if it does. If failures can be known, those of vectors count once their results are emitted. */
  function stopped(): Stopped | undefined {
    const broken = driver.broken?.();
    if (broken !== undefined) return { reason: "driver-broken", message: broken.message };
    const falsified = ran.filter((one) => isFailure(known(one.result()).verdict)).length;
    const failures = (plan.known === undefined ? failed.length : newFailures) + falsified;
    if (failures < maxFailures) return undefined;
    return {
      reason: "max-failures",
      message: `the run reached its maximum of ${maxFailures} failures (--max-failures)`,
    };
  }

  async function askAll(hello: Hello, outside: Outside, questions: readonly Question[]): Promise<void> {
    const inFlight = Math.min(plan.inFlight ?? 1, hello.limits?.inFlight ?? Number.POSITIVE_INFINITY);
    const options = { signal: plan.signal, language: hello.implementation.language || plan.language };
    const own = { ...plan, driver, inFlight };
    await runVectors(questions, own, hello, (one) => {
      const at = cases.push(one) - 1;
      if (isFailure(one.result.verdict)) failed.push(at);
      if (search === undefined || failed.length === 0) emitCases();
      else if (at % VECTORS_BETWEEN === 0) emit({ type: "vector-progress", done: at + 1, failed: failed.length });
      return stopped() !== undefined;
    });
    if (failed.length > 0 && search !== undefined) {
      const { isNew = () => true } = search;
      const explain = explainer(cases, { ...own, search }, hello);
      emit({ type: "search", failures: failed.length });
      found = await search.find(cases, { ...options, isSearching: false });
      await explain(failed);
      if (failed.some((at) => isNew(cases[at]!.result))) {
        found = await search.find(cases, options);
        await explain(failed);
      }
    }
    emitCases();
    const forms = new Set(
      found?.causes.flatMap(({ form, alternatives }) => [form, ...alternatives.map((one) => one.form)]),
    );
    const context = { hello, outside, isOfVectors: (form: string) => forms.has(form) };
    for (const property of properties) {
      if (stopped() !== undefined) break;
      ran.push(await runProperty(property, own, context));
    }
    found = await withCases(found, cases, ran, own, options);
  }

  try {
    const hello = await driver.hello();
    const notOffered = outsideOf(hello, driver);
    const outside: Outside = (input) => plan.outside?.(input) ?? notOffered(input);
    const questions = plan.questions ?? questionsFor(plan.vectors, declaredIn(hello), outside);
    start(hello.implementation, publishedSources(questions));
    await askAll(hello, outside, questions).catch((error: unknown) => {
      // The event `stopped` reports it.
      if (!(error instanceof DriverGoneError)) throw error;
      const hasFailures = failed.length > 0 || ran.some((one) => isFailure(one.result().verdict));
      if (search !== undefined && hasFailures) found = foundSoFar();
    });
    const early = stopped();
    emitEnd(found);
    if (plan.corroboration !== undefined) emit({ type: "corroboration", ...(await plan.corroboration.result()) });
    const problem = undeclared.problem();
    if (problem !== undefined) emit({ type: "driver-problem", ...problem });
    if (early !== undefined) emit({ type: "stopped", ...early });
  } catch (error) {
    if (!hasStarted) start(UNKNOWN);
    if (error instanceof InterruptedError) {
      emitEnd(foundSoFar());
      emit({ type: "stopped", reason: "interrupted", message: `${error.message} before the end of the run` });
    } else if (error instanceof DriverBrokenError) {
      const { kind, message, stderr } = error;
      emit({ type: "driver-problem", kind, message, stderr });
      emit({ type: "stopped", reason: "driver-broken", message: `the driver sent no hello: ${message}` });
      throw error;
    } else throw error;
  } finally {
    emit({ type: "end", milliseconds: since() });
    await driver.close();
    await plan.corroboration?.close();
  }
  return { cases, properties: ran.map((one) => one.result()) };
}

/** Vectors between two events about their progress. */
const VECTORS_BETWEEN = 20;

/** Adds the causes of single cases of properties, and explains their failures with them. */
async function withCases(
  found: RunCauses | undefined,
  cases: readonly CaseEvidence[],
  ran: readonly RunProperty[],
  { search }: Run,
  options: Parameters<CauseSearch["find"]>[1],
): Promise<RunCauses | undefined> {
  const { isNew = () => true } = search ?? {};
  const falsified = ran.flatMap((one) => (isNew(one.result()) ? one.unexplained() : []));
  if (falsified.length === 0 || search === undefined) return found;
  const more = await search.find(cases, { ...options, falsified });
  for (const one of ran) if (one.unexplained().length > 0) await one.explainAgain();
  return { ...more, limitReached: more.limitReached || found?.limitReached === true };
}

/** The causes with all vectors and properties that they explain, alone or with others; of a property, nothing may be left. */
function withExplained(found: RunCauses, cases: readonly CaseEvidence[], ran: readonly RunProperty[]): RunCauses {
  const results = ran.map((one) => one.result());
  const causes = found.causes.map((cause) => {
    const forms = [cause, ...cause.alternatives].map(({ form }) => form);
    const has = ({ causes = [] }: Partial<Explained> = {}): boolean => causes.some((form) => forms.includes(form));
    const vectors = cases.flatMap(({ result: { id, explained } }) => (has(explained) ? [id] : []));
    const isOfVectors = cause.explains.length > 0;
    const properties = results.flatMap(({ id, failures = [] }) => {
      const isWhole = !isOfVectors || failures.every((one) => isCaused(one.explained));
      return isWhole && failures.some((one) => has(one.explained)) ? [id] : [];
    });
    return { ...cause, explains: [...new Set([...cause.explains, ...vectors])].sort().concat(properties) };
  });
  return { ...found, causes: causes.filter(({ explains }) => explains.length > 0) };
}

/** Asks several vectors at a time and delivers them in their order. */
async function runVectors(
  questions: readonly Question[],
  plan: Run,
  hello: Hello,
  deliver: (one: CaseEvidence) => boolean,
): Promise<void> {
  const { rules, corroboration, inFlight = 1 } = plan;
  const ask = async ({ asked, notOffered: message }: Question): Promise<CaseEvidence> => {
    if (message !== undefined) {
      const notAsked = { verdict: "not-offered", passedStages: [], message } as const;
      return { asked, result: { ...descriptionOf(asked, rules), ...notAsked } };
    }
    const checked = await askVector(asked, plan, hello);
    await corroboration?.compare([asked.input], "vectors");
    return checked;
  };
  await inOrder(questions, inFlight, ask, deliver);
}

/** @throws DriverGoneError if the driver cannot be asked */
async function askVector(
  vector: AskedCase,
  { driver, rules, now, allowsOpen }: Run,
  hello: Hello,
): Promise<CaseEvidence & { readonly answer: Answer }> {
  const since = stopwatch(now);
  const answer = await driver.ask(vector.input);
  const milliseconds = since();
  if (!answer.ok && answer.isUnasked) throw new DriverGoneError(answer.message);
  const { asked, checked } =
    hello.fixesNonceAndTimestamp === false
      ? checkChosenAnswer(vector, answer, allowsOpen)
      : { asked: vector, checked: checkAnswer(vector, answer, allowsOpen) };
  const description = descriptionOf(vector, rules, checked.difference?.stage);
  return { asked, answer, result: { ...description, ...checked, milliseconds } };
}

/**
 * Returns a function that explains the failures at some places. It asks those without a cause again, but only once, to see whether
 * the implementation repeats them.
 */
function explainer(
  cases: CaseEvidence[],
  plan: Run & Required<Pick<Run, "search">>,
  hello: Hello,
): (places: readonly number[]) => Promise<void> {
  const random = new Map<number, boolean>();
  const explain = async (at: number): Promise<void> => {
    const one = cases[at]!;
    const { result } = one;
    const explained = explainCase(one, plan.search);
    if (explained.causes.length === 0 && !random.has(at))
      random.set(at, isAnswered(result) && (await changes(one, explained.isComplete, plan, hello)));
    const isRandom = explained.causes.length === 0 && random.get(at);
    cases[at] = { ...one, result: { ...result, explained: isRandom ? withDifferences([NOT_REPEATABLE]) : explained } };
  };
  return (places) => inOrder(places, plan.inFlight ?? 1, explain, () => false);
}

/** Whether the implementation itself answered, so that asking again costs no restart. */
function isAnswered({ verdict }: CaseResult): boolean {
  return verdict === "fail" || verdict === "failed";
}

/** Whether an answer is another one when it is asked again. Of a signer that chooses its nonce, only the stage is compared. */
async function changes(one: CaseEvidence, isDescribed: boolean, plan: Run, hello: Hello): Promise<boolean> {
  const isChosen = hello.fixesNonceAndTimestamp === false;
  if (isChosen && !isDescribed) return true;
  const shown = ({ verdict, difference }: CaseResult): string =>
    JSON.stringify([verdict, difference?.stage, isChosen ? "" : difference?.actual]);
  return differsAgain(shown(one.result), async () => shown((await askVector(one.asked, plan, hello)).result));
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
  const description = {
    id,
    title,
    rules: [rule],
    requiredStage: REQUIRED_STAGE[input.operation],
    question: { operation: input.operation, input: writeInput(input) },
    repeat: ["--filter", id],
    ...(adapted && rules.has(asked.rule) && { vectorRule: rules.get(asked.rule)! }),
  };
  return { ...description, rule: ruleOf(rules.get(rule), asked), ...defined({ adapted, disputed, verifier }) };
}

/** The rule as the case checks it: it requires nothing of an input that RFC 5849 leaves open. */
function ruleOf(rule: Rule | undefined, { open }: AskedCase): Rule | undefined {
  return rule === undefined || open === undefined ? rule : { ...rule, level: "MAY" };
}
