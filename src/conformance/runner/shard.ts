/**
 * Parts of a run, for several machines: together they are the whole, and no case is in two of them.
 *
 * @module
 */

import { createHash } from "node:crypto";

/** Part `index` of `count`, from 1 on. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether a case belongs to a part: a vector by the hash of its id, a generated case by its index. */
export function isInShard(shard: Shard | undefined, key: string | number): boolean {
  if (shard === undefined) return true;
  const number = typeof key === "number" ? key : createHash("sha256").update(key).digest().readUInt32BE();
  return number % shard.count === shard.index - 1;
}
