/** Drivers whose open questions can be given up. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Driver } from "../drivers/index.ts";

/** Thrown by every question after the interruption, and by those that were open. */
export class InterruptedError extends Error {
  override readonly name: string = "InterruptedError";
}

/** A module that answers at once would keep the process from noticing a signal: this often, in milliseconds, it can. */
const PAUSE_EVERY = 50;

/** Wraps the questions to a driver: they reject with {@link InterruptedError} as soon as the signal is aborted. */
export function interruptible(driver: Driver, signal: AbortSignal | undefined): Pick<Driver, "hello" | "ask"> {
  if (signal === undefined) return driver;
  const open = new Set<(error: Error) => void>();
  const error = (): Error => new InterruptedError(`interrupted by ${String(signal.reason)}`);
  signal.addEventListener("abort", () => {
    for (const reject of open) reject(error());
  });
  let lastPause = performance.now();
  const unlessInterrupted = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (performance.now() - lastPause > PAUSE_EVERY) {
      await nextTurn();
      lastPause = performance.now();
    }
    if (signal.aborted) throw error();
    const result = work();
    if (!(result instanceof Promise)) return result;
    let giveUp!: (error: Error) => void;
    const interrupted = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    open.add(giveUp);
    return Promise.race([result, interrupted]).finally(() => open.delete(giveUp));
  };
  return {
    hello: () => unlessInterrupted(() => driver.hello()),
    ask: (input) => unlessInterrupted(() => driver.ask(input)),
  };
}
