/**
 * What every reporter is: a listener to the events of one run or several, one after the other.
 *
 * @module
 */

import type { RunEvent } from "../runner/index.ts";

/** One format. */
export interface Reporter {
  /** Each event as it comes; a run begins with `start` and ends with `end`. */
  readonly listen: (event: RunEvent) => void;
  /** After the last run: what can only be written now. */
  readonly finish: () => void;
}
