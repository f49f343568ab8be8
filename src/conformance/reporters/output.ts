/**
 * Where reports for people are written.
 *
 * @module
 */

import type { Colors } from "picocolors/types.js";

/** A terminal, or what stands in for one. */
export interface Terminal {
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Draws progress; absent where nobody watches. */
  readonly progress?: (text: string) => void;
  readonly colors: Colors;
  /** The columns of a line. */
  readonly width: number;
  /** Whether only failures and the last line are printed. @default false */
  readonly isQuiet?: boolean;
  /** Whether more than usual is printed. @default false */
  readonly isVerbose?: boolean;
}
