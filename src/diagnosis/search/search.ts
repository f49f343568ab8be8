/**
 * Searches for the hypotheses that reproduce what a client computed: none, one, or two together. The simplest and
 * likeliest are tried first.
 *
 * The search is a generator, so that a server can do other work between two slices of it.
 */

import { cached } from "./cached-stages.ts";
import type { ComputationCache, ComputationResult, SigningStage } from "./computation-cache.ts";
import { areCompatible, type Hypothesis } from "./hypothesis.ts";
import type { SearchWork } from "./search-work.ts";
import { createSignatureSamples, type SignatureSamples } from "./signature-samples.ts";

/** Hypotheses that apply together, in the order in which they are applied. */
export type Combination = readonly Hypothesis[];

/** What to search for. */
export interface Search {
  readonly cache: ComputationCache;
  /** The cheapest, the likeliest first. Computed only if the correct computation does not match. */
  readonly cheapest: () => readonly Hypothesis[];
  /** All of them, the likeliest first. */
  readonly hypotheses: () => readonly Hypothesis[];
  /** Whether a result is what the client computed. */
  readonly matches: (result: ComputationResult, combination: Combination) => boolean;
  /** The client's signature, if it is compared as text. */
  readonly signature?: string | undefined;
  /** If given, a combination must contain such a hypothesis, even if it does not change the signature. */
  readonly isRequired?: (hypothesis: Hypothesis) => boolean;
  readonly work: SearchWork;
}

/** The combinations of one step that match. Each `yield` is a good moment to pause. */
export type Searching = Generator<undefined, Combination[]>;

/**
 * The steps of a search. Each one is tried only if those before it found nothing:
 *
 * - `none`: no hypothesis is needed
 * - `cheapest`: each of the cheapest hypotheses alone
 * - `single`: each other hypothesis alone
 * - `likely-pair`: two likely hypotheses
 * - `pair`: any two hypotheses, the likeliest pairs first
 */
export const SEARCH_STEPS = ["none", "cheapest", "single", "likely-pair", "pair"] as const;

/** See {@link SEARCH_STEPS}. */
export type SearchStep = (typeof SEARCH_STEPS)[number];

type PairStep = Extract<SearchStep, "likely-pair" | "pair">;

/** The least and the largest rarity of a pair in each step. */
const RARITIES_OF_PAIRS: Readonly<Record<PairStep, readonly [least: number, most: number]>> = {
  "likely-pair": [0, 2],
  pair: [3, 20],
};
/** The same if one of the two hypotheses is required, so that there are few pairs. */
const RARITIES_OF_REQUIRED_PAIRS: typeof RARITIES_OF_PAIRS = { "likely-pair": [0, 6], pair: [7, 20] };

/** Creates a search whose steps run one after the other. */
export function createSearch(task: Search): (step: SearchStep) => Searching {
  const { cache, cheapest, hypotheses } = task;
  const samples = createSignatureSamples(cache, task.signature);
  const required = new Map<Hypothesis, boolean>();
  const isRequired = (one: Hypothesis): boolean =>
    task.isRequired === undefined || cached(required, one, () => task.isRequired!(one));
  let groups: readonly EffectGroup[] | undefined;
  return function* (step) {
    if (task.work.isUsedUp()) return [];
    if (step === "none") return yield* searchEach(task, task.isRequired === undefined ? [[]] : []);
    if (step === "cheapest") return yield* searchEach(task, alone(cheapest().filter(isRequired)));
    if (step === "single") {
      const before = new Set(cheapest());
      return yield* searchEach(task, alone(hypotheses().filter((one) => !before.has(one) && isRequired(one))));
    }
    groups ??= yield* effectGroupsOf(task, isRequired, samples);
    const [least, most] = (task.isRequired === undefined ? RARITIES_OF_PAIRS : RARITIES_OF_REQUIRED_PAIRS)[step];
    for (let rarity = least; rarity <= most; rarity++) {
      const found = yield* searchEach(task, pairsOf(groups, rarity, samples));
      if (found.length > 0) return found.flatMap((combination) => expand(task, groups!, combination));
    }
    return [];
  };
}

function alone(hypotheses: readonly Hypothesis[]): Combination[] {
  return hypotheses.map((one) => [one]);
}

/** Tries combinations until there are no more or the work is used up. */
function* searchEach({ cache, matches, work }: Search, combinations: Iterable<Combination>): Searching {
  const found: Combination[] = [];
  for (const combination of combinations) {
    if (work.isSliceComplete()) yield;
    if (work.isUsedUp()) break;
    work.count();
    const order = ordersOf(cache, combination).find((one) => matches(cache.result(one), one));
    if (order !== undefined) found.push(order);
  }
  return found;
}

/** Hypotheses with the same effect on this request, the likeliest first. In pairs, the first stands for all. */
interface EffectGroup {
  readonly hypotheses: Hypothesis[];
  readonly rarity: number;
  readonly stage: SigningStage;
  /** Whether a combination with it is tried: without a requirement, all are. */
  readonly isRequired: boolean;
}

/** One more for a hypothesis that is half as likely. */
function rarityOf({ prior }: Hypothesis): number {
  return Math.max(0, Math.round(1 - Math.log2(prior)));
}

/** The groups of hypotheses that change something on this request, the likeliest first. */
function* effectGroupsOf(
  { cache, hypotheses, isRequired: given, work }: Search,
  isRequired: (one: Hypothesis) => boolean,
  samples: SignatureSamples,
): Generator<undefined, readonly EffectGroup[]> {
  const effectOf = (combination: Combination): string | undefined => {
    const { baseString, key } = cache.valuesToSign(combination);
    const [one] = combination;
    const onSignature = one === undefined ? "" : samples.effect(one);
    return baseString === undefined
      ? undefined
      : [key, onSignature, cache.encodedBody(combination), baseString].join("\n");
  };
  const right = effectOf([]);
  const groups = new Map<string, EffectGroup>();
  for (const one of hypotheses()) {
    if (work.isUsedUp()) break;
    // Without a requirement, the step `single` has counted this work.
    if (given !== undefined) work.countComputation();
    if (work.isSliceComplete()) yield;
    const effect = effectOf([one]);
    const isWriting = given !== undefined && isRequired(one);
    if (effect === undefined || (effect === right && !isWriting)) continue;
    // Two that write the same header differently are not one.
    const group = cached(groups, isWriting ? `${groups.size}` : effect, () => ({
      hypotheses: [],
      rarity: rarityOf(one),
      stage: cache.affected(one).stage,
      isRequired: isRequired(one),
    }));
    group.hypotheses.push(one);
  }
  return [...groups.values()];
}

/** How much rarer two mistakes of the same stage are. */
const RARITY_OF_SAME_STAGE = 2;

/** The pairs of a rarity that can lead to a signature as long as the client's. */
function* pairsOf(groups: readonly EffectGroup[], rarity: number, samples: SignatureSamples): Generator<Combination> {
  for (const areSameStage of [false, true]) {
    const sum = areSameStage ? rarity - RARITY_OF_SAME_STAGE : rarity;
    for (let first = 0; 2 * first <= sum; first++) {
      const some = groups.filter((group) => group.rarity === first);
      const others = first === sum - first ? some : groups.filter((group) => group.rarity === sum - first);
      for (const [at, other] of others.entries()) {
        for (const one of some === others ? some.slice(0, at) : some) {
          const pair = [one.hypotheses[0]!, other.hypotheses[0]!];
          const isWanted = (one.stage === other.stage) === areSameStage && (one.isRequired || other.isRequired);
          if (isWanted && samples.canFit(pair)) yield pair;
        }
      }
    }
  }
}

/** The combinations with each hypothesis replaced by those of its group, where they match too. */
function expand({ cache, matches }: Search, groups: readonly EffectGroup[], found: Combination): Combination[] {
  const membersOf = (one: Hypothesis): readonly Hypothesis[] =>
    groups.find(({ hypotheses: [first] }) => first === one)?.hypotheses ?? [one];
  const all = found.reduce<Combination[]>(
    (made, next) => made.flatMap((one) => membersOf(next).map((member) => [...one, member])),
    [[]],
  );
  return all.filter((one) => areCompatible(one) && matches(cache.result(one), one));
}

/**
 * Both orders of two hypotheses that replace the same stage. Otherwise an encoder goes first, because its results are kept.
 * A change of one parameter that is the first of the two stays first, because it finds the parameter by its value.
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
