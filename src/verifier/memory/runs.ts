/**
 * Runs: what one client claimed in one slice of time, as a list of places in the table of digests.
 *
 * Kept in flat words, as there may be as many runs as nonces. A run is in two lists: of its client and of its slice.
 *
 * @module
 */

import { NONE } from "./digest-table.ts";
import { Words } from "./words.ts";

/** Words of one run. */
const RUN = 8;
const CLIENT = 0;
const NEXT_OF_CLIENT = 1;
const BEFORE_OF_CLIENT = 2;
const NEXT_OF_SLICE = 3;
const FIRST = 4;
const COUNT = 5;
const LATEST = 6;

/** A timestamp takes two words: it may need 53 bits. */
const WORD = 2 ** 32;

/** Runs count from 1; `NONE` is none. */
export class Runs {
  readonly #words = new Words();
  #last = 0;
  #free = NONE;

  /** Returns a new and empty run, in no list. */
  take(client: number, timestamp: number): number {
    const run = this.#free === NONE ? this.#grow() : this.#free;
    if (run === this.#free) this.#free = this.nextOfSlice(run);
    for (let word = 0; word < RUN; word++) this.#words.set(run * RUN + word, 0);
    this.#words.set(run * RUN + CLIENT, client);
    this.setLatest(run, timestamp);
    return run;
  }

  /** Gives a run back; it must be in no list any more. */
  release(run: number): void {
    this.setNextOfSlice(run, this.#free);
    this.#free = run;
  }

  /** The client's number, or `NONE` for a run that has been taken from its client. */
  client(run: number): number {
    return this.#words.get(run * RUN + CLIENT);
  }

  setClient(run: number, client: number): void {
    this.#words.set(run * RUN + CLIENT, client);
  }

  nextOfClient(run: number): number {
    return this.#words.get(run * RUN + NEXT_OF_CLIENT);
  }

  setNextOfClient(run: number, next: number): void {
    this.#words.set(run * RUN + NEXT_OF_CLIENT, next);
  }

  beforeOfClient(run: number): number {
    return this.#words.get(run * RUN + BEFORE_OF_CLIENT);
  }

  setBeforeOfClient(run: number, before: number): void {
    this.#words.set(run * RUN + BEFORE_OF_CLIENT, before);
  }

  nextOfSlice(run: number): number {
    return this.#words.get(run * RUN + NEXT_OF_SLICE);
  }

  setNextOfSlice(run: number, next: number): void {
    this.#words.set(run * RUN + NEXT_OF_SLICE, next);
  }

  /** The place of its first digest. */
  first(run: number): number {
    return this.#words.get(run * RUN + FIRST);
  }

  setFirst(run: number, place: number): void {
    this.#words.set(run * RUN + FIRST, place);
  }

  count(run: number): number {
    return this.#words.get(run * RUN + COUNT);
  }

  setCount(run: number, count: number): void {
    this.#words.set(run * RUN + COUNT, count);
  }

  /** The latest timestamp that the client claimed in the slice. */
  latest(run: number): number {
    const word = run * RUN + LATEST;
    return (this.#words.get(word) >>> 0) + this.#words.get(word + 1) * WORD;
  }

  setLatest(run: number, timestamp: number): void {
    const word = run * RUN + LATEST;
    this.#words.set(word, timestamp | 0);
    this.#words.set(word + 1, Math.floor(timestamp / WORD));
  }

  #grow(): number {
    this.#last += 1;
    this.#words.reserve((this.#last + 1) * RUN);
    return this.#last;
  }
}
