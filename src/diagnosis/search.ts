/** Searches for the hypotheses that reproduce what a client computed: none, one, or two together. */

import type { ComputationCache, ComputationResult } from "./computation-cache.ts";
import type { Budget } from "./diagnosis-input.ts";
import type { Hypothesis } from "./hypothesis.ts";

/** Hypotheses that apply together, in the order in which they are applied. */
export type Combination = readonly Hypothesis[];

/** What a search found. */
export interface SearchResult {
  /** All of the same, smallest size. */
  readonly combinations: readonly Combination[];
  readonly limitReached: boolean;
}

/** What to search for. */
export interface Search {
  readonly cache: ComputationCache;
  readonly hypotheses: readonly Hypothesis[];
  /** Whether a result is what the client computed. */
  readonly matches: (result: ComputationResult, combination: Combination) => boolean;
  /** If given, a combination must contain such a hypothesis, even if it does not change the signature. */
  readonly isRequired?: (hypothesis: Hypothesis) => boolean;
  /** The most hypotheses in a combination. */
  readonly largest: number;
  readonly isWithinLimit: SearchLimit;
}

/** Counts a combination; `false` once the limit is reached. */
export type SearchLimit = () => boolean;

/** A limit that all searches of one diagnosis share. */
export function createSearchLimit({ milliseconds = 2000, combinations = 50_000 }: Budget = {}): SearchLimit {
  const end = performance.now() + milliseconds;
  let left = combinations;
  return () => {
    left -= 1;
    return left >= 0 && performance.now() < end;
  };
}

/** Tries single hypotheses first, and pairs only if no single one matches. */
export function search(task: Search): SearchResult {
  const { cache, hypotheses, matches, largest, isRequired } = task;
  if (matches(cache.result([]), [])) return { combinations: [[]], limitReached: false };
  const required = isRequired === undefined || largest < 1 ? hypotheses : hypotheses.filter(isRequired);
  if (largest < 1 || required.length === 0) return { combinations: [], limitReached: false };
  const singles = searchSingles(task, required);
  if (singles.combinations.length > 0 || singles.limitReached || largest < 2) return singles;
  const together = isRequired === undefined ? searchFormEncoder(task) : [];
  return together.length > 0 ? { combinations: together, limitReached: false } : searchPairs(task, new Set(required));
}

function searchSingles({ cache, matches, isWithinLimit }: Search, hypotheses: readonly Hypothesis[]): SearchResult {
  const singles: Combination[] = [];
  for (const hypothesis of hypotheses) {
    if (!isWithinLimit()) return { combinations: mostLikely(singles), limitReached: true };
    if (matches(cache.result([hypothesis]), [hypothesis])) singles.push([hypothesis]);
  }
  return { combinations: mostLikely(singles), limitReached: false };
}

/** Pairs only hypotheses that change something on this request. */
function searchPairs(
  { cache, hypotheses, matches, isWithinLimit, isRequired }: Search,
  required: ReadonlySet<Hypothesis>,
): SearchResult {
  const pairs: Combination[] = [];
  const effective = withoutEqualVariants(
    cache,
    hypotheses.filter(
      (hypothesis) => hasEffect(cache, hypothesis) || (isRequired !== undefined && required.has(hypothesis)),
    ),
  );
  for (const [at, second] of effective.entries()) {
    for (const first of effective.slice(0, at)) {
      if (first.id === second.id || (!required.has(first) && !required.has(second))) continue;
      if (!isWithinLimit()) return { combinations: mostLikely(pairs), limitReached: true };
      const pair = ordersOf(cache, first, second).find((order) => matches(cache.result(order), order));
      if (pair !== undefined) pairs.push(pair);
    }
  }
  return { combinations: mostLikely(pairs), limitReached: false };
}

/** An encoder for forms makes these mistakes together. */
const FORM_ENCODER_FAULTS = ["space-as-plus", "asterisk-bare", "tilde-encoded"];

/** Tries all of these faults that have an effect at once, in each combination of their variants. */
function searchFormEncoder({ cache, hypotheses, matches, isWithinLimit }: Search): Combination[] {
  const variants = FORM_ENCODER_FAULTS.map((id) =>
    hypotheses.filter((hypothesis) => hypothesis.id === id && hasEffect(cache, hypothesis)),
  ).filter((one) => one.length > 0);
  if (variants.length < 2) return [];
  const combinations = variants.reduce<Combination[]>(
    (made, next) => made.flatMap((one) => next.map((hypothesis) => [...one, hypothesis])),
    [[]],
  );
  const found = combinations.find((combination) => isWithinLimit() && matches(cache.result(combination), combination));
  return found === undefined ? [] : [found];
}

/**
 * Whether a hypothesis changes the result for this request, and still gives one. A change to the signature stage may
 * have an effect only with another base string, because it depends on the characters of the signature.
 */
function hasEffect(cache: ComputationCache, hypothesis: Hypothesis): boolean {
  const [right, result] = [cache.result([]), cache.result([hypothesis])];
  const isSame = (["baseString", "key", "signature"] as const).every((name) => result[name] === right[name]);
  const isEmpty = result.baseString === undefined && result.signature === undefined;
  return (!isSame || cache.affected(hypothesis).stages.has("signature")) && !isEmpty;
}

/** Keeps one of the variants of a fault that have the same result; those that change the transport are all kept. */
function withoutEqualVariants(cache: ComputationCache, hypotheses: readonly Hypothesis[]): Hypothesis[] {
  const distinct = new Map<string, Hypothesis>();
  for (const [at, hypothesis] of hypotheses.entries()) {
    const { baseString, key, signature } = cache.result([hypothesis]);
    const identity = cache.affected(hypothesis).transport ? [at] : [baseString, key, signature];
    const fingerprint = JSON.stringify([hypothesis.id, ...identity]);
    if (!distinct.has(fingerprint)) distinct.set(fingerprint, hypothesis);
  }
  return [...distinct.values()];
}

/** Both orders if the two replace the same stage. Otherwise an encoder goes first, because its results are cached. */
function ordersOf(cache: ComputationCache, first: Hypothesis, second: Hypothesis): Combination[] {
  const others = cache.affected(second).stages;
  const isShared = [...cache.affected(first).stages].some((stage) => others.has(stage));
  const forward = [first, second];
  const backward = [second, first];
  if (isShared) return [forward, backward];
  return [others.has("percentEncode") ? backward : forward];
}

/** What the request itself shows comes first, then faults, then environment causes, which are guesses. */
function mostLikely(combinations: readonly Combination[]): Combination[] {
  const guesses = (one: Combination): number =>
    one.reduce((sum, { kind, isEvident }) => sum + (isEvident ? -1 : kind === "environment" ? 1 : 0), 0);
  const fewest = Math.min(...combinations.map(guesses));
  return combinations.filter((one) => guesses(one) === fewest);
}
