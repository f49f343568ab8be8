/**
 * Finds the mistakes that explain the failures of a run. These mistakes reproduce wrong values exactly, and no correct value
 * contradicts them.
 *
 * For each failure, the search takes the mistake that explains the most failures. So a mistake that explains every failure of a
 * client is found with the first failure. The search first tries each mistake alone, then together with the mistakes found
 * before.
 */

import { COST, type Fault } from "../../faults/index.ts";
import { type CaseEvidence, createPause, type FindCauses, isFailure, type RunCauses } from "../runner/index.ts";
import { fullProtocolParameters } from "../vectors/index.ts";
import { bestStep, type Gain } from "./best-step.ts";
import { CANDIDATES, orderCandidates } from "./candidates.ts";
import { causesOf, type Step } from "./causes-of.ts";
import { createPredictor, isCostly, LimitReached, type Mistakes, NONE, type Predictor } from "./predictor.ts";
import { hasValue, isProven } from "./proof.ts";
import { byCost, contradictingFirst, contradiction, type Tried, triedAnswers, triedOf } from "./tried-cases.ts";

/** The most predictions of one search. A prediction is the computation of one request with some mistakes. */
const MOST_PREDICTIONS = 40_000;
/** Every mistake is tried on this many failures; mistakes that explain one are tried on all failures. */
const SAMPLE = 40;
/** If there are more failures than this, every mistake is first compared with this many passes. */
const FIRST = 24;
/** Failures on which pairs of mistakes are tried, if no single mistake explains any. */
const PAIR_SAMPLE = 4;

/**
 * Finds the causes of failing vectors, or of cases that falsify properties.
 *
 * @param options `mostPredictions` limits the work, so that the result does not depend on the speed of the machine
 * @throws InterruptedError soon after the signal is aborted
 */
export async function findRunCauses(
  evidence: readonly CaseEvidence[],
  {
    mostPredictions = MOST_PREDICTIONS,
    memory = newMemory(),
    falsified,
    signal,
    language,
    expected = [],
    isSearching = true,
  }: Parameters<FindCauses>[1] & {
    readonly mostPredictions?: number;
    /** The memory of earlier searches of the same run. @default empty */
    readonly memory?: SearchMemory;
    /** Mistakes that are tried first: those that the implementation is known to have. */
    readonly expected?: Mistakes;
  } = {},
): Promise<RunCauses> {
  const failed = evidence.filter(({ result }) => isFailure(result.verdict));
  const passed = evidence.filter(({ result }) => result.verdict === "pass");
  const steps: Step[] = [];
  const { predictor } = memory;
  const shared = { steps, memory, predictor, pause: createPause(signal) };
  let limitReached = false;
  predictor.allow(mostPredictions);
  try {
    const failures = falsified === undefined ? triedOf(failed) : triedAnswers(falsified, predictor);
    await findSteps(failures, triedOf(passed), shared, { expected, isSearching });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    limitReached = true;
  } finally {
    predictor.allow(Number.POSITIVE_INFINITY);
  }
  return { causes: causesOf(steps, language), failures: failed.length, passes: passed.length, limitReached };
}

const SINGLES = singlesOf(CANDIDATES);
const WITH_PAGE = SINGLES.filter(([one]) => one!.cost <= COST.form);

function singlesOf(mistakes: Mistakes): readonly Mistakes[] {
  return mistakes.map((one) => [one]);
}

/** What all searches of one run share: a vector that passed contradicts the same mistakes in each of them. */
export interface SearchMemory {
  readonly predictor: Predictor;
  /** The mistakes that no vector that passed has contradicted yet. */
  possible: readonly Mistakes[];
}

export function newMemory(): SearchMemory {
  return { predictor: createPredictor(), possible: SINGLES };
}

interface Shared {
  readonly memory: SearchMemory;
  readonly predictor: Predictor;
  readonly steps: Step[];
  /** Awaited between computations, so that the process notices signals. */
  readonly pause: () => Promise<void>;
}

/** What a search has found so far. */
interface Search extends Shared {
  /** Passed vectors; the first ones contradict most mistakes. */
  passed: Tried[];
  /** The failures that no mistake explains yet, the cheapest first. */
  left: readonly Tried[];
  /** The others. */
  explained: readonly Tried[];
}

async function findSteps(
  failed: readonly Tried[],
  passed: readonly Tried[],
  shared: Shared,
  { expected, isSearching }: { readonly expected: Mistakes; readonly isSearching: boolean },
): Promise<void> {
  const { predictor, steps, pause } = shared;
  await pause();
  const compared = failed.filter(({ result }) => result.difference !== undefined).sort(byCost);
  // If the specification computes the same wrong value, the vector is wrong and not the implementation.
  const left = compared.filter((one) => !predictor.produces(NONE, one));
  const all = contradictingFirst(passed);
  const search: Search = { ...shared, passed: all, left, explained: [] };
  addExpected(expected, search);
  if (!isSearching || !search.left.some(hasValue) || (await addObvious(search))) return;
  if (search.left.length > FIRST) {
    search.passed = all.filter((one) => !isCostly(one)).slice(0, FIRST);
    for (const one of SINGLES) {
      await pause();
      isContradicted(one, one, NONE, search);
    }
    search.passed = [...new Set([...search.passed, ...all])];
  }
  await addSingles(search);
  addExpected(expected, search);
  await widen(search);
  setExplained(
    search,
    search.left.filter((one) => predictor.produces(mistakesOf(steps), one)),
  );
  // A combination must explain two failures.
  if (search.left.length < 2) return;
  while (await addCombination(search));
}

/** Adds, in order, each expected mistake that explains a failure, alone or with earlier mistakes. */
function addExpected(expected: Mistakes, search: Search): void {
  for (const added of unnamed(singlesOf(expected), mistakesOf(search.steps))) {
    const gains = ordersOf(mistakesOf(search.steps), added).map((mistakes): Gain => {
      const explains = (one: Tried) => [added, mistakes].some((some) => search.predictor.produces(some, one));
      return { mistakes, added, gained: search.left.filter(explains) };
    });
    const step = bestStep(gains.filter((one) => one.gained.length > 0));
    if (step !== undefined) take(step, search);
  }
}

/**
 * Adds a documented mistake that explains every failure, if there is one. Most clients have just one mistake, and an
 * undocumented mistake would cost more, so the whole search would find the same.
 */
async function addObvious(search: Search): Promise<boolean> {
  const [simplest] = sampleOf(search.left);
  if (simplest === undefined || search.steps.length > 0) return false;
  const step = await bestOf(WITH_PAGE, NONE, simplest, search);
  if (step?.gained.length !== search.left.length) return false;
  take(step, search);
  return true;
}

/** Adds the mistakes that explain failures alone. */
async function addSingles(search: Search): Promise<void> {
  const tried = new Set<Tried>();
  /** Faults that explain a failure alone and do not fit the mistakes found before. */
  const unfit = new Set<Fault>();
  for (;;) {
    const sample = sampleOf(search.left.filter((one) => !tried.has(one)));
    if (sample.length === 0) return;
    for (const one of sample) {
      if (search.left.includes(one)) await addSingle(one, search, unfit);
      // There are too many orders to try one after the other, and with one of them every request fails.
      if (tried.size === 0 && search.steps.length === 0) await addOrder(search);
      tried.add(one);
    }
  }
}

/** Adds an order of the protocol parameters, if one explains the simplest failure with the most parameters. */
async function addOrder(search: Search): Promise<void> {
  const named = search.left.filter(hasValue).map((one) => ({ one, names: protocolNames(one) }));
  const most = Math.max(...named.map(({ names }) => names.length));
  const simplest = named.find(({ names }) => names.length === most && most > 1);
  if (simplest === undefined) return;
  const orders = singlesOf(orderCandidates(simplest.names));
  const step = await bestOf(orders, NONE, simplest.one, search);
  if (step !== undefined) take(step, search);
}

/** The names of the protocol parameters that every client sends. */
function protocolNames({ input }: Tried): readonly string[] {
  if (input.operation !== "sign" || input.protocolParameters !== undefined) return [];
  return fullProtocolParameters(input).flatMap(([name]) => (typeof name === "string" ? name : []));
}

/** Adds the mistake that explains one failure alone, if there is any. */
async function addSingle(one: Tried, search: Search, unfit: Set<Fault>): Promise<void> {
  const { predictor, pause } = search;
  const singles = unnamed(search.memory.possible, mistakesOf(search.steps)).filter(
    ([single]) => !unfit.has(single!.fault),
  );
  const step = await bestOf(singles, NONE, one, search);
  if (step === undefined) return;
  const evidence = [...step.gained, ...search.explained];
  const fitsAll = (mistakes: Mistakes): boolean => evidence.every((failure) => predictor.produces(mistakes, failure));
  for (const steps of variationsOf(search.steps))
    for (const added of step.same) {
      await pause();
      const mistakes = ordersOf(mistakesOf(steps), added).find(fitsAll);
      if (mistakes === undefined) continue;
      search.steps.splice(0, search.steps.length, ...steps);
      const alternatives = added === step.added ? step.alternatives : [];
      take({ ...step, added, mistakes, alternatives }, search);
      return;
    }
  unfit.add(step.added[0]!.fault);
}

/**
 * Replaces a mistake by a form of it that explains more. A correct answer contradicted that form where another mistake hides it:
 * if ~ is encoded everywhere, but the method is not encoded at all, a method with ~ is correct.
 */
async function widen(search: Search): Promise<void> {
  const { steps, memory, passed, predictor, pause } = search;
  if (steps.length < 2) return;
  for (const at of steps.keys()) {
    const { fault } = steps[at]!.added[0]!;
    const hidden = SINGLES.filter((one) => one[0]!.fault === fault && !memory.possible.includes(one));
    let widest: { readonly changed: readonly Step[]; readonly gained: readonly Tried[] } | undefined;
    for (const added of hidden) {
      await pause();
      const changed = replaced(steps, at, added);
      const mistakes = mistakesOf(changed);
      const produced = (one: Tried): boolean => predictor.produces(mistakes, one);
      const gained = search.left.filter(produced);
      if (gained.length <= (widest?.gained.length ?? 0) || !search.explained.every(produced)) continue;
      if (contradiction(mistakes, NONE, passed, predictor) === undefined) widest = { changed, gained };
    }
    if (widest === undefined) continue;
    const { changed, gained } = widest;
    steps.splice(
      0,
      steps.length,
      ...changed.with(at, { ...changed[at]!, gained: [...changed[at]!.gained, ...gained] }),
    );
    setExplained(search, gained);
  }
}

/** The steps, and the steps with one mistake replaced by another that explains the same failures. Each step adds one mistake. */
function* variationsOf(steps: readonly Step[]): Generator<readonly Step[]> {
  yield steps;
  for (const [at, { added, same }] of steps.entries())
    for (const other of same) if (other !== added) yield replaced(steps, at, other);
}

/** The steps with another mistake in the place of the one that a step added. */
function replaced(steps: readonly Step[], at: number, added: Mistakes): readonly Step[] {
  const [before] = steps[at]!.added;
  const changed = steps.map((step) => ({
    ...step,
    mistakes: step.mistakes.map((one) => (one === before ? added[0]! : one)),
  }));
  return changed.with(at, { ...changed[at]!, added, alternatives: [] });
}

/** Adds a mistake, or a pair, that together with the mistakes found so far explains failures that are left. */
async function addCombination(search: Search): Promise<boolean> {
  const base = mistakesOf(search.steps);
  const sample = sampleOf(search.left);
  // A correct answer also contradicts a single mistake that another mistake hides there.
  const hidden = unnamed(
    WITH_PAGE.filter((one) => !search.memory.possible.includes(one)),
    base,
  );
  const singles = async (): Promise<readonly Mistakes[]> => [...unnamed(search.memory.possible, base), ...hidden];
  const pairs = (one: Tried): Promise<readonly Mistakes[]> => pairsFor(base, one, search);
  const tries = [
    ...(base.length === 0 ? [] : sample.map((one) => [one, singles] as const)),
    ...sample.slice(0, PAIR_SAMPLE).map((one) => [one, pairs] as const),
  ];
  for (const [one, additionsFor] of tries) {
    const step = await bestOf(await additionsFor(one), base, one, search);
    // A single failure fits too many combinations.
    if (step === undefined || step.gained.length === 1 || step.alternatives.length > 0) continue;
    take(step, search);
    return true;
  }
  return false;
}

/** The mistakes whose fault is not among those found: a fault is one cause, whatever its form. */
function unnamed(mistakes: readonly Mistakes[], base: Mistakes): readonly Mistakes[] {
  return mistakes.filter(([one]) => !base.some(({ fault }) => fault === one!.fault));
}

function mistakesOf(steps: readonly Step[]): Mistakes {
  return steps.at(-1)?.mistakes ?? NONE;
}

function take(step: Step, search: Search): void {
  search.steps.push(step);
  setExplained(search, step.gained);
}

function setExplained(search: Search, explained: readonly Tried[]): void {
  search.explained = [...search.explained, ...explained];
  search.left = search.left.filter((one) => !explained.includes(one));
}

/** The cheapest failure of each rule and stage. */
function sampleOf(failures: readonly Tried[]): Tried[] {
  const kinds = new Map<string, Tried>();
  for (const one of failures.filter(hasValue)) {
    const { rules, difference } = one.result;
    const kind = JSON.stringify([rules, difference?.stage]);
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()].slice(0, SAMPLE);
}

/** Among the additions that explain one failure and contradict nothing, returns the one that explains most failures. */
async function bestOf(
  additions: readonly Mistakes[],
  base: Mistakes,
  one: Tried,
  search: Search,
): Promise<Step | undefined> {
  const { predictor, pause } = search;
  const gains: Gain[] = [];
  for (const added of additions) {
    await pause();
    for (const mistakes of ordersOf(base, added)) {
      if (!predictor.concerns(mistakes, base, one) || !predictor.produces(mistakes, one)) continue;
      if (isContradicted(mistakes, added, base, search)) continue;
      const gained = search.left.filter((failure) => predictor.produces(mistakes, failure));
      gains.push({ added, mistakes, gained });
    }
  }
  return bestStep(gains.filter(isProven));
}

/** Whether the mistakes predict a different answer where `base` is correct. */
function isContradicted(mistakes: Mistakes, added: Mistakes, base: Mistakes, search: Search): boolean {
  const { memory, passed, predictor } = search;
  const explained = base.length === 0 ? [] : search.explained;
  const found = contradiction(mistakes, base, [...explained, ...passed], predictor);
  const at = found === undefined ? -1 : passed.indexOf(found);
  // A vector that contradicts one mistake contradicts others too.
  if (at > 0) passed.unshift(...passed.splice(at, 1));
  if (found !== undefined && base.length === 0) memory.possible = memory.possible.filter((one) => one !== added);
  return found !== undefined;
}

/** The order matters if two mistakes change the same stage. */
function ordersOf(base: Mistakes, added: Mistakes): readonly Mistakes[] {
  if (base.length === 0) return [added];
  const changed = base.flatMap(({ stages }) => stages);
  const isShared = added.some(({ stages }) => stages.some((stage) => changed.includes(stage)));
  const orders = [
    [...base, ...added],
    [...added, ...base],
  ];
  return isShared ? orders : orders.slice(0, 1);
}

/** Pairs of mistakes in different stages, each of which alone changes the answer to one question. */
async function pairsFor(base: Mistakes, one: Tried, search: Search): Promise<Mistakes[]> {
  const { predictor, pause } = search;
  const before: Tried = { ...one, answer: predictor.answer(base, one.input) };
  const effective: Mistakes[] = [];
  for (const added of unnamed(search.memory.possible, base)) {
    await pause();
    const mistakes = [...base, ...added];
    if (!predictor.concerns(mistakes, base, one) || predictor.produces(mistakes, before)) continue;
    if (!isContradicted(added, added, NONE, search)) effective.push(added);
  }
  return effective.flatMap((first, at) =>
    effective
      .slice(at + 1)
      .filter(([second]) => first[0]!.fault.stage !== second!.fault.stage)
      .map((second): Mistakes => [...first, ...second]),
  );
}
