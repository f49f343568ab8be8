/** Counts the work of a search, so that it stops at the same point on every machine. */
import { checkOptions } from "../../platform/check-options.ts";

/** The number of combinations that are tried by default: three to six seconds on Node. */
export const MOST_COMBINATIONS = 200_000;
/** The number of octets that are hashed by default. */
const MOST_OCTETS = 400_000_000;

/** Limits of the search. The result reports whether a limit was reached. */
export interface Budget {
  /** The number of combinations of causes to try. @default 200000 */
  readonly combinations?: number | undefined;
  /** The number of octets to hash. A long request counts more than once. @default 400000000 */
  readonly octets?: number | undefined;
  /**
   * Ends the search early when it returns true. It is called once for each slice, with the number of combinations so far.
   *
   * @default never
   */
  readonly isCancelled?: ((tried: number) => boolean) | undefined;
}

/** @throws TypeError with the code `option-unknown` or `options-invalid` */
export function checkBudget(budget: Budget = {}): void {
  checkOptions(budget, ["combinations", "octets", "isCancelled"], "budget");
}

/** The work that all searches of one diagnosis share. */
export interface SearchWork {
  /** Counts a combination. */
  readonly count: () => void;
  /** Counts the octets of a result that is larger than the request's base string, because a mistake signs the body. */
  readonly countResult: (octets: number) => void;
  /** Counts a computation that is not a combination. */
  readonly countComputation: () => void;
  /** Counts work that has no limit; it only makes a slice shorter. */
  readonly countInSlice: (what: keyof typeof MOST_IN_SLICE, count?: number) => void;
  /** Whether a slice is complete, which is a good moment to pause. Returns true once for each slice. */
  readonly isSliceComplete: () => boolean;
  readonly isUsedUp: () => boolean;
  readonly tried: () => number;
}

/** A tenth of a budget. */
export function tenthOf({ combinations = MOST_COMBINATIONS, octets = MOST_OCTETS, isCancelled }: Budget): Budget {
  return { combinations: combinations / 10, octets: octets / 10, isCancelled };
}

/** Computations and octets in one slice: about 20 milliseconds. */
const SLICE = 1000;
const SLICE_OCTETS = 1_000_000;
/**
 * Other work in one slice: causes that are created or examined, headers that are written, pairs that are considered, characters
 * that are changed, and requests of one character that are read or written.
 */
const MOST_IN_SLICE = { causes: 1000, headers: 300, pairs: 40_000, characters: 400_000, requests: 400_000 };
/** A base string of this size counts twice, one of double the size three times, because results take memory. */
const LONG = 16_384;

/** @param size the octets of the request's base string: what one computation hashes */
export function createSearchWork(
  { combinations = MOST_COMBINATIONS, octets = MOST_OCTETS, isCancelled = () => false }: Budget,
  size: number,
): SearchWork {
  const octetsOf = (length: number): number => length * (1 + length / LONG);
  const octetsEach = Math.max(1, octetsOf(size));
  const slice = Math.max(1, Math.min(SLICE, Math.floor(SLICE_OCTETS / octetsEach)));
  let tried = 0;
  let computed = 0;
  let computedBefore = 0;
  let added = 0;
  let otherWork = 0;
  let isStopped = false;
  return {
    count: () => {
      tried += 1;
      computed += 1;
    },
    countResult: (octets) => {
      const more = Math.max(0, octetsOf(octets) - octetsEach);
      added += more;
      otherWork += more / SLICE_OCTETS;
    },
    countComputation: () => {
      computed += 1;
    },
    countInSlice: (what, count = 1) => {
      otherWork += (what === "requests" ? count * size : count) / MOST_IN_SLICE[what];
    },
    isSliceComplete: () => {
      if ((computed - computedBefore) / slice + otherWork < 1) return false;
      computedBefore = computed;
      otherWork = 0;
      isStopped ||= isCancelled(tried);
      return true;
    },
    isUsedUp: () => isStopped || tried >= combinations || computed * octetsEach + added >= octets,
    tried: () => tried,
  };
}
