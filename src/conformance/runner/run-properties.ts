/**
 * Runs properties through a driver: saved counterexamples first, then generated cases. A generated counterexample is
 * shrunk.
 */

import { adaptTo, type Driver, featuresIn, type Hello } from "../drivers/index.ts";
import { type FailureKind, generateCase, type Property } from "../properties/index.ts";
import { type Ask, REMOVABLE, type SigningFeature, type VectorInput, writeInput } from "../vectors/index.ts";
import { type CheckCase, type CheckedCase, checkCase, type Falsified, type PlannedCase } from "./check-case.ts";
import { caseFlags, isUnder, type PassedCases, rememberPassed } from "./conditions.ts";
import type { Corroboration } from "./corroboration.ts";
import type { RunEvent } from "./events.ts";
import type { FalsifiedAnswers, PropertyEvidence } from "./evidence.ts";
import type { Excuse, Gate } from "./gate.ts";
import { inOrder } from "./in-flight.ts";
import { findLeftOut, type LeftOut } from "./left-out.ts";
import { askOffered, type Outside } from "./offered.ts";
import type { FailureCondition, KnownFailure, PropertyFailure, PropertyResult } from "./result.ts";
import { shrinkFalsified } from "./shrink-falsified.ts";
import { stopwatch } from "./stopwatch.ts";

/** A counterexample of an earlier run. */
export interface SavedCase {
  /** Id of the property. */
  readonly property: string;
  readonly case: unknown;
}

/** Which properties to run, and on which cases. */
export interface PropertyRun {
  readonly properties: readonly Property[];
  readonly driver: Driver;
  readonly seed: number;
  /** The generated cases of each property: `count` indices from `first` on. */
  readonly indices: { readonly first: number; readonly count: number };
  /** Inputs that are cases of every property in addition to generated ones, the smallest first. @default none */
  readonly listed?: () => Iterable<VectorInput>;
  readonly saved: readonly SavedCase[];
  /** How many questions may be open at a time. @default 1 */
  readonly inFlight?: number;
  /** Asks the references the questions of generated cases too. @default none */
  readonly corroboration?: Corroboration;
  /** Known failures, and what causes explain. @default none */
  readonly gate?: Gate;
  /** Whether a question may be answered differently where RFC 5849 is open, and a vector refused. @default true */
  readonly allowsOpen?: boolean;
  /** A clock, in milliseconds. @default performance.now */
  readonly now?: () => number;
  readonly emit: (event: RunEvent) => void;
}

/** What vectors and properties of a run share. */
export interface RunContext<Kept> {
  readonly hello: Hello;
  readonly outside: Outside;
  /** Keeps each result for the search of causes. */
  readonly keep: (evidence: Kept) => void;
  /** Whether the run ends early. */
  readonly isOver: () => boolean;
}

/** Emits a result for each property, until `isOver`. A property ends early only if the driver does not answer. */
export async function runProperties(
  plan: PropertyRun,
  { hello, outside, keep, isOver }: RunContext<PropertyEvidence>,
): Promise<void> {
  for (const property of plan.properties) {
    if (isOver()) return;
    const found = isOffered(property, hello)
      ? await runProperty(plan, (without) => subjectWithin(property, plan.driver, { hello, outside }, without))
      : { ...describe(property), ...NO_CASES, verdict: "not-offered" as const, ...NOTHING_KEPT };
    const { explainedBy, falsified, ...result } = found;
    keep({ property, result, explainedBy, falsified });
    plan.emit({ type: "property", result });
  }
}

/** How many cases of a property there were, in total and by result. */
type CaseCounts = {
  -readonly [Name in "runs" | "notOffered" | "refusedCases" | "explainedCases" | "knownCases" | "failedCases"]: number;
};

const NO_CASES: CaseCounts = {
  runs: 0,
  notOffered: 0,
  refusedCases: 0,
  explainedCases: 0,
  knownCases: 0,
  failedCases: 0,
};

type Kept = Pick<PropertyEvidence, "explainedBy" | "falsified">;

const NOTHING_KEPT: Kept = { explainedBy: [], falsified: { shrunk: [], kept: [] } };

/** Falsifying cases on which the cause of a shrunk one is tried. */
const MOST_KEPT = 20;

/** A property whose cases an implementation supports, and how they are asked. */
interface Subject {
  readonly property: Property;
  readonly ask: Ask;
}

/** The property with cases within the limits of the implementation, as if it did not support these features either. */
function subjectWithin(
  property: Property,
  driver: Driver,
  { hello, outside }: Pick<RunContext<PropertyEvidence>, "hello" | "outside">,
  without: readonly SigningFeature[],
): Subject {
  const declared = { ...hello, limits: { ...hello.limits, without: [...(hello.limits?.without ?? []), ...without] } };
  const isLeftOut: Outside = (input) => featuresIn(without, input).join(", ") || undefined;
  return {
    property: { ...property, cases: property.casesWithin(adaptTo(declared, property.operations[0]!)) },
    ask: askOffered(driver, (input) => outside(input) ?? isLeftOut(input), hello),
  };
}

function describe({ id, statement, rules }: Property): Pick<PropertyResult, "id" | "title" | "rules" | "repeat"> {
  return { id, title: statement, rules, repeat: ["--filter", id] };
}

/** Whether an implementation supports what a property asks for. */
export function isOffered({ operations, fixesNonceAndTimestamp: wanted }: Property, hello: Hello): boolean {
  const { operations: declared, fixesNonceAndTimestamp: fixes } = hello;
  // A module that declares neither takes a nonce and timestamp, or chooses them.
  const takesBoth = wanted === undefined || fixes === undefined;
  return operations.every((operation) => declared.includes(operation)) && (takesBoth || wanted === fixes);
}

function* plannedCases({ id }: Property, { saved, indices, listed }: PropertyRun): Iterable<PlannedCase> {
  for (const one of saved) if (one.property === id) yield { saved: one.case };
  let at = 0;
  for (const one of listed?.() ?? []) yield { index: at++, listed: one };
  for (let index = indices.first; index < indices.first + indices.count; index++) yield { index };
}

function caseOf(planned: PlannedCase, { cases }: Property, seed: number): unknown {
  if ("saved" in planned) return planned.saved;
  if (planned.listed !== undefined) return writeInput(planned.listed);
  return generateCase(cases, seed, planned.index);
}

/** The maximum number of progress events of a property, and the minimum number of cases between two of them. */
const MOST_PROGRESS_EVENTS = 200;
const LEAST_CASES_BETWEEN = 20;
/** The number of cases between two progress events if nobody counted the cases before. */
const LISTED_CASES_BETWEEN = 1000;

/** Failures of one property that are kept to find their conditions, at least one of each stage. */
const MOST_FAILURES = 1000;

/** The kinds of failure, in the order in which results list them. */
const KINDS: readonly FailureKind[] = ["wrong-value", "refusal", "error"];

async function runProperty(
  plan: PropertyRun,
  subjectWithout: (features: readonly SigningFeature[]) => Subject,
): Promise<PropertyResult & Kept> {
  const { seed, indices, listed, saved, inFlight = 1, emit, corroboration, gate, now } = plan;
  const whole = subjectWithout([]);
  const { id } = whole.property;
  const without = gate?.without(id) ?? [];
  const { property, ask } = without.length === 0 ? whole : subjectWithout(without);
  const since = stopwatch(now);
  const total = saved.filter((one) => one.property === id).length + indices.count;
  const progressEvery =
    listed === undefined
      ? Math.max(LEAST_CASES_BETWEEN, Math.ceil(total / MOST_PROGRESS_EVENTS))
      : LISTED_CASES_BETWEEN;
  const passed = rememberPassed();
  const conditions: FailureCondition[] = [];
  const failed = new Map<FailureKind, { readonly first: Falsified; cases: number }>();
  const explainedBy = new Set<string>();
  const counts: CaseCounts = { ...NO_CASES };
  const falsifying: number[] = [];
  const kept: Falsified[] = [];
  const shrunkCases: FalsifiedAnswers[] = [];
  /** While a baseline is rewritten: how many cases have each feature. */
  const shares = new Map<SigningFeature, number>();
  let known: KnownFailure | undefined;

  const excuse = async (found: Falsified, subject: Subject = { property, ask }): Promise<Excuse | undefined> => {
    const again = async (): Promise<boolean> => isFalsified(await checkWith(subject, found.planned));
    return gate?.judgeFalsified({ ...found, property, again });
  };
  const checkWith = async (
    subject: Subject,
    planned: PlannedCase,
    generated: unknown = caseOf(planned, subject.property, seed),
  ): Promise<CheckedCase> => checkCase(subject.property, subject.ask, planned, generated, plan.allowsOpen);
  const checkAgain: CheckCase = (planned, generated) => checkWith({ property, ask }, planned, generated);
  const check = async (planned: PlannedCase): Promise<readonly [CheckedCase, Excuse?]> => {
    const checked = await checkAgain(planned);
    if (typeof checked === "string") return [checked];
    await corroboration?.compare("passed" in checked ? checked.passed : checked.asked, "generated");
    const excused = isFalsified(checked) ? await excuse(checked) : undefined;
    return excused === undefined ? [checked] : [checked, excused];
  };
  // In order, so that the counterexample is the first one, whichever answer came first.
  await inOrder(plannedCases(property, plan), inFlight, check, ([found, excused]) => {
    counts.runs++;
    if (counts.runs % progressEvery === 0)
      emit({ type: "property-progress", id, done: counts.runs, ...(listed === undefined && { total }) });
    if (found === "not-offered") counts.notOffered++;
    else if (found === "refused") counts.refusedCases++;
    else if ("passed" in found) {
      passed.add(found.passed);
      if (gate?.accept !== undefined)
        for (const one of featuresOf(found.passed)) shares.set(one, (shares.get(one) ?? 0) + 1);
    } else {
      if (excused === undefined) noteFailure(found);
      else if ("known" in excused) {
        counts.knownCases++;
        known ??= excused.known;
      } else {
        counts.explainedCases++;
        for (const form of excused.causes) explainedBy.add(form);
      }
      // Each such case costs a restart of the driver, or the wait for its answer.
      return found.isWithoutAnswer;
    }
    return false;
  });

  function noteFailure(found: Falsified): void {
    const { kind } = found.falsification;
    const same = failed.get(kind) ?? { first: found, cases: 0 };
    failed.set(kind, same);
    same.cases++;
    if ("index" in found.planned && falsifying.length < MOST_FAILURES) falsifying.push(found.planned.index);
    if (kept.length < MOST_KEPT) kept.push(found);
    const condition = conditionOf(found);
    const isKept =
      conditions.length < MOST_FAILURES || conditions.every(({ failure }) => failure !== condition.failure);
    if (isKept) conditions.push(condition);
  }

  /** An error without an answer costs a restart of the driver, so such a case is not asked again without its features. */
  async function leaveOut(): Promise<LeftOut> {
    const notGated = new Map([...failed].map(([kind, { first }]) => [kind, first]));
    if ([...notGated.values()].some(({ isWithoutAnswer }) => isWithoutAnswer)) return { without: [], notGated };
    const found = await findLeftOut({
      indices: [...falsifying, ...numbers(indices.first, CASES_OF_EXPERIMENT * indices.count)],
      featuresOf: ({ asked }) =>
        [...featuresOf(asked)].sort((one, other) => (shares.get(one) ?? 0) - (shares.get(other) ?? 0)),
      async check(index, features) {
        const subject = subjectWithout(features);
        const checked = await checkWith(subject, { index });
        if (checked === "not-offered") return checked;
        return isFalsified(checked) && (await excuse(checked, subject)) === undefined ? checked : "passed";
      },
    });
    // A property that fails at random, or is hardly ever asked, is not gated.
    return found.without.length > 0 ? found : { without: [], notGated: new Map([...notGated, ...found.notGated]) };
  }

  const shrinkingWith =
    (kind: FailureKind): CheckCase =>
    async (planned, generated) => {
      const found = await checkAgain(planned, generated);
      if (!isFalsified(found)) return found;
      return found.falsification.kind === kind && (await excuse(found)) === undefined ? found : "not-offered";
    };
  const accepted = gate?.accept && failed.size > 0 ? await leaveOut() : undefined;
  const failures: PropertyFailure[] = [];
  let first: Falsified | undefined;
  for (const kind of KINDS) {
    const one = failed.get(kind);
    const suppressed = gate?.notGated(property, kind);
    if (suppressed !== undefined) known = suppressed;
    if (one === undefined) continue;
    counts[suppressed === undefined && accepted === undefined ? "failedCases" : "knownCases"] += one.cases;
    if (suppressed !== undefined) continue;
    const example = accepted?.notGated.get(kind);
    if (accepted !== undefined && example === undefined) {
      known = gate?.accept?.property(property, kind, { without: accepted.without });
      continue;
    }
    const shrinking = await shrinkFalsified(property, example ?? one.first, seed, shrinkingWith(kind));
    const { asked, answers, ...shrunk } = shrinking;
    shrunkCases.push({ asked, answers, falsification: shrunk.difference });
    if (accepted !== undefined) {
      known = gate?.accept?.property(property, kind, { example: shrunk.counterexample.case });
      continue;
    }
    first ??= { ...one.first, asked };
    failures.push({ kind, cases: one.cases, ...shrunk });
  }

  const common = {
    ...describe(property),
    ...counts,
    ...(without.length > 0 && { without }),
    milliseconds: since(),
    explainedBy: [...explainedBy],
    falsified: { shrunk: shrunkCases, kept },
  };
  const [shown] = failures;
  if (shown !== undefined && first !== undefined) {
    const { counterexample, difference, repeat } = shown;
    return {
      ...common,
      verdict: "fail",
      failures,
      counterexample,
      difference,
      ...(repeat && { repeat }),
      conditions: conditionsOf(conditions, first.asked, passed),
    };
  }
  const isNotGated = KINDS.some((kind) => gate?.notGated(property, kind) !== undefined);
  return { ...common, ...verdictOf(counts, isNotGated), ...(known && { known }) };
}

/** The cases of an experiment, as a multiple of those that a new baseline is made from: other seeds have other cases. */
const CASES_OF_EXPERIMENT = 3;

function numbers(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

function featuresOf(asked: readonly VectorInput[]): readonly SigningFeature[] {
  return [...new Set(asked.flatMap((input) => featuresIn(REMOVABLE, input)))];
}

function isFalsified(checked: CheckedCase): checked is Falsified {
  return typeof checked === "object" && "falsification" in checked;
}

/** The verdict on a property that nothing unknown falsified. */
function verdictOf(
  { runs, notOffered, refusedCases, explainedCases, knownCases }: CaseCounts,
  isNotGated: boolean,
): Pick<PropertyResult, "verdict"> {
  if (notOffered === runs) return { verdict: "not-offered" };
  if (isNotGated) return { verdict: "not-gated" };
  if (explainedCases > 0) return { verdict: "explained" };
  if (knownCases > 0) return { verdict: "known-failure" };
  return { verdict: notOffered + refusedCases === runs ? "refused" : "pass" };
}

/** A property with more conditions than this fails in general. */
const MOST_CONDITIONS = 20;

/**
 * The conditions that cover all failures; if there are many, some of them, and each stage at which cases fail. For the
 * first failure, the flags of the shrunk case are known too.
 */
function conditionsOf(
  failures: readonly FailureCondition[],
  shrunk: readonly VectorInput[],
  passed: PassedCases,
): FailureCondition[] {
  const conditions: FailureCondition[] = [];
  for (const [at, own] of failures.entries()) {
    if (conditions.some((condition) => isWithin(own, condition))) continue;
    if (conditions.length >= MOST_CONDITIONS && conditions.some(({ failure }) => failure === own.failure)) continue;
    const left = at === 0 ? caseFlags(shrunk).filter((flag) => own.flags.includes(flag)) : own.flags;
    const same = failures.filter(({ failure }) => failure === own.failure).map(({ flags }) => flags);
    const flags = passed.condition(left, same) ?? passed.condition(own.flags, same) ?? own.flags;
    conditions.push({ ...own, flags });
  }
  return conditions;
}

/** The stage and the flags of one failure. */
function conditionOf({ falsification, asked }: Falsified): FailureCondition {
  return { failure: falsification.stage, flags: caseFlags(asked) };
}

function isWithin(one: FailureCondition, condition: FailureCondition): boolean {
  return one.failure === condition.failure && isUnder(condition.flags, one.flags);
}
