/**
 * Searches for the hypotheses that reproduce what a client computed: none, one, or two together. The simplest and
 * likeliest are tried first.
 *
 * The search is a generator, so that a server can do other work between two slices of it.
 */

import type { ComputationResult, Computations } from "./computations.ts";
import { cached } from "./fast-stages.ts";
import { areCompatible, type Hypothesis } from "./hypothesis.ts";
import type { SearchWork } from "./search-work.ts";

/** Hypotheses that apply together, in the order in which they are applied. */
export type Combination = readonly Hypothesis[];

/** Hypotheses that match, and the interpretation of the request for which they match. */
export interface Match {
  readonly combination: Combination;
  readonly computations: Computations;
}

/** What to search for. */
export interface Search {
  readonly computations: Computations;
  /** The cheapest, the likeliest first. Computed only if the correct computation does not match. */
  readonly cheapest: () => Iterable<Hypothesis>;
  /** Hypotheses that cost a little more and may explain the same; `undefined` in place of one that is left out. */
  readonly next: (found: readonly Combination[]) => Iterable<Hypothesis | undefined>;
  /** All hypotheses, the likeliest first. */
  readonly hypotheses: () => readonly Hypothesis[];
  /** Whether a result is what the client computed. */
  readonly matches: (result: ComputationResult, combination: Combination) => boolean;
  /** Whether the client's signature may be as long as this one. */
  readonly fits: (signature: string | undefined) => boolean;
  /** If given, a combination must contain a hypothesis that passes, even one without effect on the signature. */
  readonly isRequired?: (hypothesis: Hypothesis) => boolean;
  /** A cheaper check for a single hypothesis, if `isRequired` takes longer than computing a signature. */
  readonly mayBeRequired?: (hypothesis: Hypothesis) => boolean;
  /** If given, only this many of the likeliest hypotheses, and the required ones, are tried in pairs. */
  readonly mostNotRequired?: number | undefined;
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
 * - `likely-pair`: two hypotheses whose places have a product below {@link LIKELY_PRODUCT}
 * - `pair`: any other two hypotheses, in the order of that product
 */
export const SEARCH_STEPS = ["none", "cheapest", "single", "likely-pair", "pair"] as const;

/** See {@link SEARCH_STEPS}. */
export type SearchStep = (typeof SEARCH_STEPS)[number];

/** Pairs whose places have a lower product are likely, see {@link pairsOf}. A power of 2, because bounds double. */
const LIKELY_PRODUCT = 128;
/** The limit if one of the two is required, so that there are few pairs. */
const LIKELY_PRODUCT_WITH_REQUIRED = 8192;

/** How much less likely two mistakes in one stage are. Both orders have to be tried, too. */
const SAME_STAGE_FACTOR = 4;

/** Creates a search whose steps run one after the other. */
export function createSearch(task: Search): (step: SearchStep) => Searching {
  const { cheapest, hypotheses } = task;
  const required = new Map<Hypothesis, boolean>();
  const isRequired = (one: Hypothesis): boolean =>
    task.isRequired === undefined || cached(required, one, () => task.isRequired!(one));
  const isTried = task.mayBeRequired ?? isRequired;
  let groups: EffectGroups | undefined;
  return function* (step) {
    if (task.work.isUsedUp()) return [];
    if (step === "none") return yield* searchEach(task, task.isRequired === undefined ? [[]] : []);
    if (step === "cheapest") {
      const found = yield* searchEach(task, alone(task, cheapest(), isTried));
      return found.length === 0 ? found : found.concat(yield* searchEach(task, alone(task, task.next(found), isTried)));
    }
    if (step === "single") {
      const before = new Set(cheapest());
      return yield* searchEach(
        task,
        alone(task, hypotheses(), (one) => !before.has(one) && isTried(one)),
      );
    }
    groups ??= yield* effectGroupsOf(task, isRequired);
    const likely = task.isRequired === undefined ? LIKELY_PRODUCT : LIKELY_PRODUCT_WITH_REQUIRED;
    const all = SAME_STAGE_FACTOR * groups.flat().length ** 2;
    const [first, end] = step === "likely-pair" ? [1, likely] : [likely, all];
    for (let least = first; least < end; least *= 2) {
      const matching = yield* searchEach(task, pairsOf(task, groups, least));
      const found = matching.flatMap((combination) => expand(task, groups!, combination));
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** Combinations to try. `undefined` stands for one that is left out, so that a search can pause among many of these. */
type Candidates = Iterable<Combination | undefined>;

function* alone(
  { work }: Search,
  hypotheses: Iterable<Hypothesis | undefined>,
  isTried: (one: Hypothesis) => boolean,
): Candidates {
  for (const one of hypotheses) {
    work.countInSlice("causes");
    yield one !== undefined && isTried(one) ? [one] : undefined;
  }
}

/** Tries combinations until there are no more or the work is used up. */
function* searchEach({ computations, matches, work }: Search, candidates: Candidates): Searching {
  const found: Combination[] = [];
  for (const combination of candidates) {
    if (work.isSliceComplete()) yield;
    if (work.isUsedUp()) break;
    if (combination === undefined) continue;
    work.count();
    const order = ordersOf(computations, combination).find((one) => {
      const result = computations.result(one);
      work.countResult(result.baseString?.length ?? 0);
      return matches(result, one);
    });
    if (order !== undefined) found.push(order);
  }
  return found;
}

/** Hypotheses with the same effect on this request, the likeliest first. In pairs, the first one stands for all. */
interface EffectGroup {
  readonly hypotheses: Hypothesis[];
  /** Whether pairs with this group are tried: all are if nothing is required. */
  readonly isRequired: boolean;
  /** Whether the group changes the signature of a base string. */
  readonly changesSignature: boolean;
  /** Whether the client's signature may have the length that this group gives. */
  readonly fits: boolean;
}

/** The groups of each stage, the likeliest first. */
type EffectGroups = readonly (readonly EffectGroup[])[];

/** Sample base strings: changes of the signature are grouped if they sign all samples alike. */
const SAMPLES = Array.from({ length: 4 }, (_, at) => `GET&u&a%3D${at}`);

/** The groups of hypotheses that change something on this request. */
function* effectGroupsOf(task: Search, isRequired: (one: Hypothesis) => boolean): Generator<undefined, EffectGroups> {
  const { computations, hypotheses, isRequired: given, mostNotRequired = Number.POSITIVE_INFINITY, work } = task;
  // If none of the hypotheses is required, there is no pair to try.
  if (!hypotheses().some(isRequired)) return [];
  const effectOf = (combination: Combination, samples: readonly (string | undefined)[]): string | undefined => {
    const { baseString, key } = computations.valuesToSign(combination);
    return baseString === undefined
      ? undefined
      : [key, ...samples, computations.encodedBody(combination), baseString].join("\n");
  };
  // What a change does may depend on the key, such as reading a secret as hexadecimal digits.
  const { key = "" } = computations.valuesToSign([]);
  const right = effectOf([], []);
  const rightFits = task.fits(computations.result([]).signature);
  const groups = new Map<string, EffectGroup>();
  for (const [at, one] of hypotheses().entries()) {
    if (work.isUsedUp()) break;
    work.countInSlice("causes");
    if (work.isSliceComplete()) yield;
    if (at >= mostNotRequired && !isRequired(one)) continue;
    const changesSignature = computations.change(one).signature;
    const samples = changesSignature ? SAMPLES.map((text) => computations.signatureOf([one], text, key)) : [];
    // If the length depends on the digest, as after decoding it as text, no length can be excluded.
    const isOfAnyLength = new Set(samples.map((sample) => sample?.length)).size > 1;
    const fits = changesSignature ? isOfAnyLength || task.fits(samples[0]) : rightFits;
    if (rightFits && !fits) continue;
    work.countComputation();
    const effect = effectOf([one], samples);
    work.countResult(effect?.length ?? 0);
    const isApart = given !== undefined && isRequired(one);
    if (effect === undefined || (effect === right && !isApart)) continue;
    // Required hypotheses are never grouped, because they write different requests.
    const group = cached(groups, isApart ? `${groups.size}` : effect, () => ({
      hypotheses: [],
      isRequired: isRequired(one),
      changesSignature,
      fits,
    }));
    group.hypotheses.push(one);
  }
  const stages = new Map<number, EffectGroup[]>();
  for (const group of groups.values())
    cached(stages, computations.change(group.hypotheses[0]!).stage, () => []).push(group);
  return [...stages.values()];
}

/**
 * The pairs that can lead to a signature as long as the client's, and whose places have a product from `least` up to, but not
 * including, its double. A place counts the groups of one stage, so a stage with few groups is soon tried with each of them.
 */
function* pairsOf(task: Search, stages: EffectGroups, least: number): Candidates {
  const canBothChange = !task.fits(task.computations.result([]).signature);
  for (const [one, other] of groupsByPlaces(stages, least)) {
    const [first, second] = [one.hypotheses[0]!, other.hypotheses[0]!];
    task.work.countInSlice("pairs");
    const fits = one.changesSignature && other.changesSignature ? canBothChange : one.fits || other.fits;
    if (!(one.isRequired || other.isRequired) || !fits) yield undefined;
    else yield first.prior >= second.prior ? [first, second] : [second, first];
  }
}

function* groupsByPlaces(stages: EffectGroups, least: number): Generator<readonly [EffectGroup, EffectGroup]> {
  for (const [at, some] of stages.entries()) {
    for (const others of stages.slice(at)) {
      const product = some === others ? least / SAME_STAGE_FACTOR : least;
      for (const [before, one] of some.entries()) {
        const first = Math.ceil(product / (before + 1)) - 1;
        const end = Math.ceil((2 * product) / (before + 1)) - 1;
        const from = some === others ? Math.max(first, before + 1) : first;
        for (const other of others.slice(from, end)) yield [one, other];
      }
    }
  }
}

/** The matching combinations with each hypothesis replaced by the members of its group. */
function expand({ computations, matches }: Search, groups: EffectGroups, found: Combination): Combination[] {
  const membersOf = (one: Hypothesis): readonly Hypothesis[] =>
    groups.flat().find(({ hypotheses: [first] }) => first === one)?.hypotheses ?? [one];
  const all = found.reduce<Combination[]>(
    (made, next) => made.flatMap((one) => membersOf(next).map((member) => [...one, member])),
    [[]],
  );
  return all.filter((one) => areCompatible(one) && matches(computations.result(one), one));
}

/**
 * Both orders of two hypotheses that replace the same stage. If the first one changes one parameter, it stays first, because it
 * finds the parameter by its value.
 */
function ordersOf(computations: Computations, combination: Combination): Combination[] {
  const [first, second] = combination;
  if (first === undefined || second === undefined || first.isSpecific) return [combination];
  const names = computations.change(second).names;
  const isSameStage = computations.change(first).names.some((name) => names.includes(name));
  return isSameStage ? [combination, [second, first]] : [combination];
}
