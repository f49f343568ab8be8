/**
 * Opens the way to a program that is an implementation, or speaks for one.
 *
 * @module
 */

import type { Driver, DriverTrouble } from "./contract.ts";
import { execDriver } from "./exec.ts";
import { jsonLinesDriver } from "./json-lines.ts";

/** Which program, and how it is talked to. */
export interface DriverOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** One process for all questions, or one for each. @default "json-lines" */
  readonly mode?: "json-lines" | "exec";
  /** Silence that is borne while a question is open. @default 10000 */
  readonly timeoutMilliseconds?: number;
  /** The same for hello, which waits for the program to start. @default 30000 */
  readonly helloTimeoutMilliseconds?: number;
  /** How often the program may be started again, in the mode `json-lines`. @default 10 */
  readonly restarts?: number;
  /** Told of what belongs to no question: output between answers, an end that no question alone brings about. */
  readonly onTrouble?: (trouble: DriverTrouble) => void;
}

/** Time-outs and restarts where nothing else is said. */
export const DRIVER_DEFAULTS = {
  timeoutMilliseconds: 10_000,
  helloTimeoutMilliseconds: 30_000,
  restarts: 10,
} as const;

/** The program is started when hello is asked. Nothing is left of it after `close`, or when our own process ends. */
export function openDriver({ mode, ...given }: DriverOptions): Driver {
  const options = { ...DRIVER_DEFAULTS, onTrouble: () => {}, ...given };
  return mode === "exec" ? execDriver(options) : jsonLinesDriver(options);
}
