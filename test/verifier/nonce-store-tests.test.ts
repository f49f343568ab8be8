/**
 * The kit for nonce stores can fail: each of its checks meets stores that are wrong in just its way.
 *
 * @module
 */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NonceAnswer, NonceClaim, NonceStore } from "../../src/verifier/nonce-store.ts";
import {
  type NonceStoreHarness,
  type NonceStoreTest,
  nonceStoreTests,
} from "../../src/verifier/stores/nonce-store-tests.ts";

/** What one handle or several keep their nonces in. */
interface Shelf {
  readonly keptUntil: Map<string, number>;
  floor: number;
  latestNow: number;
}

/** In what a store may be wrong; left out, it is right. */
interface Ways {
  key?: (claim: NonceClaim) => string;
  /** Until when a nonce is kept, by the clock below. */
  keptUntil?: (claim: NonceClaim) => number;
  clock?: (claim: NonceClaim) => number;
  withoutFloor?: boolean;
  withoutExpiry?: boolean;
  /** Sees everything before and after. */
  around?: (claim: NonceClaim, right: (claim: NonceClaim) => NonceAnswer, shelf: Shelf) => Promise<NonceAnswer>;
  shelfOfItsOwn?: boolean;
  whenBroken?: () => NonceAnswer | Promise<NonceAnswer>;
}

function fields({ consumerKey, token, timestamp, nonce }: NonceClaim): (string | number | null)[] {
  return [consumerKey, token ?? null, timestamp, nonce];
}

/** A store in a few lines. */
function smallStore(ways: Ways, shelf: Shelf): NonceStore {
  const { key = (claim) => JSON.stringify(fields(claim)), clock = ({ now }) => now } = ways;
  const { keptUntil = ({ expiresAt }) => expiresAt } = ways;
  const right = (claim: NonceClaim): NonceAnswer => {
    shelf.latestNow = Math.max(shelf.latestNow, claim.now);
    for (const [kept, until] of shelf.keptUntil) {
      if (until > clock(claim)) continue;
      shelf.keptUntil.delete(kept);
      if (ways.withoutFloor !== true) shelf.floor = Math.max(shelf.floor, until);
    }
    if (ways.withoutExpiry !== true && claim.expiresAt <= Math.max(claim.now, shelf.floor)) return "full";
    if (shelf.keptUntil.has(key(claim))) return "used";
    shelf.keptUntil.set(key(claim), keptUntil(claim));
    return "fresh";
  };
  return { claim: (claim) => (ways.around === undefined ? right(claim) : ways.around(claim, right, shelf)) };
}

function harnessOf(ways: Ways): NonceStoreHarness {
  const newShelf = (): Shelf => ({ keptUntil: new Map(), floor: Number.NEGATIVE_INFINITY, latestNow: 0 });
  let shelf = newShelf();
  const broken = new WeakSet<NonceStore>();
  const handle = (store: NonceStore): NonceStore => {
    const one: NonceStore = {
      claim(claim) {
        if (!broken.has(one)) return store.claim(claim);
        if (ways.whenBroken !== undefined) return ways.whenBroken();
        throw new Error("The server is gone.");
      },
    };
    return one;
  };
  return {
    open() {
      shelf = newShelf();
      return handle(smallStore(ways, shelf));
    },
    openAnother: () => handle(smallStore(ways, ways.shelfOfItsOwn === true ? newShelf() : shelf)),
    breakStore: (store) => void broken.add(store),
    forgetsBy: "real-time",
  };
}

function checkOf(ways: Ways, name: string): NonceStoreTest {
  return nonceStoreTests(harnessOf(ways)).find((check) => check.name === name)!;
}

const NAMES = nonceStoreTests(harnessOf({})).map(({ name }) => name);

const ONCE = "a nonce is fresh once and used from then on";
const RACE = "of simultaneous claims for one nonce exactly one is fresh";
const SCOPE = "a nonce is its client's, token's and timestamp's own";
const TOKEN = "an absent token differs from an empty one, and from words that stand for absence";
const JOINED = "characters that move from one field to another make another nonce";
const ALIKE = "texts that only look alike are different nonces";
const HOSTILE = "names that mean something to a programming language are only names";
const EDGE = "a timestamp at the far edge of the future is refused until the end of its own window";
const EXPIRED = "a claim that has expired is never fresh";
const FORWARD = "a clock that steps forward and back lets no replay through";
const BACK = "a clock that steps back and forward lets no replay through";
const REAL_TIME = "a nonce is refused in real time until the end of its window";
const HANDLES = "handles on the same nonces see each other's";
const HANDLES_RACE = "of simultaneous claims through several handles exactly one is fresh";
const FAILURE = "a store that fails accepts nothing, and says so in time";

/** Texts in the key changed by a function. */
function textsBy(change: (text: string) => string): Ways {
  return {
    key: (claim) => JSON.stringify(fields(claim).map((field) => (typeof field === "string" ? change(field) : field))),
  };
}

function joinedBy(separator: string): Ways {
  return { key: (claim) => fields(claim).join(separator) };
}

/** Looks, lets others look too, and only then writes. */
const LOOKS_THEN_WRITES: Ways = {
  async around(claim, right, shelf) {
    const copy = { ...shelf, keptUntil: new Map(shelf.keptUntil) };
    const answer = smallStore({}, copy).claim(claim) as NonceAnswer;
    await Promise.resolve();
    right(claim);
    return answer;
  },
};

const WRONG: readonly [what: string, ways: Ways, check: string, says: RegExp][] = [
  ["accepts everything", { around: async () => "fresh" }, ONCE, /expected used, came fresh: the same claim again/],
  ["refuses everything", { around: async () => "used" }, ONCE, /expected fresh, came used: the first claim/],
  ["says full to everything", { around: async () => "full" }, ONCE, /expected fresh, came full/],
  ["answers with a truth value", { around: async () => true as never }, ONCE, /no answer \(boolean\)/],
  ["looks first and writes later", LOOKS_THEN_WRITES, RACE, /expected 1 fresh and 63 used, came 64 fresh/],
  ["leaves the token out", { key: (c) => JSON.stringify([c.consumerKey, c.timestamp, c.nonce]) }, SCOPE, /"token"/],
  ["leaves the timestamp out", { key: (c) => JSON.stringify([c.consumerKey, c.token, c.nonce]) }, SCOPE, /"timestamp"/],
  ["leaves the client out", { key: (c) => JSON.stringify([c.timestamp, c.token, c.nonce]) }, SCOPE, /"consumerKey"/],
  ["takes an absent token for an empty one", { key: (c) => JSON.stringify([c.token ?? "", c.nonce]) }, TOKEN, /""/],
  ["writes an absent token as a word", { key: (c) => JSON.stringify([`${c.token}`, c.nonce]) }, TOKEN, /"undefined"/],
  ["joins fields with nothing", joinedBy(""), JOINED, /differs from those before/],
  ["joins fields with a colon", joinedBy(":"), JOINED, /differs from those before/],
  ["joins fields with NUL", joinedBy("\0"), JOINED, /\\u0000/],
  ["joins fields with an ampersand", joinedBy("&"), JOINED, /&/],
  ["joins as a list in quotes that nothing escapes", { key: (c) => `"${fields(c).join('","')}"` }, JOINED, /differs/],
  ["ignores case", textsBy((text) => text.toLowerCase()), ALIKE, /came used/],
  ["ignores spaces at the ends", textsBy((text) => text.trim()), ALIKE, /came used/],
  ["ends texts at NUL", textsBy((text) => text.split("\0")[0]!), ALIKE, /came used/],
  ["composes accents", textsBy((text) => text.normalize("NFC")), ALIKE, /came used/],
  ["loses lone surrogates", textsBy((text) => Buffer.from(text).toString()), ALIKE, /\\ud800/],
  ["cuts long texts", textsBy((text) => text.slice(0, 255)), ALIKE, /nnnn/],
  ["reads numbers", textsBy((text) => (text.trim() !== "" && Number(text) >= 0 ? `${+text}` : text)), ALIKE, /"01"/],
  ["decodes once more", textsBy((text) => text.replace(/%6e/gi, "n")), ALIKE, /%6e/],
  [
    "finds names that an object has anyway",
    { around: async (c, right) => (c.nonce in {} ? "used" : right(c)) },
    HOSTILE,
    /__proto__/,
  ],
  [
    "keeps for the tolerance from now on",
    { keptUntil: ({ now }) => now + 300, withoutFloor: true },
    EDGE,
    /360 s later|last second|300 s later/,
  ],
  ["keeps until the timestamp", { keptUntil: ({ timestamp }) => timestamp, withoutFloor: true }, EDGE, /came fresh/],
  ["keeps a second too little", { keptUntil: (c) => c.expiresAt - 1, withoutFloor: true }, EDGE, /in the last second/],
  ["takes what has expired", { withoutExpiry: true }, EXPIRED, /at the second of its expiry/],
  ["forgets when the clock is ahead", { withoutFloor: true }, FORWARD, /back at its own time/],
  [
    "begins anew when the clock steps back",
    {
      async around(claim, right, shelf) {
        if (claim.now < shelf.latestNow - 3600) shelf.keptUntil.clear();
        return right(claim);
      },
    },
    BACK,
    /came fresh/,
  ],
  [
    "keeps for a second of real time",
    { keptUntil: () => Date.now() / 1000 + 1, clock: () => Date.now() / 1000, withoutFloor: true },
    REAL_TIME,
    /after [12] s of real time/,
  ],
  ["keeps to itself", { shelfOfItsOwn: true }, HANDLES, /the same through the second/],
  ["looks first and writes later", LOOKS_THEN_WRITES, HANDLES_RACE, /expected 1 fresh and 63 used/],
  ["takes failure for acceptance", { whenBroken: () => "fresh" }, FAILURE, /came fresh/],
  ["takes failure for acceptance, later", { whenBroken: () => Promise.resolve("fresh") }, FAILURE, /came fresh/],
];

/** Moves time until what began has come to its end. */
async function inMovedTime(began: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = began.finally(() => {
    isOver = true;
  });
  // The error is the test's, which waits for the end below.
  end.catch(() => {});
  while (!isOver) await vi.advanceTimersByTimeAsync(100);
  await end;
}

describe("nonce store checks", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each(NAMES)("pass: %s", async (name) => {
    await inMovedTime(checkOf({}, name).run());
  });

  test.each(WRONG)("fails a store that %s", async (_what, ways, name, says) => {
    await inMovedTime(expect(checkOf(ways, name).run()).rejects.toThrow(says));
  });

  test("fails a store that never answers once it is broken", async () => {
    const check = checkOf({ whenBroken: () => new Promise(() => {}) }, FAILURE);
    await inMovedTime(expect(check.run()).rejects.toThrow(/came none/));
  });

  test("has for each check a store that fails it", () => {
    expect(NAMES.filter((name) => !WRONG.some(([, , check]) => check === name))).toEqual([]);
    expect(WRONG.filter(([, , check]) => !NAMES.includes(check))).toEqual([]);
  });

  test("leaves out only what the harness says that the store does not have", () => {
    const poor = { ...harnessOf({}), openAnother: null, breakStore: null, forgetsBy: "claims" } as const;
    const names = nonceStoreTests(poor).map(({ name }) => name);
    expect(NAMES.filter((name) => !names.includes(name))).toEqual([REAL_TIME, HANDLES, HANDLES_RACE, FAILURE]);
  });

  test("closes every handle that it opened, also of a check that fails", async () => {
    const closed: string[] = [];
    const handle = (name: string): NonceStore => ({ claim: () => "fresh", close: () => void closed.push(name) });
    const harness: NonceStoreHarness = {
      ...harnessOf({}),
      open: () => handle("first"),
      openAnother: () => handle("second"),
    };
    const check = nonceStoreTests(harness).find(({ name }) => name === HANDLES)!;
    await expect(check.run()).rejects.toThrow("expected used, came fresh");
    expect(closed).toEqual(["first", "second"]);
  });
});
