/**
 * A sorted set of pairs of numbers.
 *
 * The pairs lie in blocks, so that adding one moves the rest of one block and not all that come after it. A look-up is
 * two binary searches, whatever pairs were added and in whatever order.
 *
 * @module
 */

/** Pairs in a block at most. A full block is split into halves. */
const BLOCK_PAIRS = 128;

/** Pairs of safe integers, ordered by their first number and then by their second. */
export class SortedPairs {
  /** The numbers of a block's pairs follow each other: first, second, first, second. No block is empty. */
  #blocks: number[][] = [];
  #size = 0;

  /** How many pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** The first number of the lowest pair. */
  get lowest(): number | undefined {
    return this.#blocks[0]?.[0];
  }

  has(first: number, second: number): boolean {
    const block = this.#blocks[this.#blockFor(first, second)];
    if (block === undefined) return false;
    const at = positionIn(block, first, second);
    return block[at] === first && block[at + 1] === second;
  }

  /** Adds a pair, which must not be there yet. */
  add(first: number, second: number): void {
    this.#size += 1;
    const index = this.#blockFor(first, second);
    const block = this.#blocks[index];
    if (block === undefined) {
      // A list made by `push` would reserve 17 places, and most sets stay small.
      this.#blocks = [[first, second]];
      return;
    }
    block.splice(positionIn(block, first, second), 0, first, second);
    // Copies take no more memory than they need, as `splice` would leave them.
    if (block.length > 2 * BLOCK_PAIRS) {
      this.#blocks.splice(index, 1, block.slice(0, BLOCK_PAIRS), block.slice(BLOCK_PAIRS));
    }
  }

  /** Returns the highest first number under a limit. */
  highestBelow(limit: number): number | undefined {
    const block = this.#blocks[this.#blockFor(limit, Number.NEGATIVE_INFINITY)];
    return block?.[positionIn(block, limit, Number.NEGATIVE_INFINITY) - 2];
  }

  /** Removes all pairs whose first number is at most `limit`; returns how many those were. */
  removeUpTo(limit: number): number {
    if (this.lowest === undefined || this.lowest > limit) return 0;
    const index = this.#blockFor(limit, Number.POSITIVE_INFINITY);
    const block = this.#blocks[index]!;
    let removed = block.splice(0, positionIn(block, limit, Number.POSITIVE_INFINITY)).length;
    for (const { length } of this.#blocks.splice(0, block.length === 0 ? index + 1 : index)) removed += length;
    this.#size -= removed / 2;
    return removed / 2;
  }

  /** Returns the index of the block in which a pair lies or belongs. */
  #blockFor(first: number, second: number): number {
    const blocks = this.#blocks;
    return Math.max(0, countUp(blocks.length, (index) => compareAt(blocks[index]!, 0, first, second) <= 0) - 1);
  }
}

/** Returns where in a block a pair lies or belongs. */
function positionIn(block: readonly number[], first: number, second: number): number {
  return 2 * countUp(block.length / 2, (index) => compareAt(block, 2 * index, first, second) < 0);
}

/** Compares the pair at a position with another: negative where it comes before, 0 where they are equal. */
function compareAt(block: readonly number[], at: number, first: number, second: number): number {
  return block[at]! === first ? block[at + 1]! - second : block[at]! - first;
}

/** Returns the first index from 0 to `count` at which a condition is not met that all indexes before it meet. */
function countUp(count: number, isMet: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isMet(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
