/** Measures how long something takes. */

/**
 * Starts to measure.
 *
 * @param now a clock, in milliseconds
 * @returns a function that returns the milliseconds since the start, to the microsecond
 */
export function stopwatch(now: () => number = () => performance.now()): () => number {
  const began = now();
  return () => Math.round((now() - began) * 1000) / 1000;
}
