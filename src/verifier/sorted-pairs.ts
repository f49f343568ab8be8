/**
 * A sorted set of pairs of numbers.
 *
 * The pairs are in blocks, so that adding one moves pairs of one block only. A look-up is two binary searches, whatever
 * pairs were added in whatever order.
 */

/** Maximum number of pairs in a block. A full block is split in half. */
const BLOCK_PAIRS = 128;

/** Pairs of safe integers, ordered by their first number and then by their second. */
export class SortedPairs {
  /** Each block contains the numbers of its pairs: first, second, first, second. No block is empty. */
  #blocks: number[][] = [];
  #size = 0;

  /** The number of pairs. */
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

  /** Adds a pair that is not in the set. */
  add(first: number, second: number): void {
    this.#size += 1;
    const index = this.#blockFor(first, second);
    const block = this.#blocks[index];
    if (block === undefined) {
      // `push` would reserve 17 places, and most sets stay small.
      this.#blocks = [[first, second]];
      return;
    }
    block.splice(positionIn(block, first, second), 0, first, second);
    // `slice` makes arrays without unused places; `splice` would not.
    if (block.length > 2 * BLOCK_PAIRS) {
      this.#blocks.splice(index, 1, block.slice(0, BLOCK_PAIRS), block.slice(BLOCK_PAIRS));
    }
  }

  /** The highest first number below a limit. */
  highestBelow(limit: number): number | undefined {
    const block = this.#blocks[this.#blockFor(limit, Number.NEGATIVE_INFINITY)];
    return block?.[positionIn(block, limit, Number.NEGATIVE_INFINITY) - 2];
  }

  /** Removes all pairs whose first number is at most `limit` and returns their number. */
  removeUpTo(limit: number): number {
    if (this.lowest === undefined || this.lowest > limit) return 0;
    const index = this.#blockFor(limit, Number.POSITIVE_INFINITY);
    const block = this.#blocks[index]!;
    let removed = block.splice(0, positionIn(block, limit, Number.POSITIVE_INFINITY)).length;
    for (const { length } of this.#blocks.splice(0, block.length === 0 ? index + 1 : index)) removed += length;
    this.#size -= removed / 2;
    return removed / 2;
  }

  /** The index of the block that contains a pair, or to which it belongs. */
  #blockFor(first: number, second: number): number {
    const blocks = this.#blocks;
    return Math.max(0, countUp(blocks.length, (index) => compareAt(blocks[index]!, 0, first, second) <= 0) - 1);
  }
}

/** The position of a pair in a block, or where it belongs. */
function positionIn(block: readonly number[], first: number, second: number): number {
  return 2 * countUp(block.length / 2, (index) => compareAt(block, 2 * index, first, second) < 0);
}

/** Compares the pair at a position with another: negative if it comes before, 0 if they are equal. */
function compareAt(block: readonly number[], at: number, first: number, second: number): number {
  return block[at]! === first ? block[at + 1]! - second : block[at]! - first;
}

/** The number of indexes, from 0 on, that meet a condition. Indexes that meet it come before all others. */
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
