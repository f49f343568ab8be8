/** Runs vectors and properties through a driver and emits events. */

import { DriverBrokenError, type Hello } from "../drivers/index.ts";
import { type Answer, defined, REQUIRED_STAGE, type Rule, type Stage, writeInput } from "../vectors/index.ts";
import { type AnswerCheck, answeredCase, checkAnswer } from "./answers/check-answer.ts";
import { differsAgain, explainCase, RANDOM } from "./answers/explain-failure.ts";
import { UNKNOWN } from "./events.ts";
import { adaptedSubject } from "./questions/adapted-subject.ts";
import { type AskedCase, type Question, questionsFor } from "./questions/asked-cases.ts";
import { askWithin, type Outside, outsideOf } from "./questions/offer.ts";
import { watchUndeclared } from "./questions/undeclared-limits.ts";
import type { CaseEvidence, RunEvidence } from "./results/evidence.ts";
import type { CaseResult } from "./results/result.ts";
import type { Run } from "./run-plan.ts";
import { runProperty } from "./run-properties.ts";
import { createResults, type RunResults } from "./run-results.ts";
import { isFailure } from "./summary.ts";
import { DriverGoneError } from "./tasks/driver-gone.ts";
import { inOrder } from "./tasks/in-flight.ts";
import { InterruptedError, interruptible } from "./tasks/interruptible.ts";
import { stopwatch } from "./tasks/stopwatch.ts";

/** What is asked, and how. */
interface Asking extends Run {
  readonly inFlight: number;
  readonly hello: Hello;
  readonly outside: Outside;
}

/**
 * Runs vectors, then properties, from the event `start` to the event `end`, and closes the driver. From the first failure on, the
 * results of vectors follow once their causes are known.
 *
 * @returns what was asked, even if the run ended early
 * @throws DriverBrokenError if the driver sends no hello; the events report that too
 */
export async function run(given: Run): Promise<RunEvidence> {
  const since = stopwatch(given.now);
  const asking = interruptible(given.driver, given.signal);
  const undeclared = watchUndeclared(asking.ask);
  const plan: Run = { ...given, driver: { ...given.driver, hello: asking.hello, ask: undeclared.ask } };
  const { emit, corroboration } = plan;
  const results = createResults(plan);
  try {
    const hello = await plan.driver.hello();
    await askAll(plan, hello, results);
    const early = results.stopped();
    results.emitAll();
    if (corroboration !== undefined) emit({ type: "corroboration", ...(await corroboration.result()) });
    const problem = undeclared.problem();
    if (problem !== undefined) emit({ type: "driver-problem", ...problem });
    if (early !== undefined) emit({ type: "stopped", ...early });
  } catch (error) {
    results.start(UNKNOWN);
    if (error instanceof InterruptedError) {
      results.endSearch();
      results.emitAll();
      emit({ type: "stopped", reason: "interrupted", message: `${error.message} before the end of the run` });
    } else if (error instanceof DriverBrokenError) {
      const { kind, message, stderr } = error;
      emit({ type: "driver-problem", kind, message, stderr });
      emit({ type: "stopped", reason: "driver-broken", message: `the driver sent no hello: ${message}` });
      throw error;
    } else throw error;
  } finally {
    emit({ type: "end", milliseconds: since() });
    await plan.driver.close();
    await corroboration?.close();
  }
  return { cases: results.cases, properties: results.ran.map((one) => one.result()) };
}

/** Asks everything and explains what failed, until the driver is broken for good. */
async function askAll(plan: Run, hello: Hello, results: RunResults): Promise<void> {
  const { driver, search } = plan;
  const notOffered = outsideOf(hello, driver);
  const outside: Outside = (input) => plan.outside?.(input) ?? notOffered(input);
  const inFlight = Math.min(plan.inFlight ?? 1, hello.limits?.inFlight ?? Number.POSITIVE_INFINITY);
  const language = hello.implementation.language || plan.language;
  const own: Asking = { ...plan, hello, outside, inFlight, ...(language !== undefined && { language }) };
  const questions = plan.questions ?? questionsFor(plan.vectors, hello, outside);
  results.start(hello.implementation, publishedSources(questions));
  try {
    await askVectors(questions, own, results);
    await explainVectors(own, results);
    results.emitCases();
    await askProperties(own, results);
    await explainProperties(own, results);
  } catch (error) {
    // The event `stopped` reports it.
    if (!(error instanceof DriverGoneError)) throw error;
    const hasFailures =
      [...results.failed(), ...results.ran.filter((one) => isFailure(one.result().verdict))].length > 0;
    if (search !== undefined && hasFailures) results.endSearch();
  }
}

/** Vectors between two events about their progress. */
const VECTORS_BETWEEN = 20;

/** Asks several vectors at a time, and keeps their answers in their order. */
async function askVectors(questions: readonly Question[], plan: Asking, results: RunResults): Promise<void> {
  const { rules, corroboration, inFlight, search, emit } = plan;
  let hasFailed = false;
  const ask = async ({ asked, notOffered: message }: Question): Promise<CaseEvidence> => {
    if (message !== undefined) {
      const notAsked = { verdict: "not-offered", passedStages: [], message } as const;
      return { asked, result: { ...descriptionOf(asked, rules), ...notAsked } };
    }
    const checked = await askVector(asked, plan);
    await corroboration?.compare([asked.input], "vectors");
    return checked;
  };
  await inOrder(questions, inFlight, ask, (one) => {
    const done = results.cases.push(one);
    hasFailed ||= isFailure(one.result.verdict);
    if (search === undefined || !hasFailed) results.emitCases();
    else if (done % VECTORS_BETWEEN === 1) emit({ type: "vector-progress", done, failed: results.failed().length });
    return results.stopped() !== undefined;
  });
}

/** Finds the causes of failing vectors. Searches for unexpected causes only if the expected ones leave a new failure. */
async function explainVectors(plan: Asking, results: RunResults): Promise<void> {
  const { search, emit, isNew = () => true } = plan;
  const { cases } = results;
  const failed = results.failed();
  if (failed.length === 0 || search === undefined) return;
  const explain = explainer(cases, { ...plan, search });
  emit({ type: "search", failures: failed.length });
  results.found = await search.find(cases, { ...plan, isSearching: false });
  await explain(failed);
  if (!failed.some((at) => isNew(cases[at]!.result))) return;
  results.found = await search.find(cases, plan);
  await explain(failed);
}

async function askProperties(plan: Asking, results: RunResults): Promise<void> {
  const causes = results.found?.causes ?? [];
  const forms = causes.flatMap(({ form, alternatives }) => [form, ...alternatives.map((one) => one.form)]);
  const ofVectors = new Set(forms.flatMap((form) => form ?? []));
  const context = { hello: plan.hello, outside: plan.outside, ofVectors, described: new Set(ofVectors) };
  for (const property of plan.properties) {
    if (results.stopped() !== undefined) break;
    results.ran.push(await runProperty(property, plan, context));
  }
}

/** Finds more causes in single cases of properties, and explains their failures again. */
async function explainProperties(plan: Asking, results: RunResults): Promise<void> {
  const { search, isNew = () => true } = plan;
  const { cases, ran, found } = results;
  const falsified = ran.flatMap((one) => (isNew(one.result()) ? one.unexplained() : []));
  if (falsified.length === 0 || search === undefined) return;
  const more = await search.find(cases, { ...plan, falsified });
  if (more.causes.length > (found?.causes.length ?? 0))
    for (const one of ran) if (one.unexplained().length > 0) await one.explainAgain();
  results.found = { ...more, limitReached: more.limitReached || found?.limitReached === true };
}

async function askVector(
  vector: AskedCase,
  { driver, rules, now, allowsOpen, hello }: Asking,
): Promise<CaseEvidence & { readonly answer: Answer }> {
  const since = stopwatch(now);
  // A signature for an input that must be refused is compared with nothing.
  const isRefused = "refused" in vector.expected;
  const answer = await (isRefused ? driver.ask(vector.input) : askWithin(hello, driver, vector.input));
  const milliseconds = since();
  const asked = answeredCase(vector, answer);
  const checked = checkAnswer(asked, answer, allowsOpen);
  const description = descriptionOf(vector, rules, checked.difference?.stage);
  return { asked, answer, result: { ...description, ...checked, milliseconds } };
}

/**
 * Returns a function that explains the failures at some places. For each failure without a cause, it checks once whether the
 * implementation repeats the answer.
 */
function explainer(
  cases: CaseEvidence[],
  plan: Asking & Required<Pick<Run, "search">>,
): (places: readonly number[]) => Promise<void> {
  const random = new Map<number, boolean>();
  const explain = async (at: number): Promise<void> => {
    const one = cases[at]!;
    const { result } = one;
    const explained = explainCase(one, plan.search);
    if (explained.causes.length === 0 && !random.has(at))
      random.set(at, isAnswered(result) && (await changes(one, explained.isComplete, plan)));
    const isRandom = explained.causes.length === 0 && random.get(at);
    cases[at] = { ...one, result: { ...result, explained: isRandom ? RANDOM : explained } };
  };
  return (places) => inOrder(places, plan.inFlight, explain, () => false);
}

/** Whether the implementation itself answered, so that asking again costs no restart. */
function isAnswered({ verdict }: CaseResult): boolean {
  return verdict === "fail" || verdict === "failed";
}

/** Whether an answer changes when it is asked for again. If the signer chooses its nonce, only the stage is compared. */
async function changes(one: CaseEvidence, isDescribed: boolean, plan: Asking): Promise<boolean> {
  const isChosen = plan.hello.fixesNonceAndTimestamp === false;
  if (isChosen && !isDescribed) return true;
  const shown = ({ verdict, difference }: CaseResult): string =>
    JSON.stringify([verdict, difference?.stage, isChosen ? "" : difference?.actual]);
  return differsAgain(shown(one.result), async () => shown((await askVector(one.asked, plan)).result));
}

/** How many published sources state the questions. What was adapted is not what a source states. */
function publishedSources(questions: readonly Question[]): number {
  const stated = questions.flatMap(({ asked: { source, adapted }, notOffered }) =>
    source?.kind === "published" && !adapted && notOffered === undefined ? [source.source] : [],
  );
  return new Set(stated).size;
}

/** The members of a result that depend on no part of an answer but the stage that differs. */
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

/** The rule of a case, with the level `MAY` if RFC 5849 leaves the input of the case open. */
function ruleOf(rule: Rule | undefined, { open }: AskedCase): Rule | undefined {
  return rule === undefined || open === undefined ? rule : { ...rule, level: "MAY" };
}
