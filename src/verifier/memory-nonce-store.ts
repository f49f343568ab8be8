/**
 * The nonce store in the memory of one process.
 *
 * The store divides time into slices, by the timestamps of claims. A slice expires when its last nonce has expired. A
 * client at its quota loses its own oldest slice. In both cases a *floor* rises to the latest timestamp that the store
 * forgot, and the store never again answers `fresh` for a timestamp at or below the floor. So a forgotten nonce never
 * lets a replay through, even if the clock is changed.
 */

import { checkOptions } from "../platform/check-options.ts";
import { hexDigest, hexText, randomOctets } from "../platform/index.ts";
import { optionsError } from "./configuration-error.ts";
import { type NonceAnswer, type NonceClaim, type NonceStore, nonceKey } from "./nonce-store.ts";
import { SortedPairs } from "./sorted-pairs.ts";

/** The options of {@link MemoryNonceStore}. */
export interface MemoryNonceStoreOptions {
  /** Maximum number of nonces. A nonce takes about 20 octets, a client about 300 more. @default 4_194_304 */
  readonly capacity?: number | undefined;
  /** Maximum number of nonces of one client. @default a quarter of the capacity */
  readonly perClient?: number | undefined;
  /** The store forgets the nonces of this many whole seconds at a time. @default 10 */
  readonly sliceSeconds?: number | undefined;
  /**
   * The store answers `full` for timestamps before this one, in seconds since 1970, because a restart forgets all nonces.
   * If you set it to the start time, only requests whose timestamp was in the future before the restart can be replayed.
   * If you add the tolerance, no replay is possible, but no request is accepted before then. @default none
   */
  readonly notBefore?: number | undefined;
}

interface Client {
  /** Timestamps and digests. Pairs up to the store's floor have expired. */
  readonly nonces: SortedPairs;
  /** The store may have forgotten nonces of this client with timestamps up to this one. */
  floor: number;
}

/** The nonces of `sliceSeconds` seconds, of all clients. */
interface Slice {
  /** When the last of its nonces expires. */
  expiresAt: number;
  /** The latest timestamp that was claimed. */
  latest: number;
  /** The number of remembered nonces. */
  count: number;
}

/** The highest `capacity`. */
const MOST_NONCES = 2 ** 26;

/** How many clients each claim cleans up. A claim adds at most one client, so cleaning up always catches up. */
const CLIENTS_PER_CLEANUP = 2;

/**
 * Remembers nonces in the memory of this process (RFC 5849 3.3).
 *
 * Use it for one process only: other processes do not see its nonces, and a restart forgets them (see `notBefore`). The
 * store holds at most `capacity` nonces. One client gets at most `perClient`, and never more than there are free places. When
 * less than a tenth of the capacity is free, a client gets at most a hundredth of the free places, so busy clients cannot
 * fill the store. A client without free places loses its own oldest nonces: the store then answers `full` for their
 * timestamps, for this client only.
 *
 * The store has no timer. Each claim removes expired nonces and cleans up two clients. The rest of a claim takes time
 * proportional to the logarithm of the number of nonces, whatever timestamps clients choose.
 *
 * @throws RangeError for an option that is not a number in its range; {@link VerifierConfigurationError}
 * `options-invalid` for options that are not an object, `option-unknown` for an option that does not exist
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
  /** Without this key, a client could choose nonces with equal digests. */
  readonly #key = hexText(randomOctets(16));

  readonly #clients = new Map<string, Client>();
  /** Visits all clients repeatedly. */
  #cleanup = this.#clients.entries();
  /** By slice number: timestamp divided by `sliceSeconds`, rounded down. */
  readonly #slices = new Map<number, Slice>();
  /** The numbers of the slices, each paired with 0. */
  readonly #sliceNumbers = new SortedPairs();
  /** The number of nonces that have not expired. */
  #size = 0;
  /** The store may have forgotten nonces of all clients with timestamps up to this one. */
  #floor = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: MemoryNonceStoreOptions = {}) {
    checkOptions(options, ["capacity", "perClient", "sliceSeconds", "notBefore"], "options", optionsError);
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

  /** The number of nonces that the store remembered after the last claim. */
  get size(): number {
    return this.#size;
  }

  /**
   * Answers whether a nonce is new, and remembers it.
   *
   * @returns `fresh`, `used`, or `full` if the claim has expired, its timestamp is at or below a floor, or no place is free
   * @throws RangeError for invalid times; Error if the store is closed
   */
  claim(claim: NonceClaim): NonceAnswer {
    if (this.#closed) throw new Error("The nonce store is closed.");
    const { consumerKey, timestamp, expiresAt, now } = claim;
    checkTimes(timestamp, expiresAt, now);
    this.#expire(now);
    this.#cleanUp();
    if (expiresAt <= now || timestamp <= this.#floor) return "full";
    const client = this.#clientOf(consumerKey);
    if (timestamp <= client.floor) return "full";
    const digest = this.#digest(claim);
    if (client.nonces.has(timestamp, digest)) return "used";
    if (!this.#makePlace(client, timestamp)) return "full";
    client.nonces.add(timestamp, digest);
    this.#count(timestamp, expiresAt);
    return "fresh";
  }

  /** Frees the memory. Later claims throw. */
  close(): void {
    this.#closed = true;
    this.#expire(Number.POSITIVE_INFINITY);
    this.#clients.clear();
    // The old iterator would keep the old entries in memory.
    this.#cleanup = this.#clients.entries();
  }

  /** Removes expired slices, oldest first, so that the others have only timestamps above the floor. */
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
   * Removes expired nonces of a few clients. A client without nonces can be removed: it had nonces above its own floor, and
   * they have expired, so the floor of the store is higher.
   */
  #cleanUp(): void {
    for (let visited = 0; visited < CLIENTS_PER_CLEANUP; visited++) {
      const next = this.#cleanup.next();
      if (next.done === true) {
        this.#cleanup = this.#clients.entries();
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
   * 52 bits of a keyed SHA-256. Two nonces of the same client and timestamp have equal bits with a probability of 2^-52.
   * Then the store answers `used` for the second. It never answers `fresh` for a replay.
   */
  #digest(claim: NonceClaim): number {
    return Number.parseInt(hexDigest("sha256", nonceKey(claim, this.#key)).slice(0, 13), 16);
  }

  /**
   * Makes a place free for one more nonce of a client. If necessary, it removes the client's oldest slices, but nothing
   * as new as `timestamp`.
   */
  #makePlace(client: Client, timestamp: number): boolean {
    const { nonces } = client;
    nonces.removeUpTo(this.#floor);
    while (nonces.size >= this.#quota()) {
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

  /**
   * How many nonces a client may hold: at most as many as there are free places, and at most a hundredth of them when
   * only the last tenth of the capacity is free. So new clients find a place, whether other clients came at once or one
   * after another.
   */
  #quota(): number {
    const free = this.#capacity - this.#size;
    return Math.min(this.#perClient, free > this.#capacity / 10 ? free : Math.ceil(free / 100));
  }

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

/** Copies a text that may be a slice of a header: V8 would keep the whole header in memory. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** A value that is not a number would neither expire nor be below a floor: every comparison with it is false. */
function checkTimes(timestamp: number, expiresAt: number, now: number): void {
  if (!Number.isSafeInteger(timestamp)) throw new RangeError("A claim's timestamp must be a whole number of seconds.");
  if (!Number.isFinite(expiresAt) || expiresAt < timestamp) {
    throw new RangeError("A claim's expiresAt must be a time in seconds that is not before its timestamp.");
  }
  if (!Number.isFinite(now)) throw new RangeError("A claim's now must be a time in seconds.");
}

function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}
