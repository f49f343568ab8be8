/**
 * The nonce store on a real Redis: the tests for all stores, simultaneous processes, lost connections, a killed server.
 *
 * Runs on the `redis-server` of PATH, and what needs no server of its own on REDIS_URL where that is given.
 *
 * @module-tag redis
 */

import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createClient, createClientPool, createCluster, createSentinel } from "@redis/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type NonceClaim, nonceKey } from "../../src/verifier/nonce-store.ts";
import { nonceStoreTests } from "../../src/verifier/stores/nonce-store-tests.ts";
import {
  type RedisCommands,
  type RedisNonceClient,
  RedisNonceStore,
} from "../../src/verifier/stores/redis-nonce-store.ts";
import { isInstalled } from "../programs.ts";
import { RedisServer, untilClusterIsUp } from "./redis-server.ts";

const GIVEN_URL = process.env.REDIS_URL;
const REACHABLE = isInstalled("redis-server") || GIVEN_URL !== undefined;

/** Timeout for an expected answer, in milliseconds, also on a busy machine. */
const PATIENT = 60_000;

function claimOf(given: Partial<NonceClaim> = {}): NonceClaim {
  const now = Math.floor(Date.now() / 1000);
  return { consumerKey: "client", nonce: "nonce", timestamp: now, expiresAt: now + 360, now, ...given };
}

/** Why a promise rejects. */
async function rejectionOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    (value) => Promise.reject(new Error(`resolved with ${String(value)}`)),
    (error: Error) => error.message,
  );
}

describe.skipIf(!REACHABLE)("Redis", () => {
  let server: RedisServer | undefined;
  let url = GIVEN_URL ?? "";
  beforeAll(async () => {
    if (!isInstalled("redis-server")) return;
    server = await RedisServer.start();
    url = server.url;
  });
  afterAll(() => server?.remove());

  /** For a store of its own, as on a new Redis. */
  const newPrefix = async (): Promise<string> => {
    const prefix = `countersign:test:${randomUUID()}:`;
    await RedisNonceStore.initialize(url, { prefix, timeoutMilliseconds: PATIENT });
    return prefix;
  };

  describe.each(["a connection of its own", "a client that was given", "a pool of clients"])("%s", (how) => {
    let prefix = "";
    const closing: (() => void)[] = [];
    afterAll(() => closing.forEach((close) => void close()));
    const open = async (): Promise<RedisNonceStore> => {
      if (how === "a connection of its own")
        return RedisNonceStore.connect(url, { prefix, timeoutMilliseconds: PATIENT });
      const client = how === "a pool of clients" ? createClientPool({ url }) : createClient({ url });
      client.on("error", () => {});
      await client.connect();
      closing.push(() => client.destroy());
      return new RedisNonceStore(client, { prefix, timeoutMilliseconds: PATIENT });
    };
    const checks = nonceStoreTests({
      open: async () => {
        prefix = await newPrefix();
        return open();
      },
      openAnother: open,
      breakStore: (store) => store.close?.(),
      forgetsBy: "real-time",
      keptSeconds: (_store, claim) => keptSeconds(url, prefix, claim),
    });
    // Each kind of client passes all; what takes seconds need be seen once.
    const fast = checks.filter(({ name }) => how === "a connection of its own" || !name.includes("real time"));
    test.each(fast.map(({ name, run }) => [name, run] as const))("%s", (_name, run) => run());
  });

  test("a key is prefix and hash, and expires after the claim and the margin", async () => {
    const prefix = await newPrefix();
    const store = await RedisNonceStore.connect(url, { prefix, marginSeconds: 7, timeoutMilliseconds: PATIENT });
    const client = await createClient({ url }).connect();
    await store.claim(claimOf({ consumerKey: "client\r\nDEL {x}", token: "\0", nonce: "secret" }));
    const keys = (await client.keys(`${prefix}*`)).map((key) => key.slice(prefix.length));
    expect(keys.filter((key) => /^\{[\w-]\}$/.test(key))).toHaveLength(64);
    const [hash, ...others] = keys.filter((key) => /^\{[\w-]\}[\w-]{42}$/.test(key));
    expect([keys.length, others]).toEqual([65, []]);
    const key = `${prefix}${hash}`;
    expect(await client.get(key)).toBe("1");
    expect(await client.pTTL(key)).toBeGreaterThan(365_000);
    expect(await client.pTTL(key)).toBeLessThanOrEqual(367_000);
    await store.close();
    await client.close();
  });

  test("an expired claim is answered without Redis", async () => {
    const store = await RedisNonceStore.connect(url, { prefix: await newPrefix(), timeoutMilliseconds: PATIENT });
    const claim = claimOf({ expiresAt: 1000, timestamp: 900, now: 1000 });
    expect(await store.claim(claim)).toBe("full");
    await store.close();
  });

  test("a client of the caller stays open, and a closed store rejects", async () => {
    const client = await createClient({ url }).connect();
    const store = new RedisNonceStore(client, { prefix: await newPrefix(), timeoutMilliseconds: PATIENT });
    expect(await store.claim(claimOf())).toBe("fresh");
    await store.close();
    await store.close();
    expect(client.isOpen).toBe(true);
    await expect(store.claim(claimOf({ nonce: "other" }))).rejects.toThrow("closed");
    await client.close();
  });

  test("two processes claim the same nonces: each nonce is fresh exactly once", async () => {
    const count = 200;
    const args = ["--import", "tsx", "test/verifier/redis-racer.ts", url, await newPrefix(), `${count}`];
    const racers = [1, 2].map(() => spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }));
    const lines = racers.map(linesOf);
    for (const line of lines) expect((await line.next()).value).toBe("ready");
    for (const racer of racers) racer.stdin!.write("go\n");
    const answers = await Promise.all(lines.map(async (line) => JSON.parse((await line.next()).value as string)));
    const winners = Array.from({ length: count }, (_, index) => answers.map((list) => list[index] as string).sort());
    expect(winners).toEqual(Array.from({ length: count }, () => ["fresh", "used"]));
  });

  test("an error of Redis rejects: out of memory, read only, cluster down", async () => {
    const client = await createClient({ url }).connect();
    for (const error of ["OOM command not allowed", "READONLY You can't write", "CLUSTERDOWN The cluster is down"]) {
      const failing = clientOf(() => client.eval(`return redis.error_reply("${error}")`));
      await expect(new RedisNonceStore(failing, UNCHECKED).claim(claimOf())).rejects.toThrow(error);
    }
    await client.close();
  });
});

async function keptSeconds(url: string, prefix: string, claim: NonceClaim): Promise<number> {
  const hash = createHash("sha256").update(nonceKey(claim)).digest("base64url");
  const client = await createClient({ url }).connect();
  const milliseconds = await client.pTTL(`${prefix}{${hash[0]}}${hash.slice(1)}`);
  await client.close();
  return milliseconds / 1000;
}

const UNCHECKED = { serverCheck: "off" } as const;

/** A client whose server knows the scripts. */
function clientOf(evalSha: RedisCommands["evalSha"]): RedisNonceClient {
  const unexpected = (): Promise<never> => Promise.reject(new Error("an unexpected command"));
  return { withCommandOptions: () => ({ evalSha, eval: unexpected, configGet: unexpected, info: unexpected }) };
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of child.stdout!) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}

describe.skipIf(!isInstalled("redis-server"))("the failure of a real Redis", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
    await RedisNonceStore.initialize(server.url, { timeoutMilliseconds: PATIENT });
  });
  afterAll(() => server.remove());

  test("a killed server with persistence has the nonces after its restart", async () => {
    const store = await RedisNonceStore.connect(server.url, { timeoutMilliseconds: PATIENT });
    const claims = Array.from({ length: 200 }, (_, index) => claimOf({ nonce: `before the crash ${index}` }));
    expect(new Set(await Promise.all(claims.map((claim) => store.claim(claim))))).toEqual(new Set(["fresh"]));
    await server.kill();
    await rejectionOf(store.claim(claimOf({ nonce: "meanwhile" })));
    await rejectionOf(store.claim(claims[0]!));
    await server.start();
    expect(await vi.waitFor(() => store.claim(claims[0]!), PATIENT)).toBe("used");
    expect(new Set(await Promise.all(claims.map((claim) => store.claim(claim))))).toEqual(new Set(["used"]));
    expect(await store.claim(claimOf({ nonce: "after" }))).toBe("fresh");
    await store.close();
  });

  test("a client that queues commands while offline does not send a claim after its time", async () => {
    const client = createClient({ url: server.url });
    client.on("error", () => {});
    await client.connect();
    const store = new RedisNonceStore(client, { timeoutMilliseconds: 300 });
    await server.kill();
    await once(client, "error");
    const late = claimOf({ nonce: "asked while it was gone" });
    await expect(store.claim(late)).rejects.toThrow();
    await server.start();
    await vi.waitFor(() => client.ping(), PATIENT);
    expect(await new RedisNonceStore(client, { timeoutMilliseconds: PATIENT }).claim(late)).toBe("fresh");
    client.destroy();
  });

  test("a server that hangs: claims reject in time, and late replies accept nothing", async () => {
    const store = await RedisNonceStore.connect(server.url, { timeoutMilliseconds: 200 });
    const claim = claimOf({ nonce: "asked while it hung" });
    server.freeze();
    try {
      expect(await rejectionOf(store.claim(claim))).toBe("Redis did not answer within 200 ms.");
    } finally {
      server.thaw();
    }
    expect(await vi.waitFor(() => store.claim(claim), PATIENT)).toBe("used");
    await store.close();
  });

  test("closing does not wait for a server that hangs", async () => {
    const store = await RedisNonceStore.connect(server.url, { timeoutMilliseconds: 200 });
    server.freeze();
    const claim = store.claim(claimOf({ nonce: "in flight" })).catch(() => "rejected");
    await store.close();
    expect(await claim).toBe("rejected");
    server.thaw();
  });

  test("a server without free memory rejects claims and evicts nothing", async () => {
    const store = await RedisNonceStore.connect(server.url, { timeoutMilliseconds: PATIENT });
    const client = await createClient({ url: server.url }).connect();
    const kept = claimOf({ nonce: "kept" });
    expect(await store.claim(kept)).toBe("fresh");
    await client.configSet("maxmemory", "1");
    await expect(store.claim(claimOf({ nonce: "no memory" }))).rejects.toThrow("OOM");
    await client.configSet("maxmemory", "0");
    expect(await store.claim(kept)).toBe("used");
    await client.close();
    await store.close();
  });

  test("a connection that is cut during a claim rejects, and the next claim is answered", async () => {
    const relay = await Relay.to(server.port);
    const store = await RedisNonceStore.connect(relay.url, { timeoutMilliseconds: PATIENT });
    server.freeze();
    const claim = rejectionOf(store.claim(claimOf({ nonce: "cut" })));
    await relay.cut();
    expect(await claim).not.toMatch(/within/);
    server.thaw();
    expect(await vi.waitFor(() => store.claim(claimOf({ nonce: "after the cut" })), PATIENT)).toBe("fresh");
    await store.close();
    await relay.close();
  });
});

/** Forwards octets to a server until all connections are cut. */
class Relay {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #onData = (): void => {};

  private constructor(port: number) {
    this.#server = createServer((inner) => {
      const outer = connect(port, "127.0.0.1");
      for (const socket of [inner, outer]) {
        this.#sockets.add(socket);
        socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
      }
      inner.on("data", () => this.#onData());
      inner.pipe(outer).pipe(inner);
    });
  }

  static async to(port: number): Promise<Relay> {
    const relay = new Relay(port);
    await new Promise<void>((done) => void relay.#server.listen(0, "127.0.0.1", done));
    return relay;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** Once what is sent next has come this far. */
  async cut(): Promise<void> {
    await new Promise<void>((done) => {
      this.#onData = done;
    });
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((done) => void this.#server.close(() => done()));
  }
}

describe.skipIf(!isInstalled("redis-server"))("the store on many machines", () => {
  test("Redis Cluster: each nonce is fresh once, on whatever slot", async () => {
    const server = await RedisServer.startNode();
    const admin = await createClient({ url: server.url }).connect();
    const cluster = createCluster({ rootNodes: [{ url: server.url }] });
    cluster.on("error", () => {});
    try {
      await admin.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
      await untilClusterIsUp(server);
      await cluster.connect();
      await RedisNonceStore.initialize(cluster, { timeoutMilliseconds: PATIENT });
      await oneWinnerEach(new RedisNonceStore(cluster, { timeoutMilliseconds: PATIENT }));
      const keys = await admin.keys("*");
      const slots = await Promise.all(keys.map((key) => admin.clusterKeySlot(key)));
      expect(new Set(slots).size).toBeGreaterThan(50);
      // An unassigned slot accepts nothing.
      await admin.sendCommand(["CLUSTER", "DELSLOTSRANGE", "0", "16383"]);
      await rejectionOf(new RedisNonceStore(cluster).claim(claimOf({ nonce: "nobody's slot" })));
    } finally {
      cluster.destroy();
      admin.destroy();
      await server.remove();
    }
  });

  test("Redis Sentinel: each nonce is fresh once, on the primary that Sentinel names", async () => {
    const server = await RedisServer.start();
    const watch = await RedisServer.startSentinel(server.port);
    const sentinel = createSentinel({
      name: "nonces",
      sentinelRootNodes: [{ host: "127.0.0.1", port: watch.port }],
    });
    sentinel.on("error", () => {});
    try {
      await sentinel.connect();
      await RedisNonceStore.initialize(sentinel, { timeoutMilliseconds: PATIENT });
      await oneWinnerEach(new RedisNonceStore(sentinel, { timeoutMilliseconds: PATIENT }));
      await server.kill();
      await rejectionOf(new RedisNonceStore(sentinel).claim(claimOf({ nonce: "no master" })));
    } finally {
      await sentinel.destroy();
      await watch.remove();
      await server.remove();
    }
  });
});

async function oneWinnerEach(store: RedisNonceStore): Promise<void> {
  const names = Array.from({ length: 100 }, (_, index) => `nonce ${index}`);
  const claims = [...names, ...names].map((nonce) => store.claim(claimOf({ nonce, timestamp: 1 })));
  const answers = await Promise.all(claims);
  expect(answers.filter((answer) => answer === "fresh")).toHaveLength(100);
  expect(answers.filter((answer) => answer === "used")).toHaveLength(100);
}

describe("the absence of a Redis", () => {
  test("connecting to a closed port rejects", async () => {
    await rejectionOf(RedisNonceStore.connect("redis://127.0.0.1:1", { connectTimeoutMilliseconds: 300 }));
  });

  test("connecting to a server that never answers rejects in time and closes the connection", async () => {
    const silent = createServer((socket) => void socket.on("error", () => {}).resume());
    await new Promise<void>((done) => void silent.listen(0, "127.0.0.1", done));
    const { port } = silent.address() as { port: number };
    await rejectionOf(RedisNonceStore.connect(`redis://127.0.0.1:${port}`, { connectTimeoutMilliseconds: 300 }));
    // Done once the last connection has ended.
    await new Promise((done) => silent.close(done));
  });

  test.each([undefined, "", "fresh", 1, true, {}, [], [""], ["Fresh"], ["OK"], [1], [["fresh", "used"]]])(
    "a reply that the script cannot give rejects: %j",
    async (reply) => {
      const odd = clientOf(async () => reply);
      await expect(new RedisNonceStore(odd, UNCHECKED).claim(claimOf())).rejects.toThrow(/answer/);
    },
  );

  test("a client that throws synchronously makes the claim reject", async () => {
    const odd = clientOf(() => {
      throw new Error("not connected");
    });
    await expect(new RedisNonceStore(odd, UNCHECKED).claim(claimOf())).rejects.toThrow("not connected");
  });

  test.each([
    ["timeoutMilliseconds", { timeoutMilliseconds: 0 }],
    ["timeoutMilliseconds", { timeoutMilliseconds: Number.POSITIVE_INFINITY }],
    ["marginSeconds", { marginSeconds: -1 }],
    ["marginSeconds", { marginSeconds: Number.NaN }],
  ])("a %s that makes no sense is refused at creation: %j", (name, options) => {
    const client = clientOf(async () => ["fresh"]);
    expect(() => new RedisNonceStore(client, options)).toThrow(RangeError);
    expect(() => new RedisNonceStore(client, options)).toThrow(name);
  });

  test("a claim whose times are not numbers rejects before it asks Redis", async () => {
    let asked = 0;
    const counting = clientOf(async () => {
      asked += 1;
      return ["fresh"];
    });
    const store = new RedisNonceStore(counting, UNCHECKED);
    await expect(store.claim(claimOf({ now: Number.NaN }))).rejects.toThrow(RangeError);
    await expect(store.claim(claimOf({ expiresAt: Number.POSITIVE_INFINITY }))).rejects.toThrow(RangeError);
    await expect(store.claim(claimOf({ timestamp: Number.NaN }))).rejects.toThrow(RangeError);
    expect(asked).toBe(0);
  });
});
