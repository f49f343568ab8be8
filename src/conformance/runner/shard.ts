/** Shards of a run, for several machines. Each case is in exactly one. */

import { createHash } from "node:crypto";

/** `index` starts at 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether a case is in a shard: a vector by the hash of its id, a generated case by its index. */
export function isInShard(shard: Shard | undefined, key: string | number): boolean {
  if (shard === undefined) return true;
  const number = typeof key === "number" ? key : createHash("sha256").update(key).digest().readUInt32BE();
  return number % shard.count === shard.index - 1;
}
