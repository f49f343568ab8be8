/**
 * Nonces in memory: the kit, quotas and floors, and a model that remembers everything.
 *
 * @module
 */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DigestTable, NONE } from "../../src/verifier/memory/digest-table.ts";
import { MemoryNonceStore, type MemoryNonceStoreOptions } from "../../src/verifier/memory-nonce-store.ts";
import { nonceKey } from "../../src/verifier/nonce-key.ts";
import type { NonceAnswer, NonceClaim } from "../../src/verifier/nonce-store.ts";
import { nonceStoreChecks } from "../../src/verifier/stores/kit.ts";
import { seed } from "../seed.ts";

const T = 1_700_000_000;

function claimOf(given: Partial<NonceClaim> = {}): NonceClaim {
  const { timestamp = T } = given;
  return { consumerKey: "client", nonce: "nonce", timestamp, expiresAt: timestamp + 360, now: T, ...given };
}

/** Claims `count` nonces of one second; returns how many were fresh. */
function fill(store: MemoryNonceStore, count: number, given: Partial<NonceClaim> = {}): number {
  let fresh = 0;
  for (let index = 0; index < count; index++) {
    if (store.claim(claimOf({ ...given, nonce: `${given.nonce ?? ""}${index}` })) === "fresh") fresh += 1;
  }
  return fresh;
}

describe("the kit, on memory", () => {
  const checks = nonceStoreChecks({
    open: () => new MemoryNonceStore(),
    openAnother: null,
    breakStore: (store) => store.close?.(),
    forgetsBy: "claims",
  });
  test.each(checks.map(({ name, run }) => [name, run] as const))("%s", (_name, run) => run());

  const small = nonceStoreChecks({
    open: () => new MemoryNonceStore({ capacity: 5000, perClient: 2000, sliceSeconds: 1 }),
    openAnother: null,
    breakStore: null,
    forgetsBy: "claims",
  });
  test.each(small.map(({ name, run }) => [name, run] as const))("small: %s", (_name, run) => run());
});

describe("expiry", () => {
  test("what has expired is no longer counted", () => {
    const store = new MemoryNonceStore();
    fill(store, 100);
    expect(store.size).toBe(100);
    store.claim(claimOf({ nonce: "later", timestamp: T + 359, now: T + 359 }));
    expect(store.size).toBe(101);
    store.claim(claimOf({ nonce: "later still", timestamp: T + 360, now: T + 360 }));
    expect(store.size).toBe(2);
  });

  test("the floor follows the latest timestamp that was forgotten, not the slice that it was in", () => {
    const store = new MemoryNonceStore({ sliceSeconds: 10 });
    store.claim(claimOf({ expiresAt: T + 5 }));
    expect(store.claim(claimOf({ nonce: "n", now: T + 5, expiresAt: T + 50 }))).toBe("full");
    expect(store.claim(claimOf({ nonce: "n", timestamp: T + 1, now: T + 5, expiresAt: T + 50 }))).toBe("fresh");
  });

  test("verifiers of different tolerance may share a store: the longest claim decides for its slice", () => {
    const store = new MemoryNonceStore();
    store.claim(claimOf({ nonce: "short" }));
    store.claim(claimOf({ nonce: "long", expiresAt: T + 3600 }));
    expect(store.claim(claimOf({ nonce: "long", now: T + 3599, expiresAt: T + 3600 }))).toBe("used");
    expect(store.claim(claimOf({ nonce: "short", now: T + 400, expiresAt: T + 3600 }))).toBe("used");
  });

  test("a clock that was a year ahead for a moment locks nobody out", () => {
    const store = new MemoryNonceStore();
    const year = 365 * 86_400;
    store.claim(claimOf());
    expect(store.claim(claimOf({ nonce: "ahead", timestamp: T + year, now: T + year }))).toBe("fresh");
    expect(store.claim(claimOf({ now: T }))).toBe("full");
    expect(store.claim(claimOf({ nonce: "next", timestamp: T + 1, now: T + 1 }))).toBe("fresh");
  });

  test("timestamps of any size are told apart", () => {
    const store = new MemoryNonceStore({ sliceSeconds: 1 });
    const times = [-(2 ** 40), -1, 0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 400];
    const claims = times.map((timestamp) => claimOf({ timestamp, now: timestamp - 10, expiresAt: timestamp + 360 }));
    for (const claim of claims) expect(store.claim({ ...claim, now: -(2 ** 41) })).toBe("fresh");
    for (const claim of claims) expect(store.claim({ ...claim, now: -(2 ** 41) })).toBe("used");
    expect(store.size).toBe(times.length);
  });
});

describe("a client at its quota", () => {
  const options: MemoryNonceStoreOptions = { capacity: 1000, perClient: 100, sliceSeconds: 10 };

  test("is answered full within one second, and not forgotten", () => {
    const store = new MemoryNonceStore(options);
    expect(fill(store, 150)).toBe(100);
    expect(store.claim(claimOf({ nonce: "0" }))).toBe("used");
    expect(store.claim(claimOf({ nonce: "120" }))).toBe("full");
    expect(store.size).toBe(100);
  });

  test("gives up its oldest slice for a newer nonce, and everything up to there is full from then on", () => {
    const store = new MemoryNonceStore(options);
    expect(fill(store, 60, { timestamp: T })).toBe(60);
    expect(fill(store, 40, { timestamp: T + 20, now: T + 20 })).toBe(40);
    expect(store.claim(claimOf({ nonce: "new", timestamp: T + 40, now: T + 40 }))).toBe("fresh");
    expect(store.size).toBe(41);
    expect(store.claim(claimOf({ nonce: "0", now: T + 40 }))).toBe("full");
    expect(store.claim(claimOf({ nonce: "never seen", now: T + 40 }))).toBe("full");
    expect(store.claim(claimOf({ nonce: "never seen", timestamp: T + 1, now: T + 40 }))).toBe("fresh");
    expect(store.claim(claimOf({ nonce: "0", timestamp: T + 20, now: T + 40 }))).toBe("used");
  });

  test("gives up nothing for an older nonce", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T + 20 });
    expect(store.claim(claimOf({ nonce: "older" }))).toBe("full");
    expect(store.size).toBe(100);
  });

  test("loses only its own: others' nonces are known, and others are let in", () => {
    const store = new MemoryNonceStore(options);
    const other = { consumerKey: "other", nonce: "o" };
    expect(store.claim(claimOf(other))).toBe("fresh");
    for (let second = 0; second < 300; second++) fill(store, 50, { timestamp: T + second, now: T + second });
    expect(store.claim(claimOf({ ...other, now: T + 300 }))).toBe("used");
    expect(store.claim(claimOf({ ...other, nonce: "another", now: T + 300 }))).toBe("fresh");
    expect(store.claim(claimOf({ nonce: "0", now: T + 300 }))).toBe("full");
  });

  test("has its full quota again once its nonces have expired, and its floor is gone", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T });
    fill(store, 10, { timestamp: T + 10, now: T + 10 });
    const later = T + 1000;
    expect(fill(store, 150, { timestamp: later, now: later })).toBe(100);
  });

  test("is not counted what has expired but waits to be tidied", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T });
    fill(store, 20, { timestamp: T + 300, now: T + 300, consumerKey: "other" });
    expect(fill(store, 100, { timestamp: T + 370, now: T + 370 })).toBe(100);
    expect(store.size).toBe(120);
  });

  test("what it gave up is counted once, not again when it would have expired", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T });
    expect(fill(store, 1, { timestamp: T + 10, now: T + 10 })).toBe(1);
    expect(fill(store, 1, { timestamp: T + 300, now: T + 300, consumerKey: "other" })).toBe(1);
    expect(fill(store, 1, { timestamp: T + 365, now: T + 365 })).toBe(1);
    expect(store.size).toBe(3);
  });
});

describe("the capacity", () => {
  test("leaves place for newcomers, however many clients take all they can get", () => {
    const store = new MemoryNonceStore({ capacity: 1000, perClient: 1000 });
    for (let hog = 0; hog < 9; hog++) fill(store, 1500, { consumerKey: `hog ${hog}` });
    expect(store.size).toBeLessThan(1000);
    for (let index = 0; index < 1000; index++) {
      const hogAgain = claimOf({ consumerKey: `hog ${index % 9}`, nonce: `more ${index}` });
      expect(store.claim(hogAgain)).toBe("full");
    }
    expect(store.claim(claimOf({ consumerKey: "newcomer" }))).toBe("fresh");
  });

  test("is kept: when it is used up by as many clients, the next is answered full and nobody is forgotten", () => {
    const store = new MemoryNonceStore({ capacity: 64, perClient: 8 });
    for (let index = 0; index < 64; index++) {
      expect(store.claim(claimOf({ consumerKey: `client ${index}` }))).toBe("fresh");
    }
    expect(store.claim(claimOf({ consumerKey: "one more" }))).toBe("full");
    expect(store.size).toBe(64);
    for (let index = 0; index < 64; index++)
      expect(store.claim(claimOf({ consumerKey: `client ${index}` }))).toBe("used");
    expect(store.claim(claimOf({ consumerKey: "one more", timestamp: T + 400, now: T + 400 }))).toBe("fresh");
  });

  test("is one client's up to the quota, to the nonce", () => {
    const store = new MemoryNonceStore({ capacity: 40_000 });
    expect(fill(store, 12_000)).toBe(10_000);
  });
});

describe("after a restart", () => {
  test("nothing older than notBefore is let through", () => {
    const store = new MemoryNonceStore({ notBefore: T });
    expect(store.claim(claimOf({ timestamp: T - 1 }))).toBe("full");
    expect(store.claim(claimOf({ timestamp: T }))).toBe("fresh");
  });

  test("notBefore within a second leaves that second out", () => {
    const store = new MemoryNonceStore({ notBefore: T + 0.5 });
    expect(store.claim(claimOf({ timestamp: T }))).toBe("full");
    expect(store.claim(claimOf({ timestamp: T + 1 }))).toBe("fresh");
  });
});

describe("misuse", () => {
  test.each<[string, MemoryNonceStoreOptions]>([
    ["capacity", { capacity: 0 }],
    ["capacity", { capacity: 1.5 }],
    ["capacity", { capacity: 2 ** 26 + 1 }],
    ["capacity", { capacity: Number.NaN }],
    ["perClient", { perClient: 0 }],
    ["perClient", { capacity: 10, perClient: 11 }],
    ["sliceSeconds", { sliceSeconds: 0 }],
    ["sliceSeconds", { sliceSeconds: Number.POSITIVE_INFINITY }],
    ["notBefore", { notBefore: Number.NaN }],
  ])("a %s that makes no sense is refused at creation: %j", (name, options) => {
    expect(() => new MemoryNonceStore(options)).toThrow(RangeError);
    expect(() => new MemoryNonceStore(options)).toThrow(name);
  });

  test.each<[string, Partial<NonceClaim>]>([
    ["timestamp", { timestamp: Number.NaN }],
    ["timestamp", { timestamp: T + 0.5 }],
    ["timestamp", { timestamp: 2 ** 53 }],
    ["expiresAt", { expiresAt: Number.NaN }],
    ["expiresAt", { expiresAt: Number.POSITIVE_INFINITY }],
    ["expiresAt", { expiresAt: T - 1 }],
    ["now", { now: Number.NaN }],
  ])("a claim whose %s makes no sense is thrown at, not answered", (name, given) => {
    expect(() => new MemoryNonceStore().claim(claimOf(given))).toThrow(name);
  });

  test("a closed store throws, and its memory is free", () => {
    const store = new MemoryNonceStore();
    store.claim(claimOf());
    store.close();
    expect(store.size).toBe(0);
    expect(() => store.claim(claimOf())).toThrow("closed");
  });
});

/** What a perfect memory knows. */
interface Model {
  now: number;
  readonly claimed: Map<string, NonceClaim>;
}

class Claim implements fc.Command<Model, MemoryNonceStore> {
  readonly #client: string;
  readonly #nonce: string;
  readonly #offset: number;
  readonly #token: string | undefined;

  constructor(client: string, token: string | undefined, nonce: string, offset: number) {
    this.#client = client;
    this.#token = token;
    this.#nonce = nonce;
    this.#offset = offset;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, store: MemoryNonceStore): void {
    const timestamp = model.now + this.#offset;
    this.claim(model, store, {
      consumerKey: this.#client,
      token: this.#token,
      nonce: this.#nonce,
      timestamp,
      expiresAt: timestamp + 36,
      now: model.now,
    });
  }

  protected claim(model: Model, store: MemoryNonceStore, claim: NonceClaim): void {
    const key = JSON.stringify([claim.consumerKey, claim.token ?? null, claim.timestamp, claim.nonce]);
    const answer: NonceAnswer = store.claim(claim);
    if (store.size > CAPACITY) throw new Error(`${store.size} nonces are remembered`);
    const wrong = model.claimed.has(key) ? "fresh" : "used";
    if (answer === wrong) throw new Error(`${answer}: ${key}`);
    if (answer === "fresh") model.claimed.set(key, claim);
  }

  toString(): string {
    return `claim(${this.#client}, ${this.#token}, ${this.#nonce}, now${this.#offset < 0 ? "" : "+"}${this.#offset})`;
  }
}

/** Claims again something that was accepted once, at whatever the clock says. */
class Replay extends Claim {
  readonly #which: number;

  constructor(which: number) {
    super("", undefined, "", 0);
    this.#which = which;
  }

  override check(model?: Model): boolean {
    return model === undefined || model.claimed.size > 0;
  }

  override run(model: Model, store: MemoryNonceStore): void {
    const accepted = [...model.claimed.values()];
    this.claim(model, store, { ...accepted[this.#which % accepted.length]!, now: model.now });
  }

  override toString(): string {
    return `replay(${this.#which})`;
  }
}

class Clock implements fc.Command<Model, MemoryNonceStore> {
  readonly #step: number;

  constructor(step: number) {
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  run(model: Model): void {
    model.now += this.#step;
  }

  toString(): string {
    return `clock(${this.#step})`;
  }
}

const CAPACITY = 40;

describe("against one that forgets nothing", () => {
  const clients = fc.constantFrom("a", "b", "c", "hog", "hog", "hog");
  const commands = fc.commands(
    [
      fc
        .tuple(
          clients,
          fc.constantFrom(undefined, "", "t"),
          fc.constantFrom(..."0123456789"),
          fc.integer({ min: -30, max: 30 }),
        )
        .map((fields) => new Claim(...fields)),
      fc.nat().map((which) => new Replay(which)),
      fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -120, max: 120 })).map((step) => new Clock(step)),
    ],
    { size: "+2" },
  );

  test("nothing is fresh twice and nothing new is called used, whatever the clock does", () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 1, max: 12 }), (run, sliceSeconds) => {
        const store = new MemoryNonceStore({ capacity: CAPACITY, perClient: 12, sliceSeconds });
        fc.modelRun(() => ({ model: { now: T, claimed: new Map() }, real: store }), run);
      }),
      { seed, numRuns: 150 },
    );
  });

  test("a long run under load: no replay, no overflow, and the quiet client is always let in", () => {
    const store = new MemoryNonceStore({ capacity: 2000, perClient: 500, sliceSeconds: 5 });
    const accepted: NonceClaim[] = [];
    for (let second = 0; second < 400; second++) {
      const now = T + second;
      for (let index = 0; index < 60; index++) {
        const claim = claimOf({
          consumerKey: `hog ${index % 5}`,
          nonce: `${index}`,
          timestamp: now,
          expiresAt: now + 90,
          now,
        });
        if (store.claim(claim) === "fresh") accepted.push(claim);
      }
      const quiet = claimOf({ consumerKey: "quiet", nonce: "n", timestamp: now - 30, expiresAt: now + 60, now });
      expect(store.claim(quiet)).toBe("fresh");
      expect(store.claim(quiet)).toBe("used");
      for (let index = 0; index < 20; index++) {
        const again = accepted[(second * 7919 + index * 104_729) % accepted.length]!;
        if (store.claim({ ...again, now }) === "fresh") throw new Error(`fresh again: ${JSON.stringify(again)}`);
      }
      expect(store.size).toBeLessThanOrEqual(2000);
    }
    expect(accepted.length).toBeGreaterThan(20_000);
  });
});

describe("the table of digests", () => {
  test("agrees with a set, through growth and removals", () => {
    const words = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const steps = fc.array(fc.tuple(fc.boolean(), words, fc.nat()), { minLength: 3000, maxLength: 5000 });
    fc.assert(
      fc.property(steps, (list) => {
        const table = new DigestTable();
        const places: [key: number, place: number][] = [];
        const known = new Map<number, boolean>();
        for (const [remove, word, which] of list) {
          if (remove && which % 3 === 0 && places.length > 0) {
            const [[key, place]] = places.splice(which % places.length, 1) as [[number, number]];
            expect(table.remove(place)).toBe(key & 0xff);
            known.set(key, false);
          } else if (known.get(word) !== true) {
            places.push([word, table.add([word, word ^ 1], word & 0xff)]);
            known.set(word, true);
          }
        }
        for (const [key, there] of known) {
          if (table.has([key, key ^ 1]) !== there) throw new Error(`${key} should be ${there}`);
          if (table.has([key, key ^ 2])) throw new Error(`${key} looks like another`);
        }
        expect(table.size).toBe(places.length);
        expect(new Set(places.map(([, place]) => place)).has(NONE)).toBe(false);
      }),
      { seed, numRuns: 10 },
    );
  });
});

describe("the table of digests, as it grows", () => {
  test("is asked in about the same time when it holds a hundred times as much", () => {
    const table = new DigestTable();
    const digest = (index: number): [number, number] => [Math.imul(index, 0x9e3779b1), index];
    const timeOf = (size: number): number => {
      for (let index = table.size; index < size; index++) table.add(digest(index), NONE);
      const rounds = [1, 2, 3, 4, 5].map(() => {
        const start = performance.now();
        for (let index = 0; index < 2000; index++) table.has(digest(index * 101));
        return performance.now() - start;
      });
      return Math.min(...rounds);
    };
    timeOf(1000);
    const small = timeOf(2000);
    // Cold memory costs a few times as much; chains that grow with the table cost a hundred times.
    expect(timeOf(200_000)).toBeLessThan(12 * Math.max(small, 0.05));
  });
});

describe("the key of a nonce", () => {
  test("is the same for the same claim only", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom("1", ":", "-", "/", "a", "\ud800", "\ufffd", "\udc00"), maxLength: 5 }),
      fc.string({ unit: "binary" }),
    );
    const claim = fc.record({
      consumerKey: text,
      token: fc.option(text, { nil: undefined }),
      timestamp: fc.constantFrom(1, 11, 111, 2, -1),
      nonce: text,
    });
    const octets = (one: Parameters<typeof nonceKey>[0]): string =>
      Buffer.from(nonceKey(one) as string).toString("hex");
    fc.assert(
      fc.property(claim, claim, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(octets(one) === octets(other)).toBe(same);
        expect(octets(one)).toBe(octets({ ...one }));
      }),
      { seed, numRuns: 1500 },
    );
  });
});

test("a hundred thousand nonces take less than 50 octets each, and what has expired is given back", () => {
  const bytes = (): number => process.memoryUsage().arrayBuffers;
  const before = bytes();
  const store = new MemoryNonceStore();
  const count = 100_000;
  for (let index = 0; index < count; index++) {
    const timestamp = T + (index % 300);
    store.claim(
      claimOf({ consumerKey: `client ${index % 100}`, nonce: `${index}`, timestamp, expiresAt: timestamp + 360 }),
    );
  }
  expect(store.size).toBe(count);
  expect((bytes() - before) / count).toBeLessThan(50);
});

test("clients that come once leave nothing behind", () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const store = new MemoryNonceStore({ capacity: 20_000, perClient: 2 });
  const visits = (from: number, seconds: number): number => {
    for (let second = from; second < from + seconds; second++) {
      for (let index = 0; index < 50; index++) {
        const consumerKey = `client ${second} ${index}`;
        // One more than the quota, so that some leave a floor too.
        for (const timestamp of [T + second - 20, T + second - 10, T + second]) {
          store.claim(claimOf({ consumerKey, timestamp, expiresAt: timestamp + 60, now: T + second }));
        }
      }
    }
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const settled = visits(0, 200);
  expect(visits(200, 800) - settled).toBeLessThan(2_000_000);
  expect(store.size).toBeLessThan(10_000);
});
