/** Work that can be given up: open questions to drivers, and long computations. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Driver } from "../../drivers/index.ts";

/** Thrown by every question and every pause after the interruption, and by the questions that were open. */
export class InterruptedError extends Error {
  override readonly name: string = "InterruptedError";
}

/** Milliseconds between two pauses: without pauses, the process would not notice a signal. */
const PAUSE_EVERY = 50;

/**
 * Returns a function to await in work that otherwise never waits, so that the process notices signals.
 *
 * @returns the function; it throws {@link InterruptedError} once the signal is aborted
 */
export function createPause(signal: AbortSignal | undefined): () => Promise<void> {
  let lastPause = performance.now();
  return async () => {
    if (performance.now() - lastPause > PAUSE_EVERY) {
      await nextTurn();
      lastPause = performance.now();
    }
    if (signal?.aborted) throw interruption(signal);
  };
}

function interruption({ reason }: AbortSignal): InterruptedError {
  return new InterruptedError(`interrupted by ${String(reason)}`);
}

/** Wraps the questions to a driver: they reject with {@link InterruptedError} as soon as the signal is aborted. */
export function interruptible(driver: Driver, signal: AbortSignal | undefined): Pick<Driver, "hello" | "ask"> {
  if (signal === undefined) return driver;
  const open = new Set<(error: Error) => void>();
  signal.addEventListener("abort", () => {
    for (const reject of open) reject(interruption(signal));
  });
  const pause = createPause(signal);
  const unlessInterrupted = async <T>(work: () => T | Promise<T>): Promise<T> => {
    await pause();
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
