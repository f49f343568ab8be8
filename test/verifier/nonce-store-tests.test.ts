/** Each test for nonce stores fails a store with the mistake that it looks for. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NonceAnswer, NonceClaim, NonceStore } from "../../src/verifier/nonce-store.ts";
import {
  type NonceStoreHarness,
  type NonceStoreTest,
  nonceStoreTests,
} from "../../src/verifier/stores/nonce-store-tests.ts";

/** The nonces of one store. */
interface Memory {
  readonly keptUntil: Map<string, number>;
  readonly timestamps: Map<string, number>;
  /** The latest timestamp that was forgotten. */
  floor: number;
  latestNow: number;
}

/** The mistakes of a store. */
interface Mistakes {
  key?: (claim: NonceClaim) => string;
  /** How long a nonce is kept, by the clock below. */
  keptUntil?: (claim: NonceClaim) => number;
  clock?: (claim: NonceClaim) => number;
  withoutFloor?: boolean;
  withoutExpiry?: boolean;
  /** Wraps the correct answer. */
  around?: (claim: NonceClaim, right: (claim: NonceClaim) => NonceAnswer, memory: Memory) => Promise<NonceAnswer>;
  hasOwnMemory?: boolean;
  whenBroken?: () => NonceAnswer | Promise<NonceAnswer>;
}

function fields({ consumerKey, token, timestamp, nonce }: NonceClaim): (string | number | null)[] {
  return [consumerKey, token ?? null, timestamp, nonce];
}

function smallStore(mistakes: Mistakes, memory: Memory): NonceStore {
  const key = (claim: NonceClaim): string => keyOf(mistakes, claim);
  const { clock = ({ now }) => now } = mistakes;
  const { keptUntil = ({ expiresAt }) => expiresAt } = mistakes;
  const right = (claim: NonceClaim): NonceAnswer => {
    memory.latestNow = Math.max(memory.latestNow, claim.now);
    for (const [kept, until] of memory.keptUntil) {
      if (until > clock(claim)) continue;
      memory.keptUntil.delete(kept);
      if (mistakes.withoutFloor !== true) memory.floor = Math.max(memory.floor, memory.timestamps.get(kept)!);
    }
    if (mistakes.withoutExpiry !== true && claim.expiresAt <= claim.now) return "full";
    if (claim.timestamp <= memory.floor) return "full";
    if (memory.keptUntil.has(key(claim))) return "used";
    memory.keptUntil.set(key(claim), keptUntil(claim));
    memory.timestamps.set(key(claim), claim.timestamp);
    return "fresh";
  };
  return { claim: (claim) => (mistakes.around === undefined ? right(claim) : mistakes.around(claim, right, memory)) };
}

function keyOf({ key = (claim) => JSON.stringify(fields(claim)) }: Mistakes, claim: NonceClaim): string {
  return key(claim);
}

function harnessOf(mistakes: Mistakes): NonceStoreHarness {
  const newMemory = (): Memory => ({
    keptUntil: new Map(),
    timestamps: new Map(),
    floor: Number.NEGATIVE_INFINITY,
    latestNow: 0,
  });
  let memory = newMemory();
  const broken = new WeakSet<NonceStore>();
  const handle = (store: NonceStore): NonceStore => {
    const one: NonceStore = {
      claim(claim) {
        if (!broken.has(one)) return store.claim(claim);
        if (mistakes.whenBroken !== undefined) return mistakes.whenBroken();
        throw new Error("The server is gone.");
      },
    };
    return one;
  };
  return {
    open() {
      memory = newMemory();
      return handle(smallStore(mistakes, memory));
    },
    openAnother: () => handle(smallStore(mistakes, mistakes.hasOwnMemory === true ? newMemory() : memory)),
    breakStore: (store) => void broken.add(store),
    forgetsBy: "real-time",
    keptSeconds: (_store, claim) => (memory.keptUntil.get(keyOf(mistakes, claim)) ?? 0) - Date.now() / 1000,
  };
}

function checkOf(mistakes: Mistakes, name: string): NonceStoreTest {
  return nonceStoreTests(harnessOf(mistakes)).find((check) => check.name === name)!;
}

const NAMES = nonceStoreTests(harnessOf({})).map(({ name }) => name);

const ONCE = "a nonce is fresh once and then used";
const RACE = "exactly one of several simultaneous claims for a nonce is fresh";
const SCOPE = "a nonce with another client, token or timestamp is another nonce";
const TOKEN = "an absent token differs from an empty one and from words for absence";
const JOINED = "moving characters from one field to another makes another nonce";
const ALIKE = "similar texts are different nonces";
const HOSTILE = "names with a meaning in programming languages are ordinary names";
const EDGE = "a nonce with a timestamp in the future is remembered until it expires";
const EXPIRED = "an expired claim is never fresh";
const FORWARD = "no replay is fresh after the clock steps forward and back";
const BACK = "no replay is fresh after the clock steps back and forward";
const REAL_TIME = "a nonce is remembered in real time until it expires";
const KEPT = "a nonce is kept until the latest expiry of its claims";
const WIDER = "a nonce that was forgotten is not fresh for a verifier with a wider tolerance";
const HANDLES = "a handle sees the nonces of other handles";
const HANDLES_RACE = "exactly one of several simultaneous claims through several handles is fresh";
const FAILURE = "a failing store accepts nothing and answers in time";

/** Changes the texts in the key. */
function textsBy(change: (text: string) => string): Mistakes {
  return {
    key: (claim) => JSON.stringify(fields(claim).map((field) => (typeof field === "string" ? change(field) : field))),
  };
}

function joinedBy(separator: string): Mistakes {
  return { key: (claim) => fields(claim).join(separator) };
}

/** Reads, lets others read too, and only then writes. */
const LOOKS_THEN_WRITES: Mistakes = {
  async around(claim, right, memory) {
    const copy = { ...memory, keptUntil: new Map(memory.keptUntil) };
    const answer = smallStore({}, copy).claim(claim) as NonceAnswer;
    await Promise.resolve();
    right(claim);
    return answer;
  },
};

const WRONG: readonly [what: string, mistakes: Mistakes, check: string, says: RegExp][] = [
  [
    "answers fresh to everything",
    { around: async () => "fresh" },
    ONCE,
    /expected used, got fresh for the same claim again/,
  ],
  ["answers used to everything", { around: async () => "used" }, ONCE, /expected fresh, got used for the first claim/],
  ["answers full to everything", { around: async () => "full" }, ONCE, /expected fresh, got full/],
  [
    "forgets nonces after half a minute",
    { keptUntil: ({ now }) => now + 30, withoutFloor: true },
    ONCE,
    /expected used, got fresh for the same claim a minute later/,
  ],
  ["answers with a boolean", { around: async () => true as never }, ONCE, /not an answer \(boolean\)/],
  [
    "reads first and writes later",
    LOOKS_THEN_WRITES,
    RACE,
    /expected 1 fresh and 63 used of simultaneous claims, got 64 fresh/,
  ],
  ["leaves the token out", { key: (c) => JSON.stringify([c.consumerKey, c.timestamp, c.nonce]) }, SCOPE, /"token"/],
  ["leaves the timestamp out", { key: (c) => JSON.stringify([c.consumerKey, c.token, c.nonce]) }, SCOPE, /"timestamp"/],
  ["leaves the client out", { key: (c) => JSON.stringify([c.timestamp, c.token, c.nonce]) }, SCOPE, /"consumerKey"/],
  ["takes an absent token for an empty one", { key: (c) => JSON.stringify([c.token ?? "", c.nonce]) }, TOKEN, /""/],
  ["writes an absent token as a word", { key: (c) => JSON.stringify([`${c.token}`, c.nonce]) }, TOKEN, /"undefined"/],
  ["joins fields with nothing", joinedBy(""), JOINED, /differs from all before/],
  ["joins fields with a colon", joinedBy(":"), JOINED, /differs from all before/],
  ["joins fields with NUL", joinedBy("\0"), JOINED, /\\u0000/],
  ["joins fields with an ampersand", joinedBy("&"), JOINED, /&/],
  [
    "joins token, timestamp and nonce with a colon",
    { key: (c) => `${JSON.stringify(c.consumerKey)}${c.token}:${c.timestamp}:${c.nonce}` },
    JOINED,
    /"consumerKey":"time :","token":"t:\d+:m","nonce":"n"/,
  ],
  [
    "joins client, timestamp and nonce with a colon",
    { key: (c) => `${JSON.stringify(c.token)}${c.consumerKey}:${c.timestamp}:${c.nonce}` },
    JOINED,
    /"consumerKey":"time ::\d+:m","nonce":"n"/,
  ],
  [
    "writes lengths in front of fields without a separator",
    {
      key: (c) =>
        fields(c)
          .map((field) => `${String(field).length}${field}`)
          .join(""),
    },
    JOINED,
    /"consumerKey":"12xxxxxxxxx","token":"yz"/,
  ],
  [
    "writes all lengths in front of all fields without a separator",
    { key: (c) => [...fields(c).map((field) => String(field).length), ...fields(c)].join("") },
    JOINED,
    /"consumerKey":"abbbbbbbbbb","token":"b"/,
  ],
  ["joins as a list in quotes that nothing escapes", { key: (c) => `"${fields(c).join('","')}"` }, JOINED, /differs/],
  ["ignores case", textsBy((text) => text.toLowerCase()), ALIKE, /got used/],
  ["ignores spaces at the ends", textsBy((text) => text.trim()), ALIKE, /got used/],
  ["ends texts at NUL", textsBy((text) => text.split("\0")[0]!), ALIKE, /got used/],
  ["composes accents", textsBy((text) => text.normalize("NFC")), ALIKE, /got used/],
  ["replaces lone surrogates", textsBy((text) => Buffer.from(text).toString()), ALIKE, /\\ud800/],
  ["cuts long texts", textsBy((text) => text.slice(0, 255)), ALIKE, /nnnn/],
  ["parses numbers", textsBy((text) => (text.trim() !== "" && Number(text) >= 0 ? `${+text}` : text)), ALIKE, /"01"/],
  ["decodes once more", textsBy((text) => text.replace(/%6e/gi, "n")), ALIKE, /%6e/],
  [
    "finds names that every object has",
    { around: async (c, right) => (c.nonce in {} ? "used" : right(c)) },
    HOSTILE,
    /__proto__/,
  ],
  [
    "keeps nonces for the tolerance, from now on",
    { keptUntil: ({ now }) => now + 300, withoutFloor: true },
    EDGE,
    /360 s later|1 s before|300 s later/,
  ],
  [
    "keeps nonces until the timestamp",
    { keptUntil: ({ timestamp }) => timestamp, withoutFloor: true },
    EDGE,
    /got fresh/,
  ],
  [
    "keeps nonces a second too short",
    { keptUntil: (c) => c.expiresAt - 1, withoutFloor: true },
    EDGE,
    /1 s before it expires/,
  ],
  [
    "accepts expired claims",
    { withoutExpiry: true },
    EXPIRED,
    /expected used or full, got fresh for a claim in the second in which it expires/,
  ],
  ["forgets when the clock is ahead", { withoutFloor: true }, FORWARD, /after the step back/],
  [
    "forgets everything when the clock steps back",
    {
      async around(claim, right, memory) {
        if (claim.now < memory.latestNow - 3600) memory.keptUntil.clear();
        return right(claim);
      },
    },
    BACK,
    /got fresh/,
  ],
  [
    "keeps nonces for a second of real time",
    { keptUntil: () => Date.now() / 1000 + 1, clock: () => Date.now() / 1000, withoutFloor: true },
    REAL_TIME,
    /after [12] s of real time/,
  ],
  [
    "keeps nonces for 300 s of real time, whatever their claim says",
    { keptUntil: () => Date.now() / 1000 + 300, clock: () => Date.now() / 1000, withoutFloor: true },
    KEPT,
    /kept for 3\d\d s more, got 300 s for \{"nonce":"ahead 0"/,
  ],
  [
    "keeps nonces for the default tolerance, whatever their claim says",
    { keptUntil: ({ timestamp }) => timestamp + 360, clock: () => Date.now() / 1000, withoutFloor: true },
    KEPT,
    /kept for 18\d\d s more, got 1\d\d\d/,
  ],
  [
    "keeps nonces a second and a half too short in real time",
    { keptUntil: ({ expiresAt }) => expiresAt - 1.5 },
    KEPT,
    /kept for 3\d\d s more, got 3\d\d(?:\.\d+)? s for \{"nonce":"ahead 0"/,
  ],
  ["forgets what a verifier with a narrower tolerance claimed", { withoutFloor: true }, WIDER, /later expiry/],
  ["does not share nonces", { hasOwnMemory: true }, HANDLES, /the same through the second/],
  ["reads first and writes later", LOOKS_THEN_WRITES, HANDLES_RACE, /expected 1 fresh and 63 used/],
  ["answers fresh when it fails", { whenBroken: () => "fresh" }, FAILURE, /got fresh/],
  ["answers fresh when it fails, asynchronously", { whenBroken: () => Promise.resolve("fresh") }, FAILURE, /got fresh/],
];

/** Advances the fake timers until a promise settles. */
async function inFakeTime(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  // The test handles the error: it awaits `end` below.
  end.catch(() => {});
  while (!isOver) await vi.advanceTimersByTimeAsync(100);
  await end;
}

describe("nonceStoreTests", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each(NAMES)("passes a right store: %s", async (name) => {
    await inFakeTime(checkOf({}, name).run());
  });

  test.each(WRONG)("fails a store that %s", async (_what, mistakes, name, says) => {
    await inFakeTime(expect(checkOf(mistakes, name).run()).rejects.toThrow(says));
  });

  const FIXED: Mistakes = {
    keptUntil: () => Date.now() / 1000 + 300,
    clock: () => Date.now() / 1000,
    withoutFloor: true,
  };

  test("waits until a nonce expires if it cannot read how long it is kept", async () => {
    const run = (mistakes: Mistakes): Promise<void> => {
      const harness = { ...harnessOf(mistakes), keptSeconds: null } as NonceStoreHarness;
      return nonceStoreTests(harness)
        .find(({ name }) => name === KEPT)!
        .run();
    };
    const before = Date.now();
    let claims = 0;
    const around: Mistakes["around"] = async (claim, right) => {
      claims += 1;
      return right(claim);
    };
    await inFakeTime(run({ around }));
    // Every half minute until 2 s before the nonce expires, 660 s after it was claimed.
    expect([Math.round((Date.now() - before) / 1000), claims]).toEqual([658, 24]);
    const used = run({ around: async () => "used" });
    await inFakeTime(expect(used).rejects.toThrow("got used for a timestamp as far ahead as the tolerance: {"));
    await inFakeTime(expect(run(FIXED)).rejects.toThrow(/got fresh for the same after 3\d\d s of real time/));
  });

  test("demands a harness that reads how long a nonce is kept, or says that it cannot", async () => {
    const harness = { ...harnessOf(FIXED), keptSeconds: undefined } as unknown as NonceStoreHarness;
    const check = nonceStoreTests(harness).find(({ name }) => name === KEPT)!;
    await inFakeTime(expect(check.run()).rejects.toThrow("the harness has no keptSeconds"));
  });

  test("fails a store that never answers once it is broken", async () => {
    const check = checkOf({ whenBroken: () => new Promise(() => {}) }, FAILURE);
    await inFakeTime(expect(check.run()).rejects.toThrow(/got none/));
  });

  /** What a test says if a store answers one claim wrongly, for each of its claims; times are counted from its start. */
  async function saidOf(name: string): Promise<string[]> {
    const start = 1_700_000_000;
    const said: string[] = [];
    for (let wrong = 1; ; wrong++) {
      vi.setSystemTime(1000 * start);
      let count = 0;
      const around: Mistakes["around"] = async (claim, right) => {
        const answer = right(claim);
        count += 1;
        if (count !== wrong) return answer;
        return answer === "fresh" ? "used" : "fresh";
      };
      let message = "nothing";
      const run = checkOf({ around }, name).run();
      await inFakeTime(
        run.catch((error: Error) => {
          message = error.message;
        }),
      );
      if (count < wrong) return said;
      const relative = message.replace(/\b1[67]\d{8}\b/g, (time) => {
        const seconds = Number(time) - start;
        return seconds > 0 ? `+${seconds}` : `${seconds}`;
      });
      said.push(
        relative
          .replace(/^expected (.*), got (?:fresh|used) for /, "$1: ")
          .replace(/: \{/, " {")
          .replaceAll('"', ""),
      );
    }
  }

  test.each<[name: string, said: readonly string[]]>([
    [
      ONCE,
      [
        "fresh: the first claim {}",
        "used: the same claim again {}",
        "used: the same claim a minute later {now:+60}",
        "fresh: another nonce {nonce:another}",
      ],
    ],
    [
      SCOPE,
      [
        "fresh: a claim that differs from all before {}",
        "fresh: a claim that differs from all before {consumerKey:another client}",
        "fresh: a claim that differs from all before {token:token}",
        "fresh: a claim that differs from all before {token:another token}",
        "fresh: a claim that differs from all before {timestamp:-1}",
        "fresh: a claim that differs from all before {timestamp:+1}",
        "fresh: a claim that differs from all before {consumerKey:another client,token:token,timestamp:-1}",
        "used: the same claim again {}",
        "used: the same claim again {consumerKey:another client}",
        "used: the same claim again {token:token}",
        "used: the same claim again {token:another token}",
        "used: the same claim again {timestamp:-1}",
        "used: the same claim again {timestamp:+1}",
        "used: the same claim again {consumerKey:another client,token:token,timestamp:-1}",
      ],
    ],
    [
      TOKEN,
      [
        "fresh: a claim that differs from all before {}",
        "fresh: a claim that differs from all before {token:}",
        "fresh: a claim that differs from all before {token:undefined}",
        "fresh: a claim that differs from all before {token:null}",
        "fresh: a claim that differs from all before {token:-}",
        "fresh: a claim that differs from all before {token:0}",
        "fresh: a claim that differs from all before {token: }",
        "fresh: a claim that differs from all before {token:\\u0000}",
        "used: the same claim again {}",
        "used: the same claim again {token:}",
        "used: the same claim again {token:undefined}",
        "used: the same claim again {token:null}",
        "used: the same claim again {token:-}",
        "used: the same claim again {token:0}",
        "used: the same claim again {token: }",
        "used: the same claim again {token:\\u0000}",
      ],
    ],
    [
      EDGE,
      [
        "fresh: a timestamp as far ahead as the tolerance {timestamp:+300,expiresAt:+660}",
        "fresh: another nonce {nonce:another 1,timestamp:+1,expiresAt:+361,now:+1}",
        "used or full: the same, 1 s later {timestamp:+300,expiresAt:+660,now:+1}",
        "fresh: another nonce {nonce:another 300,timestamp:+300,expiresAt:+660,now:+300}",
        "used or full: the same, 300 s later {timestamp:+300,expiresAt:+660,now:+300}",
        "fresh: another nonce {nonce:another 600,timestamp:+600,expiresAt:+960,now:+600}",
        "used or full: the same, 600 s later {timestamp:+300,expiresAt:+660,now:+600}",
        "used or full: the same, 1 s before it expires {timestamp:+300,expiresAt:+660,now:+659}",
      ],
    ],
    [
      EXPIRED,
      [
        "used or full: a claim in the second in which it expires {timestamp:-360,expiresAt:0,now:0}",
        "used or full: a claim an hour after it expired {timestamp:-360,expiresAt:0,now:+3600}",
      ],
    ],
    [
      FORWARD,
      [
        "fresh: a claim before the step {}",
        "fresh: a claim after a step of a day {nonce:ahead,timestamp:+86400,expiresAt:+86760,now:+86400}",
        "used or full: the first claim, a day ahead {now:+86400}",
        "used or full: the first claim, after the step back {}",
        "used or full: the second claim, after the step back {nonce:ahead,timestamp:+86400,expiresAt:+86760,now:0}",
        "used or full: the second claim, a day later {nonce:ahead,timestamp:+86400,expiresAt:+86760,now:+86500}",
      ],
    ],
    [
      BACK,
      [
        "fresh: a claim before the step {}",
        "nothing",
        "used or full: a claim a day back, again {nonce:behind,timestamp:-86400,expiresAt:-86040,now:-86400}",
        "used or full: the first claim, a day back {now:-86400}",
        "used or full: the first claim, after the step forward {now:+1}",
        "used or full: the claim a day back, after another step back {nonce:behind,timestamp:-86400,expiresAt:-86040,now:-86400}",
      ],
    ],
    [
      REAL_TIME,
      [
        "fresh: a nonce that expires in 4 s {timestamp:+1,expiresAt:+4}",
        "used or full: the same after 1 s of real time {timestamp:+1,expiresAt:+4,now:+1}",
        "used or full: the same after 2 s of real time {timestamp:+1,expiresAt:+4,now:+2}",
        "used or full: the same after 3 s of real time {timestamp:+1,expiresAt:+4,now:+3}",
      ],
    ],
    [
      KEPT,
      [
        "fresh: another nonce {nonce:ahead 0,timestamp:0,expiresAt:+360}",
        "fresh: another nonce {nonce:ahead 300,timestamp:+300,expiresAt:+660}",
        "fresh: another nonce {nonce:ahead 900,timestamp:+900,expiresAt:+1860}",
      ],
    ],
    [
      WIDER,
      [
        "fresh: a nonce that expires in 2 s {nonce:narrow,timestamp:0,expiresAt:+2}",
        "fresh: another nonce, 3 s later {nonce:another,timestamp:+3,expiresAt:+363,now:+3}",
        "used or full: the same, claimed with a later expiry {nonce:narrow,timestamp:0,expiresAt:+900,now:+3}",
      ],
    ],
    [
      HANDLES,
      [
        "fresh: a claim through the first handle {}",
        "used: the same through the second {}",
        "fresh: a claim through the second {nonce:back}",
        "used: the same through the first {nonce:back}",
        "fresh: a timestamp in the future, through the first {nonce:edge,timestamp:+300,expiresAt:+660}",
        "used or full: the same through the second, 1 s before it expires {nonce:edge,timestamp:+300,expiresAt:+660,now:+659}",
      ],
    ],
    [FAILURE, ["fresh: a claim before the store fails {nonce:before}"]],
  ])("says which claim fails: %s", async (name, said) => {
    expect(await saidOf(name)).toEqual(said);
  });

  test("tries names with a meaning in programming languages in each field, and texts that are almost equal", async () => {
    const claimsOf = async (name: string): Promise<NonceClaim[]> => {
      const claims: NonceClaim[] = [];
      const around: Mistakes["around"] = async (claim, right) => {
        claims.push(claim);
        return right(claim);
      };
      await inFakeTime(checkOf({ around }, name).run());
      return claims;
    };
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "then", "*", "$where"];
    const hostile = await claimsOf(HOSTILE);
    for (const field of ["nonce", "consumerKey", "token"] as const) {
      expect(hostile.map((claim) => claim[field])).toEqual(expect.arrayContaining(names));
    }
    expect(hostile).toHaveLength(2 * 3 * names.length);
    const alike = await claimsOf(ALIKE);
    const texts = new Set(alike.filter(({ token }) => token === "for nonce").map(({ nonce }) => nonce));
    expect(texts.size).toBe(30);
    expect(alike).toHaveLength(2 * 3 * texts.size);
    const others = alike.filter(({ token }) => token !== "for nonce");
    expect(new Set(others.map(({ nonce }) => nonce))).toEqual(new Set(["scope"]));
    expect((await claimsOf(TOKEN)).map((claim) => "token" in claim).slice(0, 3)).toEqual([false, true, true]);
    expect([...texts].filter((text) => text.length > 10).map((text) => text.slice(4090))).toEqual([
      "nnnnnn",
      "nnnnnna",
      "nnnnnnb",
    ]);
    expect((await claimsOf(RACE)).map(({ nonce }) => nonce)).toEqual(Array(64).fill("simultaneous"));
    expect(new Set((await claimsOf(HANDLES_RACE)).map(({ nonce }) => nonce))).toEqual(
      new Set([0, 1, 2, 3, 4, 5, 6, 7].map((round) => `round ${round}`)),
    );
    const joined = (await claimsOf(JOINED)).filter((_claim, index) => index % 4 < 2);
    expect(joined).toHaveLength(2 * (3 * 19 + 2 * 19 + 2 * 3));
    const shown = ({ consumerKey, token, timestamp, nonce }: NonceClaim): string =>
      [consumerKey, token, nonce].join(" | ").replaceAll(`${timestamp}`, "TIME");
    const beforeTimes = joined.slice(0, 6).map(shown);
    expect(beforeTimes).toEqual([
      "a:b | ct | consumerKey token :",
      "a | b:ct | consumerKey token :",
      "a:b | t | cconsumerKey nonce :",
      "a | t | b:cconsumerKey nonce :",
      "k | a:b | ctoken nonce :",
      "k | a | b:ctoken nonce :",
    ]);
    const all = (await claimsOf(JOINED)).map(shown);
    expect(all).toEqual(
      expect.arrayContaining([
        "time : | t | m:TIME:n",
        "time : | t:TIME:m | n",
        "time : |  | m:TIME:n",
        "time ::TIME:m |  | n",
        "1 | xxxxxxxxx2yz | nonce",
        "12xxxxxxxxx | yz | nonce",
        "a | bbbbbbbbbbb | nonce",
        "abbbbbbbbbb | b | nonce",
      ]),
    );
  });

  test("has a wrong store for each test", () => {
    expect(NAMES.filter((name) => !WRONG.some(([, , check]) => check === name))).toEqual([]);
    expect(WRONG.filter(([, , check]) => !NAMES.includes(check))).toEqual([]);
  });

  test("leaves out only the tests that the harness does not support", () => {
    const poor = { ...harnessOf({}), openAnother: null, breakStore: null, forgetsBy: "claims" } as const;
    const names = nonceStoreTests(poor).map(({ name }) => name);
    expect(NAMES.filter((name) => !names.includes(name))).toEqual([REAL_TIME, KEPT, HANDLES, HANDLES_RACE, FAILURE]);
  });

  test("closes every handle that it opened, also if a test fails", async () => {
    const closed: string[] = [];
    const handle = (name: string): NonceStore => ({ claim: () => "fresh", close: () => void closed.push(name) });
    const harness: NonceStoreHarness = {
      ...harnessOf({}),
      open: () => handle("first"),
      openAnother: () => handle("second"),
    };
    const check = nonceStoreTests(harness).find(({ name }) => name === HANDLES)!;
    await expect(check.run()).rejects.toThrow("expected used, got fresh");
    expect(closed).toEqual(["first", "second"]);
  });
});
