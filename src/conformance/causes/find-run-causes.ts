/**
 * Finds the mistakes that explain the failures of a run: those that reproduce wrong values exactly, and that no correct value
 * contradicts.
 *
 * The search is greedy: the mistake that explains most failures comes first, then the one that explains most of the others.
 * Mistakes that explain failures alone come before those that do so only together with the ones found before.
 */

import { FAULTS } from "../../faults/index.ts";
import { type CaseEvidence, createPause, type Explain, isFailure, type RunCauses } from "../runner/index.ts";
import { bestStep, type Gain } from "./best-step.ts";
import { CANDIDATES } from "./candidates.ts";
import { causesOf, type Step } from "./causes-of.ts";
import {
  byCost,
  contradictingFirst,
  createPredictor,
  LimitReached,
  type Mistakes,
  type Predictor,
} from "./predictor.ts";
import { hasValue, isProven } from "./proof.ts";

/** The most predictions of one search. A prediction is the computation of one request with some mistakes. */
const MOST_PREDICTIONS = 40_000;
/** Failures on which every mistake is tried at a time. The ones that explain any of them are tried on all. */
const SAMPLE = 40;
/** The largest number of failures that counts as few. */
const FEW = 4;
/** Failures on which pairs of mistakes are tried, if no single mistake explains any. */
const PAIR_SAMPLE = 4;

/**
 * @param options `mostPredictions` limits the work, so that the result does not depend on the speed of the machine
 * @throws InterruptedError soon after the signal is aborted
 */
export async function findRunCauses(
  evidence: readonly CaseEvidence[],
  {
    mostPredictions = MOST_PREDICTIONS,
    signal,
    language,
  }: { readonly mostPredictions?: number } & Parameters<Explain>[1] = {},
): Promise<RunCauses> {
  const failed = evidence.filter(({ result }) => isFailure(result.verdict));
  const passed = evidence.filter(({ result }) => result.verdict === "pass");
  const steps: Step[] = [];
  const pause = createPause(signal);
  let limitReached = false;
  try {
    await findSteps(steps, failed, passed, createPredictor(mostPredictions, pause));
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    limitReached = true;
  }
  const compared = failed.filter(({ result }) => result.difference !== undefined);
  const causes = await causesOf(steps, compared, createPredictor(Number.POSITIVE_INFINITY, pause), language);
  return { causes, failures: failed.length, passes: passed.length, limitReached };
}

const NONE: Mistakes = [];

/** These lists are reused, because the predictor remembers results by list. */
const SINGLES: readonly Mistakes[] = CANDIDATES.map((one) => [one]);

const isCommon = ([one]: Mistakes): boolean => FAULTS.includes(one!.fault);
/** Common mistakes, which are few, come first, because the others would use up the predictions. */
const GROUPS = [SINGLES.filter(isCommon), SINGLES.filter((one) => !isCommon(one))];

/** What a search has found so far. */
interface Search {
  readonly predictor: Predictor;
  /** The mistakes that nothing has contradicted yet. */
  possible: readonly Mistakes[];
  readonly steps: Step[];
  /** Sorted so that the first ones contradict most mistakes. */
  passed: CaseEvidence[];
  /** The failures that no mistake explains yet, the cheapest first. */
  left: readonly CaseEvidence[];
}

async function findSteps(
  steps: Step[],
  failed: readonly CaseEvidence[],
  passed: readonly CaseEvidence[],
  predictor: Predictor,
): Promise<void> {
  // If the specification computes the same wrong value, the vector is wrong and not the implementation.
  const compared = failed.filter(({ result }) => result.difference !== undefined).sort(byCost);
  const left = await filter(compared, async (one) => !(await predictor.reproduces(NONE, one)));
  const { quick, all } = contradictingFirst(passed);
  const search: Search = { predictor, possible: [], steps, passed: all, left };
  for (const mistakes of GROUPS) {
    if (!search.left.some(hasValue)) return;
    const before = search.possible;
    // If there are few failures, predict them first, because most mistakes explain none of them.
    const isRelevant = left.length <= FEW ? explainsAny : concernsAny;
    search.possible = await filter(mistakes, (one) => isRelevant(one, search));
    // The quick vectors detect every fault, so those that passed contradict most mistakes.
    search.passed = quick;
    search.possible = await filter(search.possible, async (one) => !(await isContradicted(one, one, NONE, search)));
    search.possible = [...before, ...search.possible];
    search.passed = all;
    await addSingles(search);
  }
  search.left = await filter(search.left, async (one) => !(await predictor.reproduces(mistakesOf(steps), one)));
  // A combination must explain two failures.
  if (search.left.length < 2) return;
  if (left.length <= FEW) search.possible = SINGLES;
  while (await addCombination(search));
}

async function concernsAny(mistakes: Mistakes, { left, predictor }: Search): Promise<boolean> {
  return (await find(left, (one) => predictor.concerns(mistakes, NONE, one))) !== undefined;
}

async function explainsAny(mistakes: Mistakes, { left, predictor }: Search): Promise<boolean> {
  const explains = async (one: CaseEvidence): Promise<boolean> =>
    (await predictor.concerns(mistakes, NONE, one)) && (await predictor.reproduces(mistakes, one));
  return (await find(left, explains)) !== undefined;
}

/** Adds the mistakes that explain failures alone. */
async function addSingles(search: Search): Promise<void> {
  const tried = new Set<CaseEvidence>();
  for (;;) {
    const sample = sampleOf(search.left.filter((one) => !tried.has(one)));
    if (sample.length === 0) return;
    const step = await bestOf(search.possible, NONE, sample, search);
    if (step === undefined) {
      for (const one of sample) tried.add(one);
      continue;
    }
    // A fault is represented by its best form.
    search.possible = search.possible.filter(([one]) => one!.fault !== step.added[0]!.fault);
    const base = mistakesOf(search.steps);
    // It contradicts no passed vector; together with the others, it must not contradict what they explain.
    const isConsistent = async (mistakes: Mistakes): Promise<boolean> =>
      (await contradiction(mistakes, step.added, base, explainedBy(search), search.predictor)) === undefined;
    const mistakes = await find(ordersOf(base, step.added), isConsistent);
    if (mistakes !== undefined) take({ ...step, mistakes }, search);
  }
}

/** Adds the mistake, or the pair, that together with the mistakes found so far explains most of the failures left. */
async function addCombination(search: Search): Promise<boolean> {
  const base = mistakesOf(search.steps);
  const sample = sampleOf(search.left);
  const singles = base.length === 0 ? [] : unnamed(search, base);
  const steps = [() => bestOf(singles, base, sample, search)];
  for (const one of sample.slice(0, PAIR_SAMPLE))
    steps.push(async () => bestOf(await pairsFor(base, one, search), base, [one], search));
  for (const find of steps) {
    const step = await find();
    // A single failure fits too many combinations.
    if (step === undefined || step.gained.length === 1 || step.alternatives.length > 0) continue;
    take(step, search);
    return true;
  }
  return false;
}

/** The mistakes whose fault is not among those found: a fault is one cause, whatever its form. */
function unnamed({ possible }: Search, base: Mistakes): readonly Mistakes[] {
  return possible.filter(([one]) => !base.some(({ fault }) => fault === one!.fault));
}

function mistakesOf(steps: readonly Step[]): Mistakes {
  return steps.at(-1)?.mistakes ?? NONE;
}

function explainedBy({ steps }: Search): CaseEvidence[] {
  return steps.flatMap(({ gained }) => gained);
}

function take(step: Step, search: Search): void {
  search.steps.push(step);
  search.left = search.left.filter((one) => !step.gained.includes(one));
}

/** One failure of each rule and stage, the cheapest. */
function sampleOf(failures: readonly CaseEvidence[]): CaseEvidence[] {
  const kinds = new Map<string, CaseEvidence>();
  for (const one of failures.filter(hasValue)) {
    const { rules, difference } = one.result;
    const kind = JSON.stringify([rules, difference?.stage]);
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()].slice(0, SAMPLE);
}

/** Among the additions that explain most of the sample and contradict nothing, returns the one that explains most failures. */
async function bestOf(
  additions: readonly Mistakes[],
  base: Mistakes,
  sample: readonly CaseEvidence[],
  search: Search,
): Promise<Step | undefined> {
  const { predictor } = search;
  const gains: Gain[] = [];
  for (const added of additions) {
    const explains = async (mistakes: Mistakes, one: CaseEvidence): Promise<boolean> =>
      (await predictor.concerns(added, base, one)) && (await predictor.reproduces(mistakes, one));
    for (const mistakes of ordersOf(base, added))
      gains.push({ added, mistakes, gained: await filter(sample, (one) => explains(mistakes, one)) });
  }
  const sizes = [...new Set(gains.map(({ gained }) => gained.length))].filter((size) => size > 0);
  for (const size of sizes.sort((a, b) => b - a)) {
    const equal = gains.filter(({ gained }) => gained.length === size);
    const possible = await filter(
      equal,
      async ({ mistakes, added }) => !(await isContradicted(mistakes, added, base, search)),
    );
    const whole: Gain[] = [];
    for (const gain of possible)
      whole.push({ ...gain, gained: await filter(search.left, (one) => predictor.reproduces(gain.mistakes, one)) });
    const proven = whole.filter(isProven);
    if (proven.length > 0) return bestStep(proven);
  }
  return undefined;
}

/** Whether the mistakes predict a different answer where `base` is correct. */
async function isContradicted(mistakes: Mistakes, added: Mistakes, base: Mistakes, search: Search): Promise<boolean> {
  const { passed, predictor } = search;
  const explained = base.length === 0 ? [] : explainedBy(search);
  const found = await contradiction(mistakes, added, base, [...explained, ...passed], predictor);
  const at = found === undefined ? -1 : passed.indexOf(found);
  // A vector that contradicts one mistake contradicts others too.
  if (at > 0) passed.unshift(...passed.splice(at, 1));
  if (found !== undefined && base.length === 0) search.possible = search.possible.filter((one) => one !== added);
  return found !== undefined;
}

async function contradiction(
  mistakes: Mistakes,
  added: Mistakes,
  base: Mistakes,
  evidence: readonly CaseEvidence[],
  predictor: Predictor,
): Promise<CaseEvidence | undefined> {
  const contradicts = async (one: CaseEvidence): Promise<boolean> =>
    (await predictor.concerns(added, base, one)) &&
    !(await predictor.reproduces(mistakes, one)) &&
    // Otherwise both the vector and the implementation are wrong.
    (isFailure(one.result.verdict) || (await predictor.reproduces(NONE, one)));
  return find(evidence, contradicts);
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
async function pairsFor(base: Mistakes, one: CaseEvidence, search: Search): Promise<Mistakes[]> {
  const { predictor } = search;
  const possible = unnamed(search, base);
  const before = await predictor.predictBase(base, one);
  const effective = await filter(
    possible,
    async (added) =>
      (await predictor.concerns(added, base, one)) &&
      (await predictor.predict([...base, ...added], one)) !== before &&
      !(await isContradicted(added, added, NONE, search)),
  );
  return effective.flatMap((first, at) =>
    effective
      .slice(at + 1)
      .filter(([second]) => first[0]!.fault.stage !== second!.fault.stage)
      .map((second): Mistakes => [...first, ...second]),
  );
}

async function filter<Item>(items: readonly Item[], isWanted: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const wanted: Item[] = [];
  for (const item of items) if (await isWanted(item)) wanted.push(item);
  return wanted;
}

async function find<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => Promise<boolean>,
): Promise<Item | undefined> {
  for (const item of items) if (await isWanted(item)) return item;
  return undefined;
}
