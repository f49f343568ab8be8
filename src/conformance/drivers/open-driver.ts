/** Opens the driver of a program. */

import { type Driver, DriverBrokenError, type DriverProblem, unasked } from "./contract.ts";
import { execDriver } from "./exec.ts";
import { jsonLinesDriver } from "./json-lines.ts";
import { type ProcessGroup, startGroup } from "./process-group.ts";

/** Which program to start, and how to ask it. */
export interface DriverOptions {
  /** The program and its arguments. They are not passed through a shell. */
  readonly command: readonly string[];
  /** One process for all questions, or one for each. @default "json-lines" */
  readonly mode?: "json-lines" | "exec";
  /** Maximum wait for an answer. @default 10000 */
  readonly timeoutMilliseconds?: number;
  /** Maximum wait for the answer to hello, which includes the start of the program. @default 30000 */
  readonly helloTimeoutMilliseconds?: number;
  /** How often the program may be started again, in the mode `json-lines`. @default 10 */
  readonly restarts?: number;
  /** Receives problems that no single question caused, such as output between answers. */
  readonly onProblem?: (problem: DriverProblem) => void;
}

/** The defaults of {@link DriverOptions}. */
export const DRIVER_DEFAULTS = {
  timeoutMilliseconds: 10_000,
  helloTimeoutMilliseconds: 30_000,
  restarts: 10,
} as const;

/** The first question starts the program. `close`, or the end of this process, ends it and all its processes. */
export function openDriver({ command, mode, ...given }: DriverOptions): Driver {
  const start = (): ProcessGroup => startGroup(command);
  const options = { ...DRIVER_DEFAULTS, onProblem: () => {}, ...given, start };
  return mode === "exec" ? execDriver(options) : jsonLinesDriver(options);
}

/** A driver that answers everything with one problem: for a program that the doctor found unusable. */
export function brokenDriver(problem: DriverProblem): Driver {
  return {
    hello: () => Promise.reject(new DriverBrokenError(problem)),
    ask: () => unasked(problem),
    broken: () => problem,
    close() {},
  };
}
