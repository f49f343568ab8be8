/**
 * Searches for the hypotheses that reproduce what a client computed: none, one, two or three together, likeliest first.
 *
 * The search is a generator, so that a server can do other work between two slices of it.
 */

import type { ComputationCache, ComputationResult } from "./computation-cache.ts";
import type { Hypothesis } from "./hypothesis.ts";
import type { SearchWork } from "./search-work.ts";

/** Hypotheses that apply together, in the order in which they are applied. */
export type Combination = readonly Hypothesis[];

/** What to search for. */
export interface Search {
  readonly cache: ComputationCache;
  /** The likeliest first. */
  readonly hypotheses: readonly Hypothesis[];
  /** Whether a result is what the client computed. */
  readonly matches: (result: ComputationResult, combination: Combination) => boolean;
  /** Whether a combination can lead to a signature that looks like the client's. @default each one can */
  readonly canLookAlike?: ((combination: Combination) => boolean) | undefined;
  /** If given, a combination must contain such a hypothesis, even if it does not change the signature. */
  readonly isRequired?: (hypothesis: Hypothesis) => boolean;
  readonly work: SearchWork;
}

/** All combinations of a size that match. Each `yield` is a good moment to pause. */
export type Searching = Generator<undefined, Combination[]>;

/** Triples are made of so many of the likeliest hypotheses. */
const MOST_IN_TRIPLES = 30;

/**
 * Creates a search, which is then run for one size of combinations after the other.
 *
 * @returns a function that searches for the combinations of a size from 0 to 3
 */
export function createSearch(task: Search): (size: number) => Searching {
  const { hypotheses, isRequired } = task;
  let kinds: Kinds | undefined;
  const required = new Set(isRequired === undefined ? hypotheses : hypotheses.filter(isRequired));
  return function* (size) {
    if (size === 0) return yield* searchEach(task, [[]]);
    if (size === 1)
      return yield* searchEach(
        task,
        Array.from(required, (one) => [one]),
      );
    kinds ??= kindsOf(task, required);
    const combinations = (size === 2 ? pairsOf : triplesOf)([...kinds.keys()]);
    const isPossible = (one: Combination): boolean =>
      one.some((hypothesis) => required.has(hypothesis)) && task.canLookAlike?.(one) !== false;
    const found = yield* searchEach(task, combinations, isPossible);
    return found.flatMap((combination) => expand(task, kinds!, combination));
  };
}

/** Tries combinations until there are no more or the work is used up. */
function* searchEach(
  { cache, matches, work }: Search,
  combinations: Iterable<Combination>,
  isPossible: (combination: Combination) => boolean = () => true,
): Searching {
  const found: Combination[] = [];
  for (const combination of combinations) {
    if (work.isUsedUp()) break;
    if (!isPossible(combination)) continue;
    if (work.count()) yield;
    const order = ordersOf(cache, combination).find((one) => matches(cache.result(one), one));
    if (order !== undefined) found.push(order);
  }
  return found;
}

/** Hypotheses with the same result on this request. The likeliest one stands for the others in combinations. */
type Kind = readonly [Hypothesis, ...Hypothesis[]];

type Kinds = ReadonlyMap<Hypothesis, Kind>;

/** The kinds of hypotheses that change something on this request, the likeliest first. */
function kindsOf({ cache, hypotheses, isRequired }: Search, required: ReadonlySet<Hypothesis>): Kinds {
  const right = fingerprintOf(cache, []);
  const kinds = new Map<string, [Hypothesis, ...Hypothesis[]]>();
  for (const hypothesis of hypotheses) {
    const { stages, transport } = cache.affected(hypothesis);
    const fingerprint = fingerprintOf(cache, [hypothesis]);
    if (fingerprint === undefined) continue;
    const isOwnKind = transport || stages.has("signature");
    const isWriting = isRequired !== undefined && required.has(hypothesis);
    if (fingerprint === right && !isOwnKind && !isWriting) continue;
    // What a change of the header or of the digest does depends on the signature.
    const name = isOwnKind ? `${hypothesis.id} ${kinds.size}` : fingerprint;
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, [hypothesis]);
    else kind.push(hypothesis);
  }
  return new Map([...kinds.values()].map((kind) => [kind[0], kind]));
}

function fingerprintOf(cache: ComputationCache, combination: Combination): string | undefined {
  const { baseString, key, signature } = cache.result(combination);
  return baseString === undefined ? undefined : `${key}\n${signature}\n${baseString}`;
}

/** Pairs, those of the likeliest first. */
function* pairsOf(all: readonly Hypothesis[]): Generator<Combination> {
  for (const [at, second] of all.entries()) {
    for (const first of all.slice(0, at)) if (canCombine(first, second)) yield [first, second];
  }
}

function* triplesOf(all: readonly Hypothesis[]): Generator<Combination> {
  const likeliest = all.filter((one) => !one.isSpecific).slice(0, MOST_IN_TRIPLES);
  for (const [at, third] of likeliest.entries()) {
    for (const pair of pairsOf(likeliest.slice(0, at))) {
      if (pair.every((one) => canCombine(one, third))) yield [...pair, third];
    }
  }
}

/** Two forms of one fault exclude each other, and two changed values are a different request. */
function canCombine(one: Hypothesis, other: Hypothesis): boolean {
  return one.id !== other.id && !(one.isSpecific && other.isSpecific);
}

/** The combinations with each hypothesis replaced by those of its kind, where they match too. */
function expand({ cache, matches }: Search, kinds: Kinds, found: Combination): Combination[] {
  const all = found.reduce<Combination[]>(
    (made, next) => made.flatMap((one) => (kinds.get(next) ?? [next]).map((member) => [...one, member])),
    [[]],
  );
  return all.filter((one) => matches(cache.result(one), one));
}

/**
 * Both orders of two that replace the same stage. Otherwise an encoder goes first, because its results are kept. A change
 * of one parameter goes first too: it finds the parameter by its value.
 */
function ordersOf(cache: ComputationCache, combination: Combination): Combination[] {
  const [first, second, third] = combination;
  if (first === undefined || second === undefined) return [combination];
  if (third !== undefined) return ordersOf(cache, [first, second]).map((order) => [...order, third]);
  const forward = [first, second];
  const backward = [second, first];
  const [stages, others] = [cache.affected(first).stages, cache.affected(second).stages];
  const isShared = haveCommon(stages, others);
  if (isShared && !first.isSpecific && !second.isSpecific) return [forward, backward];
  const isSecondFirst = isShared ? second.isSpecific : others.has("percentEncode") || others.has("encodeParameters");
  return [isSecondFirst ? backward : forward];
}

function haveCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
