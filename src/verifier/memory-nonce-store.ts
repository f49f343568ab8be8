/**
 * Nonces in the memory of one process.
 *
 * Time is cut into slices by the timestamps of claims. A slice expires when its last nonce has expired; a client at its
 * quota gives up its own oldest slice. Either way a *floor* rises to the latest timestamp that was forgotten, and no
 * nonce at or under the floor is ever answered `fresh` again. So forgetting never lets a replay through, whatever the
 * clock does.
 *
 * @module
 */

import { hexDigest, hexText, randomOctets } from "../platform/index.ts";
import { nonceKey } from "./nonce-key.ts";
import type { NonceAnswer, NonceClaim, NonceStore } from "./nonce-store.ts";
import { SortedPairs } from "./sorted-pairs.ts";

/** How a {@link MemoryNonceStore} is bounded. */
export interface MemoryNonceStoreOptions {
  /** Maximum number of nonces. One takes about 20 octets, and a client some 300 more. @default 4_194_304 */
  readonly capacity?: number | undefined;
  /** Maximum number of nonces of one client. @default a quarter of the capacity */
  readonly perClient?: number | undefined;
  /** The store forgets this many seconds at a time, a whole number. @default 10 */
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
  /** Timestamps and digests. Those up to everybody's floor have expired. */
  readonly nonces: SortedPairs;
  /** Its timestamps up to this one may have been forgotten. */
  floor: number;
}

/** What is known of the claims of `sliceSeconds` seconds. */
interface Slice {
  /** When the last of its nonces has expired. */
  expiresAt: number;
  /** The latest timestamp that was claimed. */
  latest: number;
  /** How many nonces of all clients are remembered. */
  count: number;
}

/** The highest `capacity`. */
const MOST_NONCES = 2 ** 26;

/** Clients that one claim tidies: more than the one that it may add, so that tidying always catches up. */
const CLIENTS_TIDIED = 2;

/**
 * Remembers nonces in the memory of this process (RFC 5849 3.3).
 *
 * For one process: others do not see its nonces, and a restart forgets them (see `notBefore`). It is bounded: it holds
 * at most `capacity` nonces, a client at most `perClient` of them and never more than is free. So however many clients
 * take all they can get, some place is left for the next. A client that has no more place gives up its own oldest
 * seconds: from then on the timestamps up to there are answered `full` for this client, and for no other.
 *
 * No timer runs: each claim removes what has expired, and frees the memory of two clients. Besides that, a claim takes
 * time in proportion to the logarithm of what is remembered, whatever timestamps clients choose.
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
  /** Without it, a client could choose nonces whose digests are equal. */
  readonly #key = hexText(randomOctets(16));

  readonly #clients = new Map<string, Client>();
  /** Goes around all clients, again and again. */
  #tidying = this.#clients.entries();
  /** By number: timestamp divided by `sliceSeconds`, rounded down. */
  readonly #slices = new Map<number, Slice>();
  /** The numbers of the slices, each paired with 0. */
  readonly #sliceNumbers = new SortedPairs();
  /** How many nonces are remembered, without those that have expired. */
  #size = 0;
  /** Everybody's timestamps up to this one may have been forgotten. */
  #floor = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: MemoryNonceStoreOptions = {}) {
    const { capacity = 2 ** 22, notBefore, sliceSeconds = 10 } = options;
    this.#capacity = wholeNumber("capacity", capacity, 1, MOST_NONCES);
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
    const client = this.#clientOf(consumerKey);
    if (timestamp <= client.floor) return "full";
    const digest = this.#digest(claim);
    if (client.nonces.has(timestamp, digest)) return "used";
    if (!this.#makeRoom(client, timestamp)) return "full";
    client.nonces.add(timestamp, digest);
    this.#count(timestamp, expiresAt);
    return "fresh";
  }

  /** Frees the memory. Claims after this throw. */
  close(): void {
    this.#closed = true;
    this.#expire(Number.POSITIVE_INFINITY);
    this.#clients.clear();
    // The iterator before would hold what the map held.
    this.#tidying = this.#clients.entries();
  }

  /** Drops the slices that have expired, oldest first: then all timestamps of the others are above the floor. */
  #expire(now: number): void {
    for (;;) {
      const number = this.#sliceNumbers.lowest;
      if (number === undefined) return;
      const slice = this.#slices.get(number)!;
      if (slice.expiresAt > now) return;
      this.#floor = slice.latest;
      this.#size -= slice.count;
      this.#slices.delete(number);
      this.#sliceNumbers.removeUpTo(number);
    }
  }

  /**
   * Frees what has expired of a few clients. A client without nonces can go, as its floor lies under everybody's: it is
   * older than nonces of the client that have expired since.
   */
  #tidy(): void {
    for (let visited = 0; visited < CLIENTS_TIDIED; visited++) {
      const next = this.#tidying.next();
      if (next.done === true) {
        this.#tidying = this.#clients.entries();
        return;
      }
      const [consumerKey, { nonces }] = next.value;
      nonces.removeUpTo(this.#floor);
      if (nonces.size === 0) this.#clients.delete(consumerKey);
    }
  }

  #clientOf(consumerKey: string): Client {
    const known = this.#clients.get(consumerKey);
    if (known !== undefined) return known;
    const client = { nonces: new SortedPairs(), floor: Number.NEGATIVE_INFINITY };
    this.#clients.set(copyOf(consumerKey), client);
    return client;
  }

  /**
   * Returns 52 bits of a keyed SHA-256. Two nonces of the same client and timestamp have equal bits with a probability
   * of 2^-52. The second is then answered `used`, and a replay never `fresh`.
   */
  #digest(claim: NonceClaim): number {
    return Number.parseInt(hexDigest("sha256", nonceKey(claim, this.#key)).slice(0, 13), 16);
  }

  /**
   * Makes sure that there is room for one more nonce of a client: gives up its oldest slices if need be, but nothing
   * as new as `timestamp`. The less is free, the less each client may hold, so that newcomers always find room.
   */
  #makeRoom(client: Client, timestamp: number): boolean {
    const { nonces } = client;
    nonces.removeUpTo(this.#floor);
    while (nonces.size >= Math.min(this.#perClient, this.#capacity - this.#size)) {
      if (nonces.lowest === undefined) return false;
      const number = this.#sliceNumber(nonces.lowest);
      const latest = nonces.highestBelow((number + 1) * this.#sliceSeconds)!;
      if (latest >= timestamp) return false;
      const count = nonces.removeUpTo(latest);
      client.floor = latest;
      this.#slices.get(number)!.count -= count;
      this.#size -= count;
    }
    return true;
  }

  /** Counts one more nonce. */
  #count(timestamp: number, expiresAt: number): void {
    this.#size += 1;
    const number = this.#sliceNumber(timestamp);
    const slice = this.#slices.get(number);
    if (slice === undefined) {
      this.#slices.set(number, { expiresAt, latest: timestamp, count: 1 });
      this.#sliceNumbers.add(number, 0);
    } else {
      slice.expiresAt = Math.max(slice.expiresAt, expiresAt);
      slice.latest = Math.max(slice.latest, timestamp);
      slice.count += 1;
    }
  }

  #sliceNumber(timestamp: number): number {
    return Math.floor(timestamp / this.#sliceSeconds);
  }
}

/** Copies a text, which may be cut out of a whole header: V8 would keep the header as long as the part. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
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
