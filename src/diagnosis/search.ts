/**
 * Looks for the suspects that reproduce what a client produced: none, one alone, or two together.
 *
 * @module
 */

import type { Bench, Outcome } from "./computation-cache.ts";
import type { Budget } from "./diagnosis-input.ts";
import type { Suspect } from "./hypothesis.ts";

/** Suspects that together reproduce it, in the order in which they apply. */
export type Combination = readonly Suspect[];

/** What was found, and whether all was looked at. */
export interface Found {
  /** All of the same, smallest size; none where nothing reproduces it. */
  readonly combinations: readonly Combination[];
  readonly isCutOff: boolean;
}

/** One search. */
export interface Search {
  readonly bench: Bench;
  readonly suspects: readonly Suspect[];
  /** Whether a computation is the client's. */
  readonly matches: (outcome: Outcome, combination: Combination) => boolean;
  /** Such a suspect acts even where the signature stays the same, and one of a pair has to be such. */
  readonly oneOf?: (suspect: Suspect) => boolean;
  /** How many suspects may act together. */
  readonly largest: number;
  readonly allowed: Allowance;
}

/** Counts down; false once it is spent. */
export type Allowance = () => boolean;

/** One allowance for all searches of one diagnosis. */
export function createAllowance({ milliseconds = 2000, combinations = 50_000 }: Budget = {}): Allowance {
  const end = performance.now() + milliseconds;
  let left = combinations;
  return () => {
    left -= 1;
    return left >= 0 && performance.now() < end;
  };
}

/** Singles first; pairs only where no single will do, and only of suspects that change something on this request. */
export function search(task: Search): Found {
  const { bench, suspects, matches, largest, oneOf } = task;
  if (matches(bench.outcome([]), [])) return { combinations: [[]], isCutOff: false };
  const needed = oneOf === undefined || largest < 1 ? suspects : suspects.filter(oneOf);
  if (largest < 1 || needed.length === 0) return { combinations: [], isCutOff: false };
  const singles = searchSingles(task, needed);
  if (singles.combinations.length > 0 || singles.isCutOff || largest < 2) return singles;
  const together = oneOf === undefined ? searchTogether(task) : [];
  return together.length > 0 ? { combinations: together, isCutOff: false } : searchPairs(task, new Set(needed));
}

function searchSingles({ bench, matches, allowed }: Search, suspects: readonly Suspect[]): Found {
  const singles: Combination[] = [];
  for (const suspect of suspects) {
    if (!allowed()) return { combinations: plainest(singles), isCutOff: true };
    if (matches(bench.outcome([suspect]), [suspect])) singles.push([suspect]);
  }
  return { combinations: plainest(singles), isCutOff: false };
}

function searchPairs({ bench, suspects, matches, allowed, oneOf }: Search, needed: ReadonlySet<Suspect>): Found {
  const pairs: Combination[] = [];
  const acting = withoutRepetitions(
    bench,
    suspects.filter((suspect) => acts(bench, suspect) || (oneOf !== undefined && needed.has(suspect))),
  );
  for (const [at, second] of acting.entries()) {
    for (const first of acting.slice(0, at)) {
      if (first.id === second.id || (!needed.has(first) && !needed.has(second))) continue;
      if (!allowed()) return { combinations: plainest(pairs), isCutOff: true };
      const pair = ordersOf(bench, first, second).find((order) => matches(bench.outcome(order), order));
      if (pair !== undefined) pairs.push(pair);
    }
  }
  return { combinations: plainest(pairs), isCutOff: false };
}

/** Mistakes that come together, since one function makes them: an encoder for forms. */
const TOGETHER = ["space-as-plus", "asterisk-bare", "tilde-encoded"];

/** Those of them that act on this request, all at once, each in every way in which it is made. */
function searchTogether({ bench, suspects, matches, allowed }: Search): Combination[] {
  const ways = TOGETHER.map((id) => suspects.filter((suspect) => suspect.id === id && acts(bench, suspect)));
  const acting = ways.filter((one) => one.length > 0);
  if (acting.length < 2) return [];
  const all = acting.reduce<Combination[]>(
    (combinations, next) => combinations.flatMap((one) => next.map((suspect) => [...one, suspect])),
    [[]],
  );
  const found = all.find((combination) => allowed() && matches(bench.outcome(combination), combination));
  return found === undefined ? [] : [found];
}

/**
 * Whether a suspect changes something on this request, and still gives something. What is done to a signature may change
 * that of another base string only: it depends on its characters.
 */
function acts(bench: Bench, suspect: Suspect): boolean {
  const [right, outcome] = [bench.outcome([]), bench.outcome([suspect])];
  return (!isSame(outcome, right) || bench.touch(suspect).stages.has("signature")) && !isNothing(outcome);
}

/** The ways of one mistake that come to the same on this request count once; on its way to a server each is another. */
function withoutRepetitions(bench: Bench, suspects: readonly Suspect[]): Suspect[] {
  const distinct = new Map<string, Suspect>();
  for (const [at, suspect] of suspects.entries()) {
    const { baseString, key, signature } = bench.outcome([suspect]);
    const way = bench.touch(suspect).wire ? [at] : [baseString, key, signature];
    const fingerprint = JSON.stringify([suspect.id, ...way]);
    if (!distinct.has(fingerprint)) distinct.set(fingerprint, suspect);
  }
  return [...distinct.values()];
}

/** Two changes of one stage can be the other way round. Else an encoder goes first: what it encoded alone is kept. */
function ordersOf(bench: Bench, first: Suspect, second: Suspect): Combination[] {
  const others = bench.touch(second).stages;
  const isShared = [...bench.touch(first).stages].some((stage) => others.has(stage));
  if (isShared)
    return [
      [first, second],
      [second, first],
    ];
  return [others.has("percentEncode") ? [second, first] : [first, second]];
}

/** What the request itself shows comes first, then named faults: they need no guess about where the client was. */
function plainest(combinations: readonly Combination[]): Combination[] {
  const guesses = (one: Combination): number =>
    one.reduce((sum, { kind, isEvident }) => sum + (isEvident ? -1 : kind === "circumstance" ? 1 : 0), 0);
  const fewest = Math.min(...combinations.map(guesses));
  return combinations.filter((one) => guesses(one) === fewest);
}

function isSame(a: Outcome, b: Outcome): boolean {
  return a.baseString === b.baseString && a.key === b.key && a.signature === b.signature;
}

function isNothing({ baseString, signature }: Outcome): boolean {
  return baseString === undefined && signature === undefined;
}
