/**
 * Runs properties through a driver: saved counterexamples first, then generated cases. A generated counterexample is
 * shrunk.
 */

import { adaptTo, type Driver, type Hello } from "../drivers/index.ts";
import { type FailureKind, generateCase, type Property } from "../properties/index.ts";
import { type Ask, type VectorInput, writeInput } from "../vectors/index.ts";
import { type CheckCase, type CheckedCase, checkCase, type Falsified, type PlannedCase } from "./answers/check-case.ts";
import type { Corroboration } from "./answers/corroboration.ts";
import { answeredIn, differsAgain, explainAnswers, RANDOM, signedInstead } from "./answers/explain-failure.ts";
import { asGenerated, type Shrunk, shrinkFalsified } from "./answers/shrink-falsified.ts";
import type { RunEvent } from "./events.ts";
import { askOffered, type Outside } from "./questions/offer.ts";
import type { CauseSearch, FalsifiedAnswers } from "./results/evidence.ts";
import {
  type Explained,
  isCaused,
  NOT_EXPLAINED,
  type PropertyCases,
  type PropertyFailure,
  type PropertyResult,
  propertyResult,
} from "./results/result.ts";
import { inOrder } from "./tasks/in-flight.ts";
import { stopwatch } from "./tasks/stopwatch.ts";

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
  /**
   * The generated cases of each property: `count` indices from `first` on. With `most`, more follow until five times as many
   * cases in a row show no failure that is new in the run, or until there are `most` cases.
   */
  readonly indices: { readonly first: number; readonly count: number; readonly most?: number };
  /** Inputs that are cases of every property in addition to generated ones, the smallest first. @default none */
  readonly listed?: () => Iterable<VectorInput>;
  readonly saved: readonly SavedCase[];
  /** How many questions may be open at a time. @default 1 */
  readonly inFlight?: number;
  /** Asks the references the questions of generated cases too. @default none */
  readonly corroboration?: Corroboration;
  /** Finds causes, and explains failures with them. @default none are reported */
  readonly search?: CauseSearch;
  /** Whether another answer or a refusal is allowed where RFC 5849 is open. @default true */
  readonly allowsOpen?: boolean;
  /** A clock, in milliseconds. @default performance.now */
  readonly now?: () => number;
  readonly emit: (event: RunEvent) => void;
}

/** A rewrite of a baseline asks at most this many times as many cases, so that the baseline covers other seeds too. */
const MOST_OF_UPDATE = 10;

export function generatedIndices(count: number, isUpdated = false): PropertyRun["indices"] {
  return { first: 0, count, ...(isUpdated && { most: MOST_OF_UPDATE * count }) };
}

/** What vectors and properties of a run share. */
export interface RunContext {
  readonly hello: Hello;
  readonly outside: Outside;
  /** The forms of the mistakes that vectors show. */
  readonly ofVectors: ReadonlySet<string>;
  /** Forms and sentences that describe the failures so far. A failure that they describe completely needs no further entry. */
  readonly described: Set<string>;
}

/** A property that was run. Its result can change while more causes are found. */
export interface RunProperty {
  readonly result: () => PropertyResult;
  /** Cases that fail and that nothing explains yet, the shrunk ones first. */
  readonly unexplained: () => readonly FalsifiedAnswers[];
  /** Explains the failures again, and shrinks a case of each new group. */
  readonly explainAgain: () => Promise<void>;
}

/** Runs one property. It ends early only if the driver does not answer. */
export async function runProperty(property: Property, plan: PropertyRun, context: RunContext): Promise<RunProperty> {
  const { hello, outside } = context;
  const { id, statement: title, rules } = property;
  const cases = { id, title, rules, runs: 0, notOffered: 0, refusedCases: 0 };
  if (!isOffered(property, hello)) {
    const result = propertyResult(cases, []);
    return { result: () => result, unexplained: () => [], explainAgain: async () => {} };
  }
  const adapted = { ...property, cases: property.casesWithin(adaptTo(hello, property.operations[0]!)) };
  return runCases(adapted, askOffered(plan.driver, outside, hello), plan, { ...context, cases });
}

/** Whether an implementation supports what a property asks for. */
export function isOffered({ operations, fixesNonceAndTimestamp: wanted }: Property, hello: Hello): boolean {
  const { operations: declared, fixesNonceAndTimestamp: fixes } = hello;
  // A module that does not declare this may take a nonce and timestamp, or choose them.
  const takesBoth = wanted === undefined || fixes === undefined;
  return operations.every((operation) => declared.includes(operation)) && (takesBoth || wanted === fixes);
}

function* plannedCases(
  { id }: Property,
  { saved, indices, listed }: PropertyRun,
  isEnough: () => boolean,
): Iterable<PlannedCase> {
  for (const one of saved) if (one.property === id) yield { saved: one.case };
  let at = 0;
  for (const one of listed?.() ?? []) yield { index: at++, listed: one };
  for (let at = 0; at < indices.count || (indices.most !== undefined && !isEnough()); at++)
    yield { index: indices.first + at };
}

function caseOf(planned: PlannedCase, { cases }: Property, seed: number): unknown {
  if ("saved" in planned) return planned.saved;
  if (planned.listed !== undefined) return writeInput(planned.listed);
  return generateCase(cases, seed, planned.index);
}

/** The maximum number of progress events of a property, and the minimum number of cases between two of them. */
const MOST_PROGRESS_EVENTS = 200;
const LEAST_CASES_BETWEEN = 20;
/** The number of cases between two progress events if the total is unknown. */
const LISTED_CASES_BETWEEN = 1000;

/** How many failing cases of a property are kept, and how many are searched for causes besides the shrunk ones. */
const MOST_KEPT = 1000;
const MOST_TRIED = 5;
/** How many failures of a property get a shrunk case. The others show a case as it was generated. */
const MOST_SHRUNK = 8;

/** A property ends once this many times its count of cases show no new failure, because some failures are rare. */
const QUIET = 5;

/** The kinds of failure, in the order in which results list them. */
const KINDS: readonly FailureKind[] = ["wrong-value", "refusal", "error"];

async function runCases(
  property: Property,
  ask: Ask,
  plan: PropertyRun,
  { cases, hello, ofVectors, described }: RunContext & { readonly cases: Writable<PropertyCases> },
): Promise<RunProperty> {
  const { seed, indices, listed, saved, inFlight = 1, emit, corroboration, search } = plan;
  const { id, rules } = property;
  const since = stopwatch(plan.now);
  const isUpdated = indices.most !== undefined;
  const total = saved.filter((one) => one.property === id).length + indices.count;
  const progressEvery =
    listed === undefined
      ? Math.max(LEAST_CASES_BETWEEN, Math.ceil(total / MOST_PROGRESS_EVENTS))
      : LISTED_CASES_BETWEEN;
  const kept: Kept[] = [];
  let newAt = 0;
  let failures: readonly Failure[] = [];
  let milliseconds: number | undefined;
  let result!: PropertyResult;
  const shrunk = new Map<string, Shrunk>();

  const check: CheckCase = (planned, generated = caseOf(planned, property, seed)) =>
    checkCase(property, ask, planned, generated, plan.allowsOpen);
  const explain = (found: Falsified, among?: readonly string[]): Explained =>
    search === undefined ? NOT_EXPLAINED : explainAnswers(answeredIn(found), rules[0] ?? "", search, among);
  const keyOf = ({ falsification: { kind } }: Falsified, { causes, differences }: Explained): string =>
    JSON.stringify([kind, causes, differences]);

  /** Whether the answer changes if asked for again. Does not ask if an equal failure is kept. */
  async function changes(found: Falsified, explained: Explained): Promise<boolean> {
    if (search === undefined || found.isWithoutAnswer || isCaused(explained)) return false;
    const key = keyOf(found, explained);
    if (explained.isComplete && kept.some((one) => one.key === key)) return false;
    const isChosen = hello.fixesNonceAndTimestamp === false;
    const shown = (checked: CheckedCase): string => {
      if (!isFalsified(checked)) return "";
      const { kind, stage, actual } = checked.falsification;
      return JSON.stringify([kind, stage, isChosen || kind !== "wrong-value" ? "" : actual]);
    };
    return differsAgain(shown(found), async () => shown(await check(found.planned)));
  }

  function keep(found: Falsified, explained: Explained): void {
    const key = keyOf(found, explained);
    const same = kept.find((one) => one.key === key);
    const own = explained.isComplete ? [...explained.causes, ...explained.differences] : [id];
    const isFirst = own.some((one) => !described.has(one));
    for (const one of own) described.add(one);
    if (isFirst) newAt = cases.runs;
    if (kept.length < MOST_KEPT || same === undefined) kept.push({ found, explained, isFirst, key, cases: 1 });
    else same.cases++;
  }

  const isImplied = ({ explained }: Failure): boolean =>
    isCaused(explained) && explained.causes.every((form) => ofVectors.has(form));

  /** Groups the failing cases, and shrinks one of each new group. */
  async function settle(): Promise<void> {
    const groups = new Map<string, Failure>();
    for (const one of kept)
      groups.set(one.key, { explained: one.explained, all: [...(groups.get(one.key)?.all ?? []), one] });
    const kindOf = ({ all }: Failure): number => KINDS.indexOf(all[0]!.found.falsification.kind);
    failures = [...groups.values()].sort((one, other) => kindOf(one) - kindOf(other));
    for (const one of failures.filter((failure) => !isImplied(failure)).slice(0, MOST_SHRUNK)) {
      const [{ key, found, explained, isFirst }] = one.all as [Kept];
      if (explained === RANDOM || shrunk.has(key) || (isUpdated && !isFirst)) continue;
      const isSame = (smaller: Falsified, among?: readonly string[]): boolean =>
        keyOf(smaller, explain(smaller, among)) === key;
      const fails: CheckCase = async (planned, generated) => {
        const smaller = await check(planned, generated);
        // Most smaller cases fail in another way, which a search among few causes shows sooner.
        const isOther = isFalsified(smaller) && !(isSame(smaller, explained.causes) && isSame(smaller));
        return isOther ? "not-offered" : smaller;
      };
      shrunk.set(key, await shrinkFalsified(property, found, seed, fails));
    }
    milliseconds ??= since();
    result = propertyResult({ ...cases, milliseconds }, failures.map(toPropertyFailure));
  }

  function toPropertyFailure(failure: Failure): PropertyFailure {
    const { explained, all } = failure;
    const [{ key, found }] = all as [Kept];
    const { asked, answers, ...shown } = shrunk.get(key) ?? asGenerated(property, found, seed);
    return {
      kind: found.falsification.kind,
      cases: all.reduce((sum, one) => sum + one.cases, 0),
      explained: {
        ...explained,
        ...(isCaused(explained) && search && signedInstead(answeredIn({ asked, answers }), explained.causes, search)),
      },
      ...(isImplied(failure) && { isImplied: true }),
      ...shown,
    };
  }

  emit({ type: "property-start", id });
  // In order, so that the counterexample is the first one, whichever answer came first.
  const isEnough = (): boolean => cases.runs >= (indices.most ?? total) || cases.runs - newAt >= QUIET * total;
  await inOrder(
    plannedCases(property, plan, isEnough),
    inFlight,
    async (planned) => {
      const checked = await check(planned);
      if (typeof checked !== "string")
        await corroboration?.compare("passed" in checked ? checked.passed : checked.asked, "generated");
      if (!isFalsified(checked)) return [checked, NOT_EXPLAINED] as const;
      const explained = explain(checked);
      return [checked, (await changes(checked, explained)) ? RANDOM : explained] as const;
    },
    ([found, explained]) => {
      cases.runs++;
      if (cases.runs % progressEvery === 0)
        emit({ type: "property-progress", id, done: cases.runs, ...(listed === undefined && { total }) });
      if (found === "not-offered") cases.notOffered++;
      else if (found === "refused") cases.refusedCases++;
      else if (isFalsified(found)) keep(found, explained);
      // Each such case costs a restart of the driver, or the wait for its answer.
      return isFalsified(found) && found.isWithoutAnswer;
    },
  );
  await settle();

  return {
    result: () => result,
    async explainAgain() {
      for (const one of kept.filter(isOpen)) {
        one.explained = explain(one.found);
        one.key = keyOf(one.found, one.explained);
      }
      await settle();
    },
    unexplained() {
      const open = failures.filter(isOpen);
      const smallest = open.flatMap(({ all: [one] }) => shrunk.get(one!.key) ?? []);
      const others = open.flatMap(({ all }) => all.map(({ found }) => found)).slice(0, MOST_TRIED);
      return [...smallest, ...others].map(({ asked, answers }) => ({ rules, asked, answers }));
    },
  };
}

/** A failing case. */
interface Kept {
  readonly found: Falsified;
  explained: Explained;
  /** Whether it is the first failure of the run that one of its causes or sentences describes. */
  readonly isFirst: boolean;
  /** Equal for cases that fail in the same way, as far as causes are known. */
  key: string;
  /** How many cases it stands for. */
  cases: number;
}

/** Cases that fail in the same way. */
interface Failure {
  readonly explained: Explained;
  readonly all: readonly Kept[];
}

/** Whether a failure needs more causes. */
function isOpen({ explained }: Pick<Failure, "explained">): boolean {
  return !isCaused(explained) && explained !== RANDOM;
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

function isFalsified(checked: CheckedCase): checked is Falsified {
  return typeof checked === "object" && "falsification" in checked;
}
