/**
 * Searches for the hypotheses that reproduce what a client computed: none, one, or two together. The simplest and
 * likeliest are tried first.
 *
 * The search is a generator, so that a server can do other work between two slices of it.
 */

import { cached } from "./cached-stages.ts";
import type { ComputationCache, ComputationResult } from "./computation-cache.ts";
import { areCompatible, type Hypothesis } from "./hypothesis.ts";
import type { SearchWork } from "./search-work.ts";
import { createSignatureSamples, type SignatureSamples } from "./signature-samples.ts";

/** Hypotheses that apply together, in the order in which they are applied. */
export type Combination = readonly Hypothesis[];

/** What to search for. */
export interface Search {
  readonly cache: ComputationCache;
  /** The likeliest first. Computed only if the correct computation does not match. */
  readonly hypotheses: () => readonly Hypothesis[];
  /** Whether a result is what the client computed. */
  readonly matches: (result: ComputationResult, combination: Combination) => boolean;
  /** The client's signature, if it is compared as text. */
  readonly signature?: string | undefined;
  /** If given, a combination must contain such a hypothesis, even if it does not change the signature. */
  readonly isRequired?: (hypothesis: Hypothesis) => boolean;
  /** One of these hypotheses is required, and enough: every other hypothesis is tried together with each of them. */
  readonly companions?: () => readonly Hypothesis[];
  readonly work: SearchWork;
}

/** The combinations of one step that match. Each `yield` is a good moment to pause. */
export type Searching = Generator<undefined, Combination[]>;

/**
 * The steps of a search. Each one is tried only if those before it found nothing:
 *
 * - `none`: no hypothesis is needed
 * - `single`: each hypothesis alone
 * - `likely-pair`: pairs of the likeliest hypotheses, and all pairs with a companion
 * - `pair`: pairs of hypotheses about different stages, of which one is very likely, or both are likely
 */
export const SEARCH_STEPS = ["none", "single", "likely-pair", "pair"] as const;

/** See {@link SEARCH_STEPS}. */
export type SearchStep = (typeof SEARCH_STEPS)[number];

/** How many of the likeliest hypotheses are combined in a step. */
const MOST_IN_LIKELY_PAIRS = 150;
/** A pair is likely if the product of the two places in the order of likelihood is at most this. */
const LARGEST_PRODUCT = 40_000;
/** A change of one parameter is as likely as the hypothesis at this place. */
const PLACE_OF_CHANGES = 600;

/** Creates a search whose steps run one after the other. */
export function createSearch(task: Search): (step: SearchStep) => Searching {
  const { cache, hypotheses, isRequired } = task;
  const samples = createSignatureSamples(cache, task.signature);
  const required = new Map<Hypothesis, boolean>();
  const hasRequired = (one: Combination): boolean =>
    isRequired === undefined || one.some((hypothesis) => cached(required, hypothesis, () => isRequired(hypothesis)));
  let kinds: Kinds | undefined;
  return function* (step) {
    if (task.work.isUsedUp()) return [];
    if (step === "none") return yield* searchEach(task, [[]]);
    if (step === "single") return yield* searchEach(task, singlesOf(hypotheses()), hasRequired);
    kinds ??= yield* kindsOf(task, hasRequired, samples);
    const isPossible = (one: Combination): boolean => hasRequired(one) && samples.canFit(one);
    const found = yield* searchEach(
      task,
      combinationsOf(step, cache, [...new Set(kinds.values())], samples, task.companions?.() ?? []),
      isPossible,
    );
    return found.flatMap((combination) => expand(task, kinds!, combination));
  };
}

function* singlesOf(hypotheses: readonly Hypothesis[]): Generator<Combination> {
  for (const one of hypotheses) yield [one];
}

/** Tries combinations until there are no more or the work is used up. */
function* searchEach(
  { cache, matches, work }: Search,
  combinations: Iterable<Combination>,
  isPossible: (combination: Combination) => boolean = () => true,
): Searching {
  const found: Combination[] = [];
  for (const combination of combinations) {
    if (work.isSliceComplete()) yield;
    if (work.isUsedUp()) break;
    if (!areCompatible(combination) || !isPossible(combination)) continue;
    work.count();
    const order = ordersOf(cache, combination).find((one) => matches(cache.result(one), one));
    if (order !== undefined) found.push(order);
  }
  return found;
}

/**
 * Hypotheses with the same result on this request, the likeliest first. In combinations, the likeliest change of one parameter
 * and the likeliest other one stand for them.
 */
type Kind = readonly Hypothesis[];
/** The kind of each hypothesis. */
type Kinds = ReadonlyMap<Hypothesis, Kind>;

/** The kinds of hypotheses that change something on this request, the likeliest first. */
function* kindsOf(
  { cache, hypotheses, isRequired, work }: Search,
  hasRequired: (one: Combination) => boolean,
  samples: SignatureSamples,
): Generator<undefined, Kinds> {
  const effectOf = (combination: Combination): string | undefined => {
    const { baseString, key } = cache.valuesToSign(combination);
    const [one] = combination;
    const onSignature = one === undefined ? "" : samples.effect(one);
    return baseString === undefined
      ? undefined
      : [key, onSignature, cache.encodedBody(combination), baseString].join("\n");
  };
  const right = effectOf([]);
  const kinds = new Map<string, Hypothesis[]>();
  for (const hypothesis of hypotheses()) {
    if (work.isUsedUp()) break;
    // Otherwise the step `single` has computed them all.
    if (isRequired !== undefined) work.countComputation();
    if (work.isSliceComplete()) yield;
    const effect = effectOf([hypothesis]);
    const isWriting = isRequired !== undefined && hasRequired([hypothesis]);
    if (effect === undefined || (effect === right && !isWriting)) continue;
    const fingerprint = isWriting ? `${kinds.size}` : effect;
    const kind = kinds.get(fingerprint);
    if (kind === undefined) kinds.set(fingerprint, [hypothesis]);
    else kind.push(hypothesis);
  }
  return new Map([...kinds.values()].flatMap((kind) => kind.map((one) => [one, kind] as const)));
}

function* combinationsOf(
  step: SearchStep,
  cache: ComputationCache,
  kinds: readonly Kind[],
  samples: SignatureSamples,
  companions: readonly Hypothesis[],
): Generator<Combination> {
  const all = kinds.flatMap((kind) => kind.find((one) => !one.isSpecific) ?? []);
  all.sort((one, other) => other.prior - one.prior);
  const changes = kinds.flatMap((kind) => kind.find((one) => one.isSpecific) ?? []);
  if (step === "likely-pair") {
    const likely = new Set(all.slice(0, MOST_IN_LIKELY_PAIRS));
    yield* pairsOf([...likely]);
    for (const companion of companions)
      for (const one of [...changes, ...all]) if (!(likely.has(one) && likely.has(companion))) yield [one, companion];
  }
  if (step === "pair") yield* pairsOfStages(cache, all, changes, samples);
}

/**
 * Pairs about different stages that are not likely, and a change of one parameter together with each hypothesis. The digest and
 * its text both belong to the stage `signature`; two faults of that stage are tried if the text shows that it is wrong.
 */
function* pairsOfStages(
  cache: ComputationCache,
  all: readonly Hypothesis[],
  changes: readonly Hypothesis[],
  samples: SignatureSamples,
): Generator<Combination> {
  const stages = all.map((one) => cache.affected(one).stage);
  const isWanted = (first: number, second: number): boolean => (first + 1) * (second + 1) <= LARGEST_PRODUCT;
  const areApart = (first: number, second: number): boolean =>
    stages[first] !== stages[second] || (stages[first] === "signature" && samples.showsChange);
  for (const [at, second] of all.entries()) {
    for (const [before, first] of at < MOST_IN_LIKELY_PAIRS ? [] : all.slice(0, at).entries())
      if (isWanted(before, at) && areApart(before, at)) yield [first, second];
    if (isWanted(at, PLACE_OF_CHANGES)) for (const change of changes) yield [change, second];
  }
}

/** Pairs of hypotheses, those of the likeliest first. */
function* pairsOf(all: readonly Hypothesis[]): Generator<readonly [Hypothesis, Hypothesis]> {
  for (const [at, second] of all.entries()) {
    for (const first of all.slice(0, at)) yield [first, second];
  }
}

/** The combinations with each hypothesis replaced by those of its kind, where they match too. */
function expand({ cache, matches }: Search, kinds: Kinds, found: Combination): Combination[] {
  const all = found.reduce<Combination[]>(
    (made, next) => made.flatMap((one) => (kinds.get(next) ?? [next]).map((member) => [...one, member])),
    [[]],
  );
  return all.filter((one) => areCompatible(one) && matches(cache.result(one), one));
}

/**
 * Both orders of two hypotheses that replace the same stage. Otherwise an encoder goes first, because its results are kept.
 * A change of one parameter goes first too, because it finds the parameter by its value.
 */
function ordersOf(cache: ComputationCache, combination: Combination): Combination[] {
  const [first, second] = combination;
  if (first === undefined || second === undefined) return [combination];
  const forward = [first, second];
  const backward = [second, first];
  const [stages, others] = [cache.affected(first).stages, cache.affected(second).stages];
  if (haveCommon(stages, others)) return first.isSpecific ? [forward] : [forward, backward];
  return [others.has("percentEncode") || others.has("encodeParameters") ? backward : forward];
}

function haveCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
