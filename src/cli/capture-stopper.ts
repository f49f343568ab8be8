/**
 * What ends a capture before its command does: signals, time, and whoever else says so.
 *
 * @module
 */

import type { CommandEnd, RunningCommand } from "../conformance/capture/index.ts";
import { logMessage } from "./output/terminal.ts";

/** Stands between the causes and the command. */
export interface Stopper {
  /** Stops after so many seconds from now; never for `undefined`. */
  setTimeout(seconds: number | undefined): void;
  /** Stops the command and says why. */
  stop(why: string): void;
  /** Waits for the end of the command; what came earlier stops it at once. */
  watch(command: RunningCommand): Promise<CommandEnd>;
  /** Listens to signals no more. */
  close(): void;
}

/** What asks us to end asks the command to end. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens to signals from now on. */
export function createStopper(): Stopper {
  let running: RunningCommand | undefined;
  let asked: NodeJS.Signals | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    asked = signal;
    running?.stop(signal);
  };
  const stop = (why: string): void => {
    logMessage(`countersign: stopped after ${why}`);
    pass("SIGTERM");
  };
  let timer: NodeJS.Timeout | undefined;
  for (const signal of SIGNALS) process.on(signal, pass);
  return {
    stop,
    setTimeout(seconds) {
      if (seconds !== undefined) timer = setTimeout(() => stop(`${seconds} s (--timeout)`), seconds * 1000);
    },
    watch(command) {
      running = command;
      if (asked !== undefined) command.stop(asked);
      return command.ended;
    },
    close() {
      clearTimeout(timer);
      for (const signal of SIGNALS) process.off(signal, pass);
    },
  };
}
