/** The contract of reporters: they listen to the events of one run. */

import type { Colors } from "picocolors/types.js";
import { cut, visible } from "../../../redaction/visible.ts";
import type { Result, RunEvent, RunStart } from "../../runner/index.ts";

/** Writes one format. */
export interface Reporter {
  /** Takes each event as it comes. The run begins with `start` and ends with `end`. */
  readonly listen: (event: RunEvent) => void;
  /** Writes the rest. */
  readonly finish: () => void;
}

/** Where the reporter `terminal` writes. */
export interface Terminal {
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Draws progress; absent if stderr is not a terminal. */
  readonly progress?: (text: string) => void;
  readonly colors: Colors;
  /** Columns of a line. */
  readonly width: number;
  /** Rows for causes and failures; items that do not fit have a line each. @default two screens; no limit if verbose */
  readonly rows?: number;
  /** Whether to print only failures and the last line. @default false */
  readonly isQuiet?: boolean;
  /** Whether to print more than usual. @default false */
  readonly isVerbose?: boolean;
}

/** Returns the command that repeats a failure; `undefined` if it cannot be repeated. */
export type Rerun = (failure: Result) => string | undefined;

/** What to do about a failure. */
export interface Advice {
  readonly rerun: Rerun;
  /** The baseline entry that suppresses the failure. */
  readonly baselineEntry?: (failure: Result) => string | undefined;
  /** Path of the source of the driver under test, if it is known. */
  readonly driverFile?: string | undefined;
  /** Whether answers that differ where RFC 5849 is open are listed; they are always counted. @default false */
  readonly listsOpen?: boolean;
}

/** A place in the source of a driver. */
export interface DriverPlace {
  readonly file: string;
  /** From 1; absent if it is not known. */
  readonly line?: number;
}

/** The advice for the failures of one implementation. */
export interface RunAdvice extends Advice {
  /** Name and version of the implementation, safe to print. */
  readonly label: string;
}

export function adviceFor(advice: Advice, implementation: RunStart["implementation"]): RunAdvice {
  return { ...advice, label: labelOf(implementation) };
}

const LONGEST_LABEL = 80;

/** Name and version of an implementation on one line, safe to print. */
export function labelOf({ name, version }: RunStart["implementation"]): string {
  return visible(cut(`${name} ${version}`.trim(), LONGEST_LABEL));
}
