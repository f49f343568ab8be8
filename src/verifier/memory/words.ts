/**
 * A list of 32-bit words that grows without ever being copied.
 *
 * A typed array that doubles is copied each time, which at a million nonces is a pause of milliseconds and needs both
 * copies at once. This one adds a segment instead.
 *
 * @module
 */

/** Words in a segment, as a power of two: 64 KiB, little enough for a store that stays small. */
const SEGMENT_BITS = 14;
const OFFSET_MASK = (1 << SEGMENT_BITS) - 1;

/** Words that were never written are 0. */
export class Words {
  readonly #segments: Int32Array[] = [];

  get(index: number): number {
    return this.#segments[index >>> SEGMENT_BITS]![index & OFFSET_MASK]!;
  }

  set(index: number, word: number): void {
    this.#segments[index >>> SEGMENT_BITS]![index & OFFSET_MASK] = word;
  }

  /** Makes room for words up to, and not including, `length`. */
  reserve(length: number): void {
    while (this.#segments.length << SEGMENT_BITS < length) this.#segments.push(new Int32Array(1 << SEGMENT_BITS));
  }
}
