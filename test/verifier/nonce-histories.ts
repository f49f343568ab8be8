/** Generated histories of claims, two stores to compare with, and histories that found mistakes before. */

import fc from "fast-check";
import type { NonceAnswer, NonceClaim } from "../../src/verifier/nonce-store.ts";

/** A store's options, and the claims that it gets. */
export interface History {
  readonly options: { readonly capacity: number; readonly perClient: number; readonly sliceSeconds: number };
  readonly claims: readonly NonceClaim[];
}

/** Few clients, tokens, nonces and seconds, so that claims meet in a slice, and often are the same. */
export const histories: fc.Arbitrary<History> = fc.record({
  options: fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 12 }))
    .map(([perClient, more, sliceSeconds]) => ({ capacity: perClient + more, perClient, sliceSeconds })),
  claims: fc
    .array(
      fc.record({
        client: fc.constantFrom("a", "b", "c"),
        token: fc.constantFrom(undefined, "", "t"),
        nonce: fc.constantFrom("0", "1", "2"),
        step: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
          { weight: 1, arbitrary: fc.integer({ min: -60, max: 60 }) },
        ),
        offset: fc.integer({ min: -15, max: 15 }),
        tolerance: fc.constantFrom(0, 5, 15, 40),
      }),
      { maxLength: 60, size: "max" },
    )
    .map((steps) => {
      let now = 100;
      return steps.map(({ client, token, nonce, step, offset, tolerance }) => {
        now += step;
        const timestamp = now + offset;
        return { consumerKey: client, token, timestamp, nonce, expiresAt: timestamp + tolerance, now };
      });
    }),
});

/** What makes a nonce unique. */
export function identityOf({ consumerKey, token, timestamp, nonce }: NonceClaim): string {
  return JSON.stringify([consumerKey, token ?? null, timestamp, nonce]);
}

interface Accepted {
  readonly claim: NonceClaim;
  readonly slice: number;
  state: "remembered" | "given up" | "expired";
}

/** The same rules as MemoryNonceStore, over one list from which nothing is ever removed. */
export class ReferenceStore {
  readonly #options: History["options"];
  readonly #accepted: Accepted[] = [];
  readonly #floors = new Map<string, number>();
  #floor = Number.NEGATIVE_INFINITY;

  constructor(options: History["options"]) {
    this.#options = options;
  }

  get size(): number {
    return this.#remembered().length;
  }

  claim(claim: NonceClaim): NonceAnswer {
    this.#expire(claim.now);
    const { consumerKey, timestamp } = claim;
    if (claim.expiresAt <= claim.now) return "full";
    if (timestamp <= Math.max(this.#floor, this.#floors.get(consumerKey) ?? this.#floor)) return "full";
    if (this.#remembered().some((one) => identityOf(one.claim) === identityOf(claim))) return "used";
    while (!this.#hasRoom(consumerKey)) {
      const oldest = oldestSlice(this.#remembered(consumerKey));
      const latest = latestOf(oldest);
      if (oldest.length === 0 || latest >= timestamp) return "full";
      for (const one of oldest) one.state = "given up";
      this.#floors.set(consumerKey, latest);
    }
    const slice = Math.floor(timestamp / this.#options.sliceSeconds);
    this.#accepted.push({ claim, slice, state: "remembered" });
    return "fresh";
  }

  #remembered(consumerKey?: string): Accepted[] {
    return this.#accepted.filter(
      ({ claim, state }) => state === "remembered" && (consumerKey ?? claim.consumerKey) === claim.consumerKey,
    );
  }

  #hasRoom(consumerKey: string): boolean {
    const { capacity, perClient } = this.#options;
    const free = capacity - this.size;
    const share = 10 * free <= capacity ? Math.ceil(free / 100) : free;
    return this.#remembered(consumerKey).length < Math.min(perClient, share);
  }

  #expire(now: number): void {
    for (;;) {
      const oldest = oldestSlice(this.#accepted.filter(({ state }) => state !== "expired"));
      if (oldest.length === 0 || oldest.some(({ claim }) => claim.expiresAt > now)) return;
      for (const one of oldest) one.state = "expired";
      this.#floor = Math.max(this.#floor, latestOf(oldest));
    }
  }
}

function oldestSlice(list: readonly Accepted[]): Accepted[] {
  const number = Math.min(...list.map(({ slice }) => slice));
  return list.filter(({ slice }) => slice === number);
}

function latestOf(list: readonly Accepted[]): number {
  return Math.max(...list.map(({ claim }) => claim.timestamp));
}

/** One claim in short. */
type Row = readonly [consumerKey: string, timestamp: number, expiresAt: number, now: number, nonce?: string];

function history(perClient: number, sliceSeconds: number, rows: readonly Row[]): History {
  const claims = rows.map(([consumerKey, timestamp, expiresAt, now, nonce = "0"]) => {
    return { consumerKey, timestamp, nonce, expiresAt, now };
  });
  return { options: { capacity: 4 * perClient, perClient, sliceSeconds }, claims };
}

/** Histories that show mistakes in a store, made smaller by hand. They run first. */
export const COUNTEREXAMPLES: readonly History[] = [
  // The latest timestamp of a slice is taken from its last claim: 109 can be replayed when the slice has expired.
  history(5, 10, [
    ["a", 109, 114, 100],
    ["a", 105, 110, 100],
    ["b", 120, 125, 114],
  ]),
  // The same when a client gives up the slice.
  history(2, 10, [
    ["a", 109, 149, 100],
    ["a", 105, 145, 100],
    ["a", 120, 160, 110],
  ]),
  // A client gives up a nonce without a floor.
  history(1, 1, [
    ["a", 100, 140, 100],
    ["a", 101, 141, 101],
  ]),
  // A slice expires with the last claim, not with the one that is kept longest.
  history(5, 10, [
    ["a", 105, 145, 100],
    ["a", 106, 111, 100],
    ["b", 111, 116, 111],
  ]),
  // A slice expires before an older one, which is kept longer, and the floor passes the older one.
  history(5, 10, [
    ["a", 120, 125, 110],
    ["a", 101, 141, 100],
    ["b", 131, 136, 130],
  ]),
  // A slice has expired and begins again, while nonces of the first time are not removed yet.
  history(1, 10, [
    ["a", 105, 110, 104],
    ["b", 107, 147, 110],
    ["c", 107, 147, 110],
    ["a", 108, 148, 110],
  ]),
  // A client gives up one slice after the other within one second of the clock.
  history(2, 1, [
    ["a", 100, 140, 100],
    ["a", 101, 141, 100],
    ["a", 102, 142, 100],
    ["a", 103, 143, 100],
    ["a", 102, 142, 100, "1"],
  ]),
];
