/**
 * A set of 64-bit digests, at about 20 octets each, in which no operation ever takes long.
 *
 * A hash table with chains over flat words. It grows by linear hashing (Litwin 1980): each addition that makes it too
 * full splits one bucket, so there is no moment at which everything is hashed again. Places of removed digests are
 * used again.
 *
 * Each digest also carries one link, for the list in which whoever added it keeps it.
 *
 * @module
 */

import { Words } from "./words.ts";

/** 64 bits, as two words. */
export type Digest = readonly [a: number, b: number];

/** Stands for no digest. Places count from 1, and words that were never written are 0. */
export const NONE = 0;

/** Words of one place: the digest, the next of its bucket, the link of its owner. */
const PLACE = 4;
const A = 0;
const B = 1;
const NEXT = 2;
const LINK = 3;

/** Buckets at the start, a power of two. */
const FIRST_BUCKETS = 1024;

export class DigestTable {
  readonly #places = new Words();
  readonly #buckets = new Words();
  /** Buckets of the level that is being split, less one. */
  #mask = FIRST_BUCKETS - 1;
  /** The bucket that is split next; those before it are split already. */
  #split = 0;
  /** The last place that was ever used. */
  #last = 0;
  /** The first of the places that are free again, chained by `NEXT`. */
  #free = NONE;
  #size = 0;

  constructor() {
    this.#buckets.reserve(FIRST_BUCKETS);
  }

  /** How many digests are in it. */
  get size(): number {
    return this.#size;
  }

  has(digest: Digest): boolean {
    const [a, b] = digest;
    const places = this.#places;
    for (let at = this.#buckets.get(this.#bucketOf(a)); at !== NONE; at = places.get(at * PLACE + NEXT)) {
      const word = at * PLACE;
      if (places.get(word + A) === a && places.get(word + B) === b) return true;
    }
    return false;
  }

  /** Adds a digest that is not in it, with the owner's link; returns its place. */
  add(digest: Digest, link: number): number {
    const place = this.#takePlace();
    const word = place * PLACE;
    this.#places.set(word + A, digest[0]);
    this.#places.set(word + B, digest[1]);
    this.#places.set(word + LINK, link);
    this.#chain(this.#bucketOf(digest[0]), place);
    this.#size += 1;
    if (this.#size > this.#mask + 1 + this.#split) this.#splitOne();
    return place;
  }

  /** Takes out what is at a place; returns the owner's link. */
  remove(place: number): number {
    const places = this.#places;
    const next = places.get(place * PLACE + NEXT);
    const bucket = this.#bucketOf(places.get(place * PLACE + A));
    let before = this.#buckets.get(bucket);
    if (before === place) {
      this.#buckets.set(bucket, next);
    } else {
      while (places.get(before * PLACE + NEXT) !== place) before = places.get(before * PLACE + NEXT);
      places.set(before * PLACE + NEXT, next);
    }
    places.set(place * PLACE + NEXT, this.#free);
    this.#free = place;
    this.#size -= 1;
    return places.get(place * PLACE + LINK);
  }

  #takePlace(): number {
    const place = this.#free;
    if (place === NONE) {
      this.#last += 1;
      this.#places.reserve((this.#last + 1) * PLACE);
      return this.#last;
    }
    this.#free = this.#places.get(place * PLACE + NEXT);
    return place;
  }

  /** Digests are keyed hashes, so any word of them spreads evenly. */
  #bucketOf(word: number): number {
    const bucket = word & this.#mask;
    return bucket < this.#split ? word & (this.#mask * 2 + 1) : bucket;
  }

  #chain(bucket: number, place: number): void {
    this.#places.set(place * PLACE + NEXT, this.#buckets.get(bucket));
    this.#buckets.set(bucket, place);
  }

  /** Deals what is in one bucket out to itself and a new one. */
  #splitOne(): void {
    const bucket = this.#split;
    let place = this.#buckets.get(bucket);
    this.#buckets.reserve(this.#mask + 1 + bucket + 1);
    this.#buckets.set(bucket, NONE);
    this.#split += 1;
    while (place !== NONE) {
      const next = this.#places.get(place * PLACE + NEXT);
      this.#chain(this.#bucketOf(this.#places.get(place * PLACE + A)), place);
      place = next;
    }
    if (this.#split > this.#mask) {
      this.#mask = this.#mask * 2 + 1;
      this.#split = 0;
    }
  }
}
