/** The nonce store on a Redis in memory, besides what every store does. The slow tests run it on a real one. */

import { createClient } from "@redis/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NonceClaim } from "../../src/verifier/nonce-store.ts";
import {
  NonceStoreError,
  RedisNonceStore,
  type RedisNonceStoreOptions,
} from "../../src/verifier/stores/redis-nonce-store.ts";
import { FakeRedis, FakeRedisServer } from "./fake-redis.ts";

const NOW = 1_700_000_000;
const UNCHECKED = { serverCheck: "off" } as const;
/** For what answers at once, also on a busy machine. */
const PATIENT = { timeoutMilliseconds: 60_000 };
const PATIENT_CONNECT = { ...PATIENT, connectTimeoutMilliseconds: 60_000 };

const claimAt = (now: number, given: Partial<NonceClaim> = {}): NonceClaim => {
  return { consumerKey: "client", nonce: "nonce", timestamp: now, expiresAt: now + 360, now, ...given };
};

async function errorOf(promise: Promise<unknown>): Promise<NonceStoreError> {
  const error = await promise.then(
    (value) => new Error(`resolved with ${String(value)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NonceStoreError);
  return error as NonceStoreError;
}

async function initialized(options: Partial<FakeRedis> = {}): Promise<FakeRedis> {
  const redis = new FakeRedis();
  await RedisNonceStore.initialize(redis, PATIENT);
  redis.asked.length = 0;
  return Object.assign(redis, options);
}

/** The class of a client of Redis that has this method. */
function prototypeWith(name: "close"): { close(): Promise<void> } {
  let prototype: { close(): Promise<void> } = createClient();
  while (!Object.hasOwn(prototype, name)) prototype = Object.getPrototypeOf(prototype);
  return prototype;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0).reverse()) await close();
});

async function startServer(): Promise<FakeRedisServer> {
  const server = await FakeRedisServer.start();
  closing.push(() => server.stop());
  return server;
}

describe("a claim", () => {
  test("has the prefix, the bucket and the hash of the nonce as key, and is kept for the margin longer", async () => {
    for (const [options, prefix, margin] of [
      [{}, "countersign:nonce:", 60],
      [{ marginSeconds: 7 }, "other:", 7],
      [{ marginSeconds: 0 }, "countersign:nonce:", 0],
      [{ marginSeconds: 86_400 }, "countersign:nonce:", 86_400],
    ] as const) {
      const redis = new FakeRedis();
      await RedisNonceStore.initialize(redis, { prefix, ...PATIENT });
      expect([...redis.records.keys()].sort()).toEqual(bucketsOf(prefix));
      const store = new RedisNonceStore(redis, { ...options, prefix, ...PATIENT, ...UNCHECKED });
      expect(await store.claim(claimAt(NOW, { token: "token" }))).toBe("fresh");
      const [[key, milliseconds]] = [...redis.nonces] as [[string, number]];
      expect(key).toBe(`${prefix}{S}4el4OPR4Vyt80Qhqezx6yBoblamqYe4A0O5Yf-DmqM`);
      expect(milliseconds).toBe(1000 * (360 + margin));
    }
  });

  test("is full in the second in which it expires, without asking Redis", async () => {
    const redis = await initialized();
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED });
    expect(await store.claim(claimAt(NOW, { expiresAt: NOW }))).toBe("full");
    expect(redis.asked).toEqual([]);
    expect(await store.claim(claimAt(NOW, { expiresAt: NOW + 1 }))).toBe("fresh");
  });

  test.each(["timestamp", "expiresAt", "now"])(
    "without a number as %s is refused before Redis is asked",
    async (name) => {
      const redis = await initialized();
      const store = new RedisNonceStore(redis, UNCHECKED);
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, `${NOW}` as never]) {
        const claim = store.claim(claimAt(NOW, { [name]: value }));
        await expect(claim).rejects.toThrow(
          new RangeError("A claim's timestamp, expiresAt and now must be times in seconds."),
        );
      }
      expect(redis.asked).toEqual([]);
    },
  );

  test("sends the text of a script only to a server that does not know it", async () => {
    const redis = await initialized();
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED });
    await store.claim(claimAt(NOW));
    await store.claim(claimAt(NOW));
    expect(redis.asked).toEqual(["evalSha", "eval", "evalSha"]);
  });

  test("does not repeat a script that failed for another reason", async () => {
    const redis = await initialized({ scriptReply: () => Promise.reject(new Error("ERR Not NOSCRIPT")) });
    const error = await errorOf(new RedisNonceStore(redis, UNCHECKED).claim(claimAt(NOW)));
    expect(error).toMatchObject({ code: "redis-failed", message: "Redis failed: ERR Not NOSCRIPT" });
    expect(error.cause).toMatchObject({ message: "ERR Not NOSCRIPT" });
    expect(redis.asked).toEqual(["evalSha"]);
  });

  test.each([undefined, "", "fresh", 1, true, {}])("rejects a reply that is not a list: %j", async (reply) => {
    const redis = await initialized({ scriptReply: async () => reply });
    const { message } = await errorOf(new RedisNonceStore(redis, UNCHECKED).claim(claimAt(NOW)));
    expect(message).toBe("Redis failed: Redis did not answer a script with a list.");
  });

  test.each([[], [""], ["Fresh"], ["OK"], [1], [["fresh", "used"]]].map((reply) => [reply]))(
    "rejects a reply that the script cannot give: %j",
    async (reply) => {
      const redis = await initialized({ scriptReply: async () => reply });
      const { message } = await errorOf(new RedisNonceStore(redis, UNCHECKED).claim(claimAt(NOW)));
      expect(message).toBe("Redis failed: Redis returned an answer that the script never returns.");
    },
  );

  test("fails if the client throws synchronously", async () => {
    const commands = new FakeRedis();
    commands.evalSha = () => {
      throw new Error("not connected");
    };
    const { message } = await errorOf(new RedisNonceStore(commands, UNCHECKED).claim(claimAt(NOW)));
    expect(message).toBe("Redis failed: not connected");
  });

  test("fails if Redis does not answer in time, and onError gets the error", async () => {
    const redis = await initialized({ scriptReply: () => new Promise(() => {}) });
    const errors: NonceStoreError[] = [];
    const onError = (error: NonceStoreError): number => errors.push(error);
    const store = new RedisNonceStore(redis, { ...UNCHECKED, timeoutMilliseconds: 5, onError });
    const error = await errorOf(store.claim(claimAt(NOW)));
    expect(error).toMatchObject({ code: "timeout", message: "Redis did not answer within 5 ms." });
    expect(errors).toEqual([error]);
  });

  test("leaves no timer behind", async () => {
    const redis = await initialized();
    vi.useFakeTimers();
    try {
      await new RedisNonceStore(redis, UNCHECKED).claim(claimAt(NOW));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("of a closed store fails, and a client of the caller stays open", async () => {
    const redis = await initialized();
    const store = new RedisNonceStore(redis, UNCHECKED);
    await store.close();
    await store.close();
    const error = await errorOf(store.claim(claimAt(NOW)));
    expect(error).toMatchObject({ code: "closed", message: "The nonce store is closed." });
    expect(redis.asked).toEqual([]);
  });
});

describe("a Redis without nonces", () => {
  test("claims fail until no verifier accepts an earlier timestamp, with reason and time", async () => {
    const store = new RedisNonceStore(new FakeRedis(), { ...PATIENT, ...UNCHECKED, onWarning: () => {} });
    const error = await errorOf(store.claim(claimAt(NOW)));
    expect(error).toMatchObject({
      code: "nonces-lost",
      message:
        "Redis has no nonces from before 2023-11-14T22:13:20.000Z: it is new, or it lost them. Until " +
        "2023-11-14T22:19:20.000Z, requests are rejected (nonce-store-unavailable, 503), because they may have been " +
        "accepted before. If this Redis is new, end the wait with RedisNonceStore.initialize(url). After a loss of " +
        "data, wait.",
    });
    expect((await errorOf(store.claim(claimAt(NOW + 360)))).code).toBe("nonces-lost");
    expect(await store.claim(claimAt(NOW + 361))).toBe("fresh");
  });

  test("the wait begins for all buckets with the first claim, and only once", async () => {
    const redis = new FakeRedis();
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED, onWarning: () => {} });
    await errorOf(store.claim(claimAt(NOW)));
    expect([...redis.records.keys()].sort()).toEqual(bucketsOf("countersign:nonce:"));
    expect(new Set([...redis.records.values()].map((record) => record.get("since")))).toEqual(new Set([`${NOW}`]));
    redis.asked.length = 0;
    await errorOf(store.claim(claimAt(NOW + 1)));
    expect(redis.asked).toEqual(["evalSha"]);
  });

  test("each loss is reported once to the operator, with the reason, the time and the way out", async () => {
    const redis = new FakeRedis();
    const warnings: string[] = [];
    const onWarning = (message: string): number => warnings.push(message);
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED, prefix: "pay:", onWarning });
    const error = await errorOf(store.claim(claimAt(NOW)));
    await errorOf(store.claim(claimAt(NOW + 1, { nonce: "another" })));
    expect(warnings).toEqual([`Redis: ${error.message}`]);
    expect(error.message).toContain('RedisNonceStore.initialize(url, {"prefix":"pay:"})');
    expect(error.message).toContain("Until 2023-11-14T22:19:20.000Z, ");
    redis.records.clear();
    await errorOf(store.claim(claimAt(NOW + 500)));
    expect(warnings).toEqual([expect.anything(), expect.stringContaining("Until 2023-11-14T22:27:40.000Z, ")]);
  });

  test("the loss of another node from before is not reported again and again", async () => {
    const redis = new FakeRedis();
    const warnings: string[] = [];
    const onWarning = (message: string): number => warnings.push(message);
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED, onWarning });
    const nonces = Array.from({ length: 200 }, (_, index) => `${index}`);
    for (const nonce of nonces) await errorOf(store.claim(claimAt(NOW, { nonce })));
    for (const key of bucketsOf("countersign:nonce:").slice(0, 32)) redis.records.delete(key);
    for (const nonce of nonces) await errorOf(store.claim(claimAt(NOW + 1, { nonce })));
    expect(warnings).toHaveLength(2);
  });

  test("it is reported as a warning of the process, unless there is an onWarning", async () => {
    const emitted = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const { message } = await errorOf(new RedisNonceStore(new FakeRedis(), UNCHECKED).claim(claimAt(NOW)));
    expect(emitted.mock.calls).toEqual([[`Redis: ${message}`, { type: "NonceStoreWarning" }]]);
  });
});

function bucketsOf(prefix: string): string[] {
  const buckets = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...buckets].map((bucket) => `${prefix}{${bucket}}`).sort();
}

describe("initialize", () => {
  test("refuses a Redis that has recorded a nonce in any bucket, and changes nothing", async () => {
    for (const bucket of ["A", "k", "_"]) {
      const redis = new FakeRedis();
      redis.records.set(`countersign:nonce:{${bucket}}`, new Map([["claimed", "1"]]));
      const error = await errorOf(RedisNonceStore.initialize(redis, PATIENT));
      expect(error).toMatchObject({
        code: "already-initialized",
        message: "Redis has recorded nonces already. Run initialize() once for a new Redis, not at each start.",
      });
      expect(redis.records.size).toBe(1);
    }
  });

  test("ends the wait of servers that have started already, because they recorded no nonce yet", async () => {
    const redis = new FakeRedis();
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED, onWarning: () => {} });
    expect((await errorOf(store.claim(claimAt(NOW)))).code).toBe("nonces-lost");
    await RedisNonceStore.initialize(redis, PATIENT);
    expect(await store.claim(claimAt(NOW))).toBe("fresh");
  });

  test("can be repeated until the first nonce is recorded", async () => {
    const redis = await initialized();
    await RedisNonceStore.initialize(redis, PATIENT);
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED });
    await store.claim(claimAt(NOW));
    expect((await errorOf(RedisNonceStore.initialize(redis, PATIENT))).code).toBe("already-initialized");
  });

  test("refuses while claims fail after a loss of some nonces, as on one node of a cluster", async () => {
    const redis = await initialized();
    const store = new RedisNonceStore(redis, { ...PATIENT, ...UNCHECKED, onWarning: () => {} });
    await store.claim(claimAt(NOW));
    redis.records.delete("countersign:nonce:{A}");
    expect((await errorOf(RedisNonceStore.initialize(redis, PATIENT))).code).toBe("already-initialized");
    expect(redis.records.has("countersign:nonce:{A}")).toBe(false);
  });

  test("records that Redis is new, for one prefix", async () => {
    const redis = new FakeRedis();
    await RedisNonceStore.initialize(redis, { ...PATIENT, prefix: "a:" });
    expect(new Set([...redis.records.values()].map((record) => record.get("since")))).toEqual(new Set(["start"]));
    await RedisNonceStore.initialize(redis, PATIENT);
    expect(redis.records.size).toBe(128);
  });

  test("fails if Redis fails or does not answer in time", async () => {
    const failing = await initialized({ scriptReply: () => Promise.reject(new Error("LOADING")) });
    expect(await errorOf(RedisNonceStore.initialize(failing))).toMatchObject({
      code: "redis-failed",
      message: "Redis cannot be initialized: LOADING",
    });
    const silent = await initialized({ scriptReply: () => new Promise(() => {}) });
    expect(await errorOf(RedisNonceStore.initialize(silent, { timeoutMilliseconds: 5 }))).toMatchObject({
      code: "timeout",
      message: "Redis did not answer within 5 ms.",
    });
    let isAsked = false;
    const slow = await initialized({
      scriptReply: () => {
        isAsked ||= slow.asked.length > 64;
        return isAsked ? new Promise(() => {}) : Promise.resolve(["0"]);
      },
    });
    expect((await errorOf(RedisNonceStore.initialize(slow, { timeoutMilliseconds: 50 }))).code).toBe("timeout");
  });

  test("closes the connection that it opens", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    expect(server.redis.records.size).toBe(64);
    await server.withoutClients();
  });

  test("closes its connection also if it fails", async () => {
    const server = await startServer();
    server.redis.records.set("countersign:nonce:{A}", new Map([["claimed", "1"]]));
    expect((await errorOf(RedisNonceStore.initialize(server.url, PATIENT_CONNECT))).code).toBe("already-initialized");
    await server.withoutClients();
  });
});

describe("the scripts that Redis runs", () => {
  /** The fake does not run Lua, so these tests compare the lines on which the rules depend; the slow tests run them. */
  async function ranBy(use: (redis: FakeRedis) => Promise<unknown>) {
    const redis = new FakeRedis();
    await use(redis);
    return redis.ran;
  }

  test("of a claim get a nonce and its record in one hash slot, and the times in seconds", async () => {
    const claim = claimAt(NOW, { timestamp: NOW - 5 });
    const [ran] = await ranBy((redis) =>
      new RedisNonceStore(redis, { ...UNCHECKED, marginSeconds: 7 }).claim(claim).catch(() => {}),
    );
    const [nonce, record, ...others] = ran!.keys;
    expect([nonce!.slice(0, record!.length), others]).toEqual([record, []]);
    expect(record).toMatch(/^countersign:nonce:\{[\w-]\}$/);
    expect(ran!.args).toEqual([NOW - 5, NOW + 360, NOW, 7].map(String));
  });

  test("never replace a nonce, and let Redis forget it", async () => {
    const [ran] = await ranBy((redis) => new RedisNonceStore(redis, UNCHECKED).claim(claimAt(NOW)).catch(() => {}));
    const writes = ran!.script.match(/redis\.call\('\w+', KEYS\[1\].*/g);
    expect(writes).toEqual(["redis.call('SET', KEYS[1], '1', 'NX', 'PX', string.format('%.0f', milliseconds))"]);
    expect(ran!.script).toContain("return {set and 'fresh' or 'used'}");
  });

  test("of a loss keep the records of buckets that have one", async () => {
    const ran = await ranBy((redis) => new RedisNonceStore(redis, UNCHECKED).claim(claimAt(NOW)).catch(() => {}));
    const opening = ran.slice(1);
    expect(opening.map(({ args }) => args)).toEqual(Array(64).fill([String(NOW)]));
    for (const { script } of opening) {
      expect(script).toBe("return {tostring(redis.call('HSETNX', KEYS[1], 'since', ARGV[1]))}");
    }
  });

  test("of initialize write nothing once the record has a nonce, whatever was read before", async () => {
    const ran = await ranBy((redis) => RedisNonceStore.initialize(redis, PATIENT));
    const writing = ran.filter(({ script }) => script.includes("'HSET'"));
    expect(writing).toHaveLength(64);
    for (const { script } of writing) {
      expect(script.match(/^.*redis\.call.*$/gm)).toEqual([
        "if redis.call('HEXISTS', KEYS[1], 'claimed') == 0 then redis.call('HSET', KEYS[1], 'since', 'start') end",
      ]);
    }
  });
});

describe("the options", () => {
  test.each([
    ["timeoutMilliseconds", 0, "timeoutMilliseconds must be a number from 1 to 600000, not 0."],
    ["timeoutMilliseconds", 600_001, "timeoutMilliseconds must be a number from 1 to 600000, not 600001."],
    [
      "timeoutMilliseconds",
      Number.POSITIVE_INFINITY,
      "timeoutMilliseconds must be a number from 1 to 600000, not Infinity.",
    ],
    ["timeoutMilliseconds", "10", "timeoutMilliseconds must be a number from 1 to 600000, not 10."],
    ["marginSeconds", -1, "marginSeconds must be a number from 0 to 86400, not -1."],
    ["marginSeconds", 86_401, "marginSeconds must be a number from 0 to 86400, not 86401."],
    ["marginSeconds", Number.NaN, "marginSeconds must be a number from 0 to 86400, not NaN."],
  ])("%s must not be %s", (name, value, message) => {
    const redis = new FakeRedis();
    expect(() => new RedisNonceStore(redis, { [name]: value })).toThrow(new RangeError(message));
    expect(redis.timeouts).toEqual([]);
  });

  test("serverCheck must be a known word", () => {
    for (const serverCheck of [true, "", "WARN"] as never[]) {
      expect(() => new RedisNonceStore(new FakeRedis(), { serverCheck })).toThrow(
        new TypeError('serverCheck must be "warn", "refuse" or "off"'),
      );
    }
  });

  test("timeoutMilliseconds is also the time after which the client drops a command; it may be 1 to 600_000", () => {
    const redis = new FakeRedis();
    for (const options of [{}, { timeoutMilliseconds: 1 }, { timeoutMilliseconds: 600_000 }])
      new RedisNonceStore(redis, options);
    expect(redis.timeouts).toEqual([1000, 1, 600_000]);
  });

  test.each([0, 600_001, Number.NaN])(
    "connectTimeoutMilliseconds must not be %s",
    async (connectTimeoutMilliseconds) => {
      const message = `connectTimeoutMilliseconds must be a number from 1 to 600000, not ${connectTimeoutMilliseconds}.`;
      const error = new RangeError(message);
      await expect(RedisNonceStore.connect("redis://127.0.0.1:1", { connectTimeoutMilliseconds })).rejects.toThrow(
        error,
      );
      await expect(RedisNonceStore.initialize("redis://127.0.0.1:1", { connectTimeoutMilliseconds })).rejects.toThrow(
        error,
      );
    },
  );
});

describe("the check of the server", () => {
  const FINDING = expect.stringMatching(/^Redis: appendonly is "no"\. Set appendonly to yes; with another value, /);

  /** Waits until the check, which claims do not wait for, has come to an end. */
  const settled = () => new Promise((done) => setImmediate(done));

  async function claimsWith(redis: FakeRedis, options: RedisNonceStoreOptions) {
    const warnings: string[] = [];
    const onWarning = (message: string): number => warnings.push(message);
    const store = new RedisNonceStore(redis, { ...PATIENT, onWarning, ...options });
    const claim = async (nonce: string): Promise<string> => {
      const answer = await store.claim(claimAt(NOW, { nonce })).catch(({ code, message }) => `${code}: ${message}`);
      await settled();
      return answer;
    };
    return { claim, warnings };
  }

  test("by default warns once, and claims go on", async () => {
    const redis = await initialized();
    redis.settings.set("appendonly", "no");
    const { claim, warnings } = await claimsWith(redis, {});
    expect([await claim("a"), await claim("b")]).toEqual(["fresh", "fresh"]);
    expect(warnings).toEqual([FINDING]);
  });

  test("if it is off, asks nothing", async () => {
    const redis = await initialized();
    redis.settings.set("appendonly", "no");
    const { claim, warnings } = await claimsWith(redis, UNCHECKED);
    expect(await claim("a")).toBe("fresh");
    expect([warnings, redis.asked.includes("configGet")]).toEqual([[], false]);
  });

  test("refuses unsafe settings until they are changed, if it is to refuse", async () => {
    const redis = await initialized();
    redis.settings.set("appendonly", "no").set("appendfsync", "no");
    const { claim, warnings } = await claimsWith(redis, { serverCheck: "refuse" });
    expect(await claim("a")).toMatch(
      /^server-unsafe: Redis would lose nonces: appendonly is "no"\. Set .*\. appendfsync is "no"\. Set .*\.$/,
    );
    expect(warnings).toEqual([]);
    redis.settings.set("appendonly", "yes").set("appendfsync", "always");
    expect(await claim("a")).toBe("fresh");
  });

  test("only warns of what it cannot check, if it is to refuse", async () => {
    const redis = await initialized();
    redis.settings.delete("appendfsync");
    const { claim, warnings } = await claimsWith(redis, { serverCheck: "refuse" });
    expect(await claim("a")).toBe("fresh");
    expect(warnings).toEqual([expect.stringMatching(/^Redis: appendfsync could not be checked/)]);
  });

  describe("is repeated a minute later,", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
    afterEach(() => void vi.useRealTimers());

    test("so that a later change is reported, and each finding once", async () => {
      const redis = await initialized();
      redis.settings.set("appendonly", "no");
      const { claim, warnings } = await claimsWith(redis, {});
      await claim("a");
      redis.settings.set("maxmemory-policy", "allkeys-lru");
      vi.advanceTimersByTime(59_999);
      await claim("b");
      expect(warnings).toEqual([FINDING]);
      vi.advanceTimersByTime(1);
      expect(await claim("c")).toBe("fresh");
      const policy = expect.stringMatching(/^Redis: maxmemory-policy is "allkeys-lru"\. /);
      expect(warnings).toEqual([FINDING, policy]);
      vi.advanceTimersByTime(60_000);
      await claim("d");
      expect(warnings).toEqual([FINDING, policy]);
      expect(redis.asked.filter((name) => name === "configGet")).toHaveLength(9);
    });

    test("so that claims fail after such a change, if it is to refuse", async () => {
      const redis = await initialized();
      const { claim } = await claimsWith(redis, { serverCheck: "refuse" });
      expect(await claim("a")).toBe("fresh");
      redis.settings.set("maxmemory-policy", "volatile-ttl");
      vi.advanceTimersByTime(60_000);
      expect(await claim("b")).toMatch(/^server-unsafe: Redis would lose nonces: maxmemory-policy is "volatile-ttl"/);
      redis.settings.set("maxmemory-policy", "noeviction");
      expect(await claim("b")).toBe("fresh");
    });

    test("and a setting that is wrong again is reported again", async () => {
      const redis = await initialized();
      const { claim, warnings } = await claimsWith(redis, {});
      for (const value of ["no", "yes", "no"]) {
        redis.settings.set("appendonly", value);
        await claim(value);
        vi.advanceTimersByTime(60_000);
      }
      expect(warnings).toEqual([FINDING, FINDING]);
    });
  });

  test("is repeated after a failure of the connection", async () => {
    const redis = await initialized({ configReply: () => Promise.reject(new Error("The connection is gone.")) });
    redis.settings.set("appendonly", "no");
    const { claim, warnings } = await claimsWith(redis, {});
    expect([await claim("a"), warnings]).toEqual(["fresh", []]);
    redis.configReply = undefined;
    expect([await claim("b"), warnings]).toEqual(["fresh", [FINDING]]);
  });

  test("fails the claim if it is to refuse and does not answer in time", async () => {
    const redis = await initialized({ configReply: () => new Promise(() => {}) });
    const { claim } = await claimsWith(redis, { serverCheck: "refuse", timeoutMilliseconds: 5 });
    expect(await claim("a")).toBe("timeout: Redis did not answer within 5 ms.");
  });

  test("warns by a warning of the process, unless there is an onWarning", async () => {
    const emitted = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const redis = await initialized();
    redis.settings.set("appendonly", "no");
    await new RedisNonceStore(redis, PATIENT).claim(claimAt(NOW));
    await settled();
    expect(emitted.mock.calls).toEqual([[FINDING, { type: "NonceStoreWarning" }]]);
  });
});

describe("connect", () => {
  test("opens a connection, checks the server before any claim, and closes the connection with the store", async () => {
    const server = await startServer();
    await RedisNonceStore.initialize(server.url, PATIENT_CONNECT);
    server.redis.settings.set("appendonly", "no");
    const warnings: string[] = [];
    const onWarning = (message: string): number => warnings.push(message);
    const store = await RedisNonceStore.connect(server.url, { ...PATIENT_CONNECT, onWarning });
    expect(warnings).toHaveLength(1);
    expect(await store.claim(claimAt(NOW))).toBe("fresh");
    expect(await store.claim(claimAt(NOW))).toBe("used");
    const close = vi.spyOn(prototypeWith("close"), "close");
    await Promise.all([store.close(), store.close()]);
    await store.close();
    expect(close).toHaveBeenCalledTimes(1);
    await server.withoutClients();
    expect((await errorOf(store.claim(claimAt(NOW)))).code).toBe("closed");
  });

  test("does not check the server if that is off", async () => {
    const server = await startServer();
    const store = await RedisNonceStore.connect(server.url, { ...PATIENT_CONNECT, ...UNCHECKED });
    expect(server.redis.asked).toEqual([]);
    await store.close();
  });

  test("refuses a server with unsafe settings, or an option, and closes the connection", async () => {
    const server = await startServer();
    server.redis.settings.set("appendonly", "no");
    const refused = RedisNonceStore.connect(server.url, { ...PATIENT_CONNECT, serverCheck: "refuse" });
    expect((await errorOf(refused)).code).toBe("server-unsafe");
    await expect(RedisNonceStore.connect(server.url, { ...PATIENT_CONNECT, marginSeconds: -1 })).rejects.toThrow(
      RangeError,
    );
    await server.withoutClients();
  });

  test("gives up if the server does not answer in time, and closes the connection", async () => {
    const server = await startServer();
    server.isSilent = true;
    const error = await errorOf(RedisNonceStore.connect(server.url, { connectTimeoutMilliseconds: 50 }));
    expect(error).toMatchObject({ code: "timeout", message: "Redis did not connect within 50 ms." });
    await server.withoutClients();
  });

  test.each([
    "WRONGPASS invalid username-password pair or user is disabled.",
    "NOAUTH HELLO must be called with the client already authenticated",
    "NOPERM User default has no permissions to run the 'hello' command",
    "ERR invalid password",
  ])("fails at once and closes the connection: %s", async (refusal) => {
    const server = await startServer();
    server.refusals.push(refusal);
    const url = server.url.replace("//", "//:secret@");
    const error = await errorOf(RedisNonceStore.connect(url, PATIENT_CONNECT));
    expect(error).toMatchObject({ code: "redis-failed", message: `Redis cannot be reached: ${refusal}` });
    expect(error.cause).toMatchObject({ message: refusal });
    await server.withoutClients();
  });

  test.each(["LOADING Redis is loading the dataset in memory", "ERR max number of clients reached"])(
    "tries again after an error that ends: %s",
    async (refusal) => {
      const server = await startServer();
      server.refusals.push(refusal, refusal);
      const errors: string[] = [];
      const onError = ({ message }: NonceStoreError): unknown => errors.push(message);
      const store = await RedisNonceStore.connect(server.url, { ...PATIENT_CONNECT, onError });
      expect(errors).toEqual(Array(2).fill(`The connection to Redis is lost: ${refusal}`));
      await store.close();
    },
  );

  test("reports the last error of its attempts when the time is over", async () => {
    const server = await startServer();
    await server.stop();
    const error = await errorOf(RedisNonceStore.connect(server.url, { connectTimeoutMilliseconds: 50 }));
    const address = server.url.slice("redis://".length);
    const cause = `connect ECONNREFUSED ${address}`;
    expect(error).toMatchObject({ code: "timeout", message: `Redis did not connect within 50 ms: ${cause}` });
    expect(error.cause).toMatchObject({ message: cause, code: "ECONNREFUSED" });
  });

  test("says that an address is not one, without it", async () => {
    const error = await errorOf(RedisNonceStore.connect("redis://:secret@localhost:none"));
    expect(error).toMatchObject({ code: "redis-failed", message: "Redis cannot be reached: Invalid URL" });
  });

  test("passes the loss of the connection to onError", async () => {
    const server = await startServer();
    const lost = new Promise<NonceStoreError>((onError) => {
      const options = { ...PATIENT, ...UNCHECKED, timeoutMilliseconds: 100, onError };
      void RedisNonceStore.connect(server.url, options).then((store) => {
        closing.push(() => store.close());
        server.cut();
      });
    });
    const error = await lost;
    expect(error).toBeInstanceOf(NonceStoreError);
    expect(error.code).toBe("redis-failed");
    expect(error.message).toMatch(/^The connection to Redis is lost: ./);
  });

  test("closing does not wait for a server that hangs", async () => {
    const server = await startServer();
    const store = await RedisNonceStore.connect(server.url, {
      ...UNCHECKED,
      timeoutMilliseconds: 50,
      connectTimeoutMilliseconds: 60_000,
    });
    server.isSilent = true;
    const claim = errorOf(store.claim(claimAt(NOW)));
    await store.close();
    expect(["timeout", "redis-failed"]).toContain((await claim).code);
    await server.withoutClients();
  });
});
