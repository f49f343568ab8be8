/** Measures the memory of this process, which runs with `--expose-gc`. */

import { setImmediate } from "node:timers/promises";

/** The heap and the memory outside it, in octets; `external` includes the array buffers. */
export async function usedMemory(): Promise<number> {
  collectGarbage();
  // Array buffers are released after the collection that found them.
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
}
