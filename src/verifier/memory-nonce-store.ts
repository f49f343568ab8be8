/**
 * Nonces in the memory of one process.
 *
 * Time is cut into slices by the timestamp of claims, and what one client claimed in one slice is a run. A slice is
 * dropped whole when its last nonce has expired, a run when its client is at its quota; either way a *floor* rises to
 * the latest timestamp that was dropped, and nothing at or under the floor is ever answered `fresh` again. So
 * forgetting never lets a replay through, whatever the clock does.
 *
 * Dropping moves no nonce: the table is tidied a few places at a time, by the claims that follow.
 *
 * @module
 */

import { DigestTable, NONE } from "./memory/digest-table.ts";
import { createKeyedHash } from "./memory/keyed-hash.ts";
import { Runs } from "./memory/runs.ts";
import { nonceText } from "./nonce-key.ts";
import type { NonceAnswer, NonceClaim, NonceStore } from "./nonce-store.ts";

/** How a {@link MemoryNonceStore} is bounded. */
export interface MemoryNonceStoreOptions {
  /** How many nonces it remembers at most, at 20 to 28 octets each. @default 4_194_304 */
  readonly capacity?: number | undefined;
  /** How many of them may be one client's. @default a quarter of the capacity */
  readonly perClient?: number | undefined;
  /** The grain of forgetting, in whole seconds. @default 10 */
  readonly sliceSeconds?: number | undefined;
  /**
   * Timestamps before this, in seconds, are answered `full`: nobody remembers what was used before a restart. With the
   * time of the start nothing older is let through; a nonce that came before the restart with a timestamp after it
   * still is. To close that gap too, add the verifier's tolerance, and nothing is accepted until so much time is over.
   * @default none
   */
  readonly notBefore?: number | undefined;
}

/** What is remembered of a client. */
interface Client {
  readonly consumerKey: string;
  readonly number: number;
  /** The first of its runs; newest slice first. */
  runs: number;
  /** How many nonces are in them. */
  held: number;
  /** Its timestamps up to this one may have been forgotten. */
  floor: number;
}

/** All that was claimed for some seconds. */
interface Slice {
  /** Its timestamps divided by `sliceSeconds`, rounded down. */
  readonly number: number;
  /** When the last of its nonces has expired. */
  expiresAt: number;
  /** The latest timestamp that was claimed. */
  latest: number;
  /** The first of its runs. */
  runs: number;
  /** How many nonces are in them. */
  count: number;
}

const detached = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** Most that the digests' places can be counted to. */
const MOST = 2 ** 26;

/** Places that one claim tidies: more than the one it may use, so that tidying always catches up. */
const TIDIED_AT_ONCE = 8;

/**
 * Remembers nonces in the memory of this process (RFC 5849 3.3).
 *
 * For one process: others do not see its nonces, and a restart forgets them (see `notBefore`). It is bounded: it holds
 * at most `capacity` nonces, a client at most `perClient` of them and never more than is free. So however many clients
 * take all they can get, some place is left for the next. A client that has no more place gives up its own oldest
 * seconds: from then on the timestamps up to there are answered `full` for this client, and for no other.
 *
 * It works during claims only, and needs no timer.
 *
 * @throws RangeError where an option is not a number that makes sense
 *
 * @example
 * ```ts
 * import { MemoryNonceStore } from "countersign";
 *
 * const store = new MemoryNonceStore();
 * const claim = { consumerKey: "merchant", timestamp: 1700000000, nonce: "4572616e48", expiresAt: 1700000360, now: 1700000001 };
 * store.claim(claim); // => "fresh"
 * store.claim(claim); // => "used"
 * store.claim({ ...claim, now: 1700000360 }); // => "full"
 * ```
 */
export class MemoryNonceStore implements NonceStore {
  readonly #capacity: number;
  readonly #perClient: number;
  readonly #sliceSeconds: number;
  readonly #digest = createKeyedHash();

  #table = new DigestTable();
  #runs = new Runs();
  #clients = new Map<string, Client>();
  /** By number, from 1. */
  #byNumber: (Client | undefined)[] = [undefined];
  #freeNumbers: number[] = [];
  /** By number of slice, rising. */
  #slices: Slice[] = [];
  /** Lists of runs, linked as those of a slice, that are dropped but not yet taken out of the table. */
  #dropped: number[] = [];
  /** How many nonces are remembered, without those that are dropped. */
  #size = 0;
  /** Everybody's timestamps up to this one may have been forgotten. */
  #floor = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: MemoryNonceStoreOptions = {}) {
    const { capacity = 2 ** 22, notBefore, sliceSeconds = 10 } = options;
    this.#capacity = wholeNumber("capacity", capacity, 1, MOST);
    const quarter = Math.ceil(capacity / 4);
    this.#perClient = wholeNumber("perClient", options.perClient ?? quarter, 1, capacity);
    this.#sliceSeconds = wholeNumber("sliceSeconds", sliceSeconds, 1, 86_400);
    if (notBefore !== undefined) {
      if (!Number.isFinite(notBefore)) throw new RangeError(`notBefore must be a time in seconds, not ${notBefore}.`);
      this.#floor = Math.ceil(notBefore) - 1;
    }
  }

  /** How many nonces are remembered, as of the last claim. */
  get size(): number {
    return this.#size;
  }

  /**
   * Answers whether a nonce is new, and remembers it.
   *
   * @returns `fresh`, `used`, or `full` where the claim has expired, lies at or under a floor, or finds no place
   * @throws RangeError where the times of the claim are not numbers that make sense; `Error` when closed
   */
  claim(claim: NonceClaim): NonceAnswer {
    if (this.#closed) throw new Error("The nonce store is closed.");
    const { consumerKey, timestamp, expiresAt, now } = claim;
    checkTimes(timestamp, expiresAt, now);
    this.#expire(now);
    this.#tidy();
    if (expiresAt <= now || timestamp <= this.#floor) return "full";
    const known = this.#clients.get(consumerKey);
    if (known !== undefined && timestamp <= known.floor) return "full";
    const digest = this.#digest(nonceText(claim));
    if (this.#table.has(digest)) return "used";
    if (!this.#makeRoom(known, timestamp)) return "full";
    const run = this.#runFor(known ?? this.#addClient(consumerKey), timestamp, expiresAt);
    this.#runs.setFirst(run, this.#table.add(digest, this.#runs.first(run)));
    this.#size += 1;
    return "fresh";
  }

  /** Frees the memory. Claims after this throw. */
  close(): void {
    this.#closed = true;
    this.#forgetAll();
  }

  /** Drops the slices whose last nonce has expired, oldest first, so that the floor never overtakes a living one. */
  #expire(now: number): void {
    while (this.#slices.length > 0 && this.#slices[0]!.expiresAt <= now) {
      const slice = this.#slices.shift()!;
      this.#floor = Math.max(this.#floor, slice.latest);
      this.#size -= slice.count;
      this.#dropped.push(slice.runs);
    }
    if (this.#slices.length === 0 && this.#dropped.length > 0) this.#forgetAll();
  }

  /** Lets everything go at once, for which nothing needs to be tidied. The floor stays. */
  #forgetAll(): void {
    this.#table = new DigestTable();
    this.#runs = new Runs();
    this.#clients = new Map();
    this.#byNumber = [undefined];
    this.#freeNumbers = [];
    this.#slices = [];
    this.#dropped = [];
    this.#size = 0;
  }

  /** Takes a few dropped digests out of the table. */
  #tidy(): void {
    for (let step = 0; step < TIDIED_AT_ONCE && this.#dropped.length > 0; step++) {
      const run = this.#dropped.at(-1)!;
      const place = this.#runs.first(run);
      if (place !== NONE) {
        this.#runs.setFirst(run, this.#table.remove(place));
      } else {
        const next = this.#runs.nextOfSlice(run);
        if (next === NONE) this.#dropped.pop();
        else this.#dropped[this.#dropped.length - 1] = next;
        this.#releaseRun(run);
      }
    }
  }

  #releaseRun(run: number): void {
    const client = this.#byNumber[this.#runs.client(run)];
    if (client !== undefined) {
      this.#takeFromClient(client, run);
      if (client.runs === NONE) this.#removeClient(client);
    }
    this.#runs.release(run);
  }

  #takeFromClient(client: Client, run: number): void {
    const runs = this.#runs;
    this.#link(client, runs.beforeOfClient(run), runs.nextOfClient(run));
    client.held -= runs.count(run);
    runs.setClient(run, NONE);
  }

  /** Takes from a client what has expired and only waits to be tidied. */
  #takeExpiredFromClient(client: Client): void {
    let run = client.runs;
    while (run !== NONE) {
      const next = this.#runs.nextOfClient(run);
      if (this.#runs.latest(run) <= this.#floor) this.#takeFromClient(client, run);
      run = next;
    }
  }

  /**
   * Makes sure that there is place for one more nonce of a client, by forgetting older ones of its own where need be.
   * The less is free, the less each client may hold, so that newcomers always find some place.
   */
  #makeRoom(client: Client | undefined, timestamp: number): boolean {
    if (this.#hasRoom(client)) return true;
    if (client === undefined) return false;
    this.#takeExpiredFromClient(client);
    while (!this.#hasRoom(client)) {
      const oldest = this.#oldestRun(client);
      if (oldest === NONE || this.#runs.latest(oldest) >= timestamp) break;
      this.#forget(client, oldest);
    }
    if (this.#hasRoom(client)) return true;
    // Without any run its floor is under everybody's.
    if (client.runs === NONE) this.#removeClient(client);
    return false;
  }

  #hasRoom(client: Client | undefined): boolean {
    return (client?.held ?? 0) < Math.min(this.#perClient, this.#capacity - this.#size);
  }

  /** Returns the client's run with the oldest timestamps that still holds nonces. */
  #oldestRun(client: Client): number {
    let oldest = NONE;
    for (let run = client.runs; run !== NONE; run = this.#runs.nextOfClient(run)) {
      if (this.#runs.count(run) > 0) oldest = run;
    }
    return oldest;
  }

  /**
   * Drops the nonces of a run and raises the client's floor over them. The run itself stays, empty: as long as its
   * slice lives, so does the client, and with it the floor.
   */
  #forget(client: Client, run: number): void {
    const runs = this.#runs;
    const count = runs.count(run);
    const dropped = runs.take(NONE, 0);
    runs.setFirst(dropped, runs.first(run));
    this.#dropped.push(dropped);
    runs.setFirst(run, NONE);
    runs.setCount(run, 0);
    client.floor = runs.latest(run);
    client.held -= count;
    this.#slices[this.#sliceIndex(this.#sliceNumber(client.floor))]!.count -= count;
    this.#size -= count;
  }

  /** Returns the client's run for a timestamp, counting one nonce more. */
  #runFor(client: Client, timestamp: number, expiresAt: number): number {
    const slice = this.#sliceFor(timestamp, expiresAt);
    const run = this.#findOrAddRun(client, slice, timestamp);
    this.#runs.setLatest(run, Math.max(this.#runs.latest(run), timestamp));
    this.#runs.setCount(run, this.#runs.count(run) + 1);
    client.held += 1;
    slice.count += 1;
    return run;
  }

  #findOrAddRun(client: Client, slice: Slice, timestamp: number): number {
    const runs = this.#runs;
    let before = NONE;
    let next = client.runs;
    while (next !== NONE && this.#sliceNumber(runs.latest(next)) > slice.number) {
      before = next;
      next = runs.nextOfClient(next);
    }
    // A run of the same seconds that has expired belongs to a slice that is no more.
    const latest = next === NONE ? this.#floor : runs.latest(next);
    if (latest > this.#floor && this.#sliceNumber(latest) === slice.number) return next;
    const run = runs.take(client.number, timestamp);
    this.#link(client, before, run);
    this.#link(client, run, next);
    runs.setNextOfSlice(run, slice.runs);
    slice.runs = run;
    return run;
  }

  /** Makes one run follow another in the client's list, where `NONE` stands for its ends. */
  #link(client: Client, before: number, next: number): void {
    if (before === NONE) client.runs = next;
    else this.#runs.setNextOfClient(before, next);
    if (next !== NONE) this.#runs.setBeforeOfClient(next, before);
  }

  #sliceFor(timestamp: number, expiresAt: number): Slice {
    const number = this.#sliceNumber(timestamp);
    const index = this.#sliceIndex(number);
    const found = this.#slices[index];
    if (found?.number === number) {
      found.expiresAt = Math.max(found.expiresAt, expiresAt);
      found.latest = Math.max(found.latest, timestamp);
      return found;
    }
    const slice: Slice = { number, expiresAt, latest: timestamp, runs: NONE, count: 0 };
    this.#slices.splice(index, 0, slice);
    return slice;
  }

  #sliceNumber(timestamp: number): number {
    return Math.floor(timestamp / this.#sliceSeconds);
  }

  /** Returns where the slice of a number is, or would be. */
  #sliceIndex(number: number): number {
    let low = 0;
    let high = this.#slices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#slices[middle]!.number < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #addClient(consumerKey: string): Client {
    const number = this.#freeNumbers.pop() ?? this.#byNumber.length;
    const key = detached(consumerKey);
    const client: Client = { consumerKey: key, number, runs: NONE, held: 0, floor: Number.NEGATIVE_INFINITY };
    this.#byNumber[number] = client;
    this.#clients.set(key, client);
    return client;
  }

  #removeClient(client: Client): void {
    this.#clients.delete(client.consumerKey);
    this.#byNumber[client.number] = undefined;
    this.#freeNumbers.push(client.number);
  }
}

/** What is not a number compares as false with everything, and would neither expire nor lie under a floor. */
function checkTimes(timestamp: number, expiresAt: number, now: number): void {
  if (!Number.isSafeInteger(timestamp)) throw new RangeError("A claim's timestamp must be whole seconds.");
  if (!Number.isFinite(expiresAt) || expiresAt < timestamp) {
    throw new RangeError("A claim's expiresAt must be a time in seconds that is not before its timestamp.");
  }
  if (!Number.isFinite(now)) throw new RangeError("A claim's now must be a time in seconds.");
}

function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}
