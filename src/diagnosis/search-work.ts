/** Counts the work of a search, so that it ends at the same place on every machine. */

/** Limits of the search. The result says whether a limit was reached. */
export interface Budget {
  /** The number of combinations of causes to try. @default 300000 */
  readonly combinations?: number | undefined;
  /** The number of octets to hash. @default 300000000 */
  readonly octets?: number | undefined;
  /** Ends the search early when it returns true; asked once for each slice. @default never */
  readonly isCancelled?: (() => boolean) | undefined;
}

/** The work that all searches of one diagnosis share. */
export interface SearchWork {
  /** Counts a combination. Returns whether a slice is complete, which is a good moment to pause. */
  readonly count: () => boolean;
  readonly isUsedUp: () => boolean;
  readonly tried: () => number;
}

/** Combinations in one slice: about 20 milliseconds. */
const SLICE = 1000;

/** @param octetsEach the octets of the request's base string: what one combination hashes */
export function createSearchWork(
  { combinations = 300_000, octets = 300_000_000, isCancelled = () => false }: Budget,
  octetsEach: number,
): SearchWork {
  const most = Math.min(combinations, Math.ceil(octets / Math.max(1, octetsEach)));
  let tried = 0;
  let isStopped = false;
  return {
    count: () => {
      tried += 1;
      const isSlice = tried % SLICE === 0;
      if (isSlice) isStopped = isCancelled();
      return isSlice;
    },
    isUsedUp: () => isStopped || tried >= most,
    tried: () => tried,
  };
}
