/** The nonce store in memory: the tests for all stores, quotas and floors, and a model that remembers everything. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexDigest } from "../../src/platform/index.ts";
import { VerifierConfigurationError } from "../../src/verifier/configuration-error.ts";
import { MemoryNonceStore, type MemoryNonceStoreOptions } from "../../src/verifier/memory-nonce-store.ts";
import { type NonceClaim, nonceKey } from "../../src/verifier/nonce-store.ts";
import { nonceStoreTests } from "../../src/verifier/stores/nonce-store-tests.ts";
import { seed } from "../seed.ts";
import { COUNTEREXAMPLES, histories, identityOf, ReferenceStore } from "./nonce-histories.ts";

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

describe("the memory store", () => {
  const checks = nonceStoreTests({
    open: () => new MemoryNonceStore(),
    openAnother: null,
    breakStore: (store) => store.close?.(),
    forgetsBy: "claims",
  });
  test.each(checks.map(({ name, run }) => [name, run] as const))("passes: %s", (_name, run) => run());

  const small = nonceStoreTests({
    open: () => new MemoryNonceStore({ capacity: 5000, perClient: 2000, sliceSeconds: 1 }),
    openAnother: null,
    breakStore: null,
    forgetsBy: "claims",
  });
  test.each(small.map(({ name, run }) => [name, run] as const))("with a bound passes: %s", (_name, run) => run());
});

describe("expiry", () => {
  test("expired nonces are not counted", () => {
    const store = new MemoryNonceStore();
    fill(store, 100);
    expect(store.size).toBe(100);
    store.claim(claimOf({ nonce: "later", timestamp: T + 359, now: T + 359 }));
    expect(store.size).toBe(101);
    store.claim(claimOf({ nonce: "later still", timestamp: T + 360, now: T + 360 }));
    expect(store.size).toBe(2);
  });

  test("the floor is the latest forgotten timestamp, not the end of its slice", () => {
    const store = new MemoryNonceStore({ sliceSeconds: 10 });
    store.claim(claimOf({ expiresAt: T + 5 }));
    expect(store.claim(claimOf({ nonce: "n", now: T + 5, expiresAt: T + 50 }))).toBe("full");
    expect(store.claim(claimOf({ nonce: "n", timestamp: T + 1, now: T + 5, expiresAt: T + 50 }))).toBe("fresh");
  });

  test("verifiers with different tolerances can share a store: the longest claim decides for its slice", () => {
    const store = new MemoryNonceStore();
    store.claim(claimOf({ nonce: "short" }));
    store.claim(claimOf({ nonce: "long", expiresAt: T + 3600 }));
    expect(store.claim(claimOf({ nonce: "long", now: T + 3599, expiresAt: T + 3600 }))).toBe("used");
    expect(store.claim(claimOf({ nonce: "short", now: T + 400, expiresAt: T + 3600 }))).toBe("used");
  });

  test("a clock that was a year ahead for a moment rejects no later request", () => {
    const store = new MemoryNonceStore();
    const year = 365 * 86_400;
    store.claim(claimOf());
    expect(store.claim(claimOf({ nonce: "ahead", timestamp: T + year, now: T + year }))).toBe("fresh");
    expect(store.claim(claimOf({ now: T }))).toBe("full");
    expect(store.claim(claimOf({ nonce: "next", timestamp: T + 1, now: T + 1 }))).toBe("fresh");
  });

  test("timestamps of any size are distinguished", () => {
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

  test("is answered full within one second, and keeps its nonces", () => {
    const store = new MemoryNonceStore(options);
    expect(fill(store, 150)).toBe(100);
    expect(store.claim(claimOf({ nonce: "0" }))).toBe("used");
    expect(store.claim(claimOf({ nonce: "120" }))).toBe("full");
    expect(store.size).toBe(100);
  });

  test("loses its oldest slice for a newer nonce, and timestamps up to there are then full", () => {
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

  test("loses nothing for an older nonce", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T + 20 });
    expect(store.claim(claimOf({ nonce: "older" }))).toBe("full");
    expect(store.size).toBe(100);
  });

  test("loses only its own nonces: those of others are known, and new clients are accepted", () => {
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

  test("does not count expired nonces that are not cleaned up yet", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T });
    fill(store, 20, { timestamp: T + 300, now: T + 300, consumerKey: "other" });
    expect(fill(store, 100, { timestamp: T + 370, now: T + 370 })).toBe(100);
    expect(store.size).toBe(120);
  });

  test("lost nonces are counted once, not again when they expire", () => {
    const store = new MemoryNonceStore(options);
    fill(store, 100, { timestamp: T });
    expect(fill(store, 1, { timestamp: T + 10, now: T + 10 })).toBe(1);
    expect(fill(store, 1, { timestamp: T + 300, now: T + 300, consumerKey: "other" })).toBe(1);
    expect(fill(store, 1, { timestamp: T + 365, now: T + 365 })).toBe(1);
    expect(store.size).toBe(3);
  });
});

describe("the capacity", () => {
  test("leaves places for new clients, however many clients take all they can get", () => {
    const store = new MemoryNonceStore({ capacity: 1000, perClient: 1000 });
    for (let hog = 0; hog < 9; hog++) fill(store, 1500, { consumerKey: `hog ${hog}` });
    expect(store.size).toBeLessThan(1000);
    for (let index = 0; index < 1000; index++) {
      const hogAgain = claimOf({ consumerKey: `hog ${index % 9}`, nonce: `more ${index}` });
      expect(store.claim(hogAgain)).toBe("full");
    }
    expect(store.claim(claimOf({ consumerKey: "newcomer" }))).toBe("fresh");
  });

  test("leaves places for new clients, however many come one after another and take all they can get", {
    tags: ["deep"],
  }, () => {
    const store = new MemoryNonceStore({ capacity: 10_000 });
    for (let hog = 0; hog < 60; hog++) fill(store, 2501, { consumerKey: `hog ${hog}` });
    expect(store.size).toBeGreaterThan(9000);
    expect(store.size).toBeLessThan(9500);
    for (let hog = 0; hog < 60; hog++) {
      expect(store.claim(claimOf({ consumerKey: `hog ${hog}`, nonce: "more" }))).toBe("full");
    }
    expect(fill(store, 2501, { consumerKey: "newcomer" })).toBeGreaterThan(1);
  });

  test("leaves a client only a hundredth of the last tenth, as soon as no more than a tenth is free", () => {
    const store = new MemoryNonceStore({ capacity: 1000, perClient: 1000 });
    for (let index = 0; index < 899; index++) store.claim(claimOf({ consumerKey: `client ${index}` }));
    expect(store.claim(claimOf({ consumerKey: "client 0", nonce: "second" }))).toBe("fresh");
    expect(store.size).toBe(900);
    expect(store.claim(claimOf({ consumerKey: "client 1", nonce: "second" }))).toBe("full");
    expect(store.claim(claimOf({ consumerKey: "newcomer" }))).toBe("fresh");
  });

  test("is kept: if as many clients fill the store, the next one is answered full and no nonce is lost", () => {
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

  test("is available to one client exactly up to its quota", () => {
    const store = new MemoryNonceStore({ capacity: 40_000 });
    expect(fill(store, 12_000)).toBe(10_000);
  });
});

describe("the default quota", () => {
  test.each([
    [1, 1],
    [3, 1],
    [5, 2],
    [8, 2],
  ])("of a capacity of %i is a quarter, rounded up: %i", (capacity, quota) => {
    expect(fill(new MemoryNonceStore({ capacity }), 8)).toBe(quota);
  });
});

describe("two nonces", () => {
  test("with equal digests without the random key of the store are distinguished", () => {
    // Found by search: the first 52 bits of SHA-256 over `6:client-/1700000000/` and either nonce are ef8f4d1aacc29.
    const nonces = ["1c9a1514c5cd0", "310d13c36329e"];
    const store = new MemoryNonceStore();
    for (const nonce of nonces) {
      const key = nonceKey(claimOf({ nonce }));
      expect(hexDigest("sha256", key).slice(0, 13)).toBe("ef8f4d1aacc29");
      expect(store.claim(claimOf({ nonce }))).toBe("fresh");
    }
  });
});

describe("a store after a restart", () => {
  test("accepts nothing older than notBefore", () => {
    const store = new MemoryNonceStore({ notBefore: T });
    expect(store.claim(claimOf({ timestamp: T - 1 }))).toBe("full");
    expect(store.claim(claimOf({ timestamp: T }))).toBe("fresh");
  });

  test("accepts nothing of the second in which notBefore is", () => {
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
  ])("a %s that is out of range throws at creation: %j", (name, options) => {
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

  test.each<[string, MemoryNonceStoreOptions]>([
    ["capacity must be a whole number from 1 to 67108864, not 0.", { capacity: 0 }],
    ["capacity must be a whole number from 1 to 67108864, not 67108865.", { capacity: 2 ** 26 + 1 }],
    ["perClient must be a whole number from 1 to 10, not 11.", { capacity: 10, perClient: 11 }],
    ["sliceSeconds must be a whole number from 1 to 86400, not 86401.", { sliceSeconds: 86_401 }],
    ["notBefore must be a time in seconds, not NaN.", { notBefore: Number.NaN }],
  ])("says which option is out of range: %s", (message, options) => {
    expect(() => new MemoryNonceStore(options)).toThrow(new RangeError(message));
  });

  test.each([
    ["null", null as never],
    ["number", 1000 as never],
  ])("options that are %s are an error with what was expected", (kind, options) => {
    expect(() => new MemoryNonceStore(options)).toThrow(
      new VerifierConfigurationError("options-invalid", `options must be an object, got ${kind}`),
    );
  });

  const EXPIRY = "A claim's expiresAt must be a time in seconds that is not before its timestamp.";
  test.each<[Partial<NonceClaim>, string]>([
    [{ timestamp: T + 0.5 }, "A claim's timestamp must be a whole number of seconds."],
    [{ expiresAt: Number.POSITIVE_INFINITY }, EXPIRY],
    [{ expiresAt: T - 1 }, EXPIRY],
    [{ now: Number.NaN }, "A claim's now must be a time in seconds."],
  ])("says which time of a claim makes no sense: %j", (given, message) => {
    expect(() => new MemoryNonceStore().claim(claimOf(given))).toThrow(new RangeError(message));
  });

  test("nothing is wrong with options at the ends of their ranges, and a claim that expires at its timestamp", () => {
    const ends = { capacity: 1, perClient: 1, sliceSeconds: 86_400, notBefore: T };
    expect(new MemoryNonceStore(ends).claim(claimOf({ timestamp: T, expiresAt: T, now: T - 1 }))).toBe("fresh");
    expect(new MemoryNonceStore({ capacity: 2 ** 26, sliceSeconds: 1 }).size).toBe(0);
  });

  test("a closed store says so", () => {
    const store = new MemoryNonceStore();
    store.close();
    expect(() => store.claim(claimOf())).toThrow(new Error("The nonce store is closed."));
  });

  test("a closed store throws and frees its memory", () => {
    const store = new MemoryNonceStore();
    store.claim(claimOf());
    store.close();
    expect(store.size).toBe(0);
    expect(() => store.claim(claimOf())).toThrow("closed");
  });
});

describe("generated histories of claims", () => {
  const numRuns = 300;
  const options = { seed, numRuns, examples: COUNTEREXAMPLES.map((history): [typeof history] => [history]) };

  const expectRemembered = (runs: number): void => {
    fc.assert(
      fc.property(histories, (history) => {
        const store = new MemoryNonceStore(history.options);
        const accepted = new Map<string, NonceClaim>();
        for (const claim of history.claims) {
          const answer = store.claim(claim);
          const identity = identityOf(claim);
          if (answer === (accepted.has(identity) ? "fresh" : "used")) throw new Error(`${answer}: ${identity}`);
          if (answer === "fresh") accepted.set(identity, claim);
          // A clock before everything and a verifier that would accept any timestamp: only the store can reject these.
          for (const [earlier, given] of accepted) {
            const again = store.claim({ ...given, now: -1000, expiresAt: 1_000_000 });
            if (again === "fresh") throw new Error(`fresh again: ${earlier}`);
          }
        }
      }),
      { ...options, numRuns: runs },
    );
  };
  const REMEMBERED = "an accepted nonce is remembered, or at or below a floor: never fresh again, in %i";
  test.each([60])(REMEMBERED, expectRemembered);
  test.each([numRuns])(REMEMBERED, { tags: ["deep"] }, expectRemembered);

  test("get the answers of a list from which nothing is removed", { tags: ["deep"] }, () => {
    fc.assert(
      fc.property(histories, (history) => {
        const store = new MemoryNonceStore(history.options);
        const reference = new ReferenceStore(history.options);
        for (const claim of history.claims) {
          expect(store.claim(claim), identityOf(claim)).toBe(reference.claim(claim));
          expect(store.size).toBe(reference.size);
        }
      }),
      options,
    );
  });
});

describe("a long run", () => {
  test("under load: no replay, no overflow, and the quiet client is always accepted", () => {
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

describe("work", () => {
  const COUNT = 100_000;

  // If each claim went through all slices or all clients, these would run into the time limit.
  test("does not grow with the slices, in whatever order a client chooses its timestamps", { tags: ["deep"] }, () => {
    const store = new MemoryNonceStore({ capacity: 2 * COUNT, perClient: COUNT, sliceSeconds: 1 });
    const expiresAt = T + 10 * COUNT;
    for (let index = 0; index < COUNT; index++) {
      const claim = claimOf({ timestamp: T + ((index * 7919) % COUNT), expiresAt });
      if (store.claim(claim) !== "fresh") throw new Error(`claim ${index} is not fresh`);
    }
    expect(store.size).toBe(COUNT);
    expect(store.claim(claimOf({ timestamp: expiresAt, now: expiresAt }))).toBe("fresh");
    expect(store.size).toBe(1);
  });

  test("does not grow with the clients, nor if each claim gives up a slice", { tags: ["deep"] }, () => {
    const store = new MemoryNonceStore({ capacity: COUNT, perClient: COUNT / 4, sliceSeconds: 1 });
    for (let index = 0; index < COUNT / 4; index++) store.claim(claimOf({ consumerKey: `client ${index}` }));
    for (let index = 0; index < COUNT / 2; index++) {
      const claim = claimOf({ timestamp: T + index, expiresAt: T + 10 * COUNT });
      if (store.claim(claim) !== "fresh") throw new Error(`claim ${index} is not fresh`);
    }
    expect(store.size).toBe(COUNT / 2);
  });
});

describe("memory", () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const used = (): number => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  test.each([1, 3000])(
    "of %i clients takes less than 64 octets for each nonce, and is given back",
    { tags: ["deep"] },
    (clients) => {
      const count = 50_000;
      const store = new MemoryNonceStore({ capacity: 2 * count, perClient: count });
      const before = used();
      const fillAt = (start: number): void => {
        for (let index = 0; index < count; index++) {
          const timestamp = start + Math.floor((index / count) * 300);
          const claim = { consumerKey: `client ${index % clients}`, nonce: `${index}`, timestamp, now: start };
          if (store.claim(claimOf(claim)) !== "fresh") throw new Error(`claim ${index} is not fresh`);
        }
      };
      fillAt(T);
      expect((used() - before) / count).toBeLessThan(64);
      fillAt(T + 1000);
      expect(store.size).toBe(count);
      expect((used() - before) / count).toBeLessThan(64);
      fill(store, clients, { timestamp: T + 2000, now: T + 2000 });
      expect(store.size).toBe(clients);
      expect((used() - before) / count).toBeLessThan(10);
    },
  );

  test("keeps nothing of clients whose nonces have expired", { tags: ["deep"] }, () => {
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
      return used();
    };
    const settled = visits(0, 200);
    expect(visits(200, 400) - settled).toBeLessThan(2_000_000);
    expect(store.size).toBeLessThan(10_000);
  });

  test("keeps nothing of clients that were only answered full", { tags: ["deep"] }, () => {
    const store = new MemoryNonceStore({ capacity: 10 });
    const before = used();
    for (let index = 0; index < 50_000; index++) store.claim(claimOf({ consumerKey: `client ${index}` }));
    expect(store.size).toBe(10);
    expect(used() - before).toBeLessThan(1_000_000);
  });

  test("is free once the store is closed", { tags: ["deep"] }, () => {
    const store = new MemoryNonceStore({ sliceSeconds: 1 });
    const before = used();
    for (let index = 0; index < 50_000; index++) {
      store.claim(claimOf({ consumerKey: `client ${index % 20_000}`, timestamp: T + index }));
    }
    store.close();
    expect(used() - before).toBeLessThan(2_000_000);
    expect(store.size).toBe(0);
  });

  test("does not hold the header that a client's name was cut out of", { tags: ["deep"] }, () => {
    const store = new MemoryNonceStore();
    const before = used();
    for (let index = 0; index < 200; index++) {
      const header = `${"x".repeat(100_000)} the name of client ${index}`;
      store.claim(claimOf({ consumerKey: header.slice(100_001), nonce: header.slice(50_000, 50_100) }));
    }
    expect(store.size).toBe(200);
    expect(used() - before).toBeLessThan(2_000_000);
  });

  test("distinguishes clients whose names are lone surrogates", () => {
    const store = new MemoryNonceStore({ capacity: 8, perClient: 1 });
    for (const consumerKey of ["\ud800", "\ud801", "\ufffd"]) {
      expect(store.claim(claimOf({ consumerKey }))).toBe("fresh");
      expect(store.claim(claimOf({ consumerKey }))).toBe("used");
      expect(store.claim(claimOf({ consumerKey, nonce: "another" }))).toBe("full");
    }
  });
});
