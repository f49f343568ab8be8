/**
 * Prints by how much memory grows when a MemoryNonceStore holds a million nonces. Runs with `--expose-gc` and the number
 * of clients.
 */

import { MemoryNonceStore } from "./built.ts";
import { claimAll, claims, type Memory, take } from "./claims.ts";

const LIVE = 1_000_000;
const clients = Number(process.argv[2]);

/** Heap and external memory; `external` includes the array buffers. */
function used(): number {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// Compiles all code first, so that it is not counted.
claimAll(new MemoryNonceStore(), take(10_000, claims(10_000)));
const before = used();
const store = new MemoryNonceStore({ perClient: LIVE });
claimAll(store, take(LIVE, claims(LIVE, clients)));
const memory: Memory = { live: store.size, clients, megabytes: (used() - before) / 1e6 };
process.stdout.write(JSON.stringify(memory));
