/**
 * The nonce store on Redis with a client of ioredis, as examples/stores shows it: the tests for all stores, on one server
 * and on a cluster.
 *
 * @module-tag redis
 */

import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Cluster, Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NonceStore, nonceKey } from "../../src/verifier/nonce-store.ts";
import { nonceStoreTests } from "../../src/verifier/stores/nonce-store-tests.ts";
import { type RedisNonceClient, RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";
import { isInstalled } from "../programs.ts";
import { RedisServer, startRedisCluster } from "./redis-server.ts";

// The example imports the built package, so the type checker must not follow it.
const example = "../../examples/stores/ioredis.ts";
const { ofIoredis } = (await import(example)) as { readonly ofIoredis: (client: Redis | Cluster) => RedisNonceClient };

const PATIENT = { timeoutMilliseconds: 60_000 };

describe.skipIf(!isInstalled("redis-server"))("the store on a client of ioredis", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.remove());

  const clients = new Map<NonceStore, Redis>();
  afterAll(() => {
    for (const client of clients.values()) client.disconnect();
  });

  async function openStore(prefix: string): Promise<RedisNonceStore> {
    const redis = new Redis(server.url, { enableOfflineQueue: false, lazyConnect: true });
    await redis.on("error", () => {}).connect();
    const store = new RedisNonceStore(ofIoredis(redis), { ...PATIENT, prefix });
    clients.set(store, redis);
    return store;
  }

  let prefix = "";
  const tests = nonceStoreTests({
    async open() {
      prefix = `test:${randomUUID()}:`;
      await RedisNonceStore.initialize(server.url, { ...PATIENT, prefix });
      return openStore(prefix);
    },
    openAnother: () => openStore(prefix),
    breakStore: (store) => clients.get(store)!.disconnect(),
    forgetsBy: "real-time",
    async keptSeconds(store, claim) {
      const hash = createHash("sha256").update(nonceKey(claim)).digest("base64url");
      return (await clients.get(store)!.pttl(`${prefix}{${hash[0]}}${hash.slice(1)}`)) / 1000;
    },
  });
  test.each(tests.map(({ name, run }) => [name, run] as const))("passes: %s", (_name, run) => run());

  test("refuses a server that does not keep nonces", async () => {
    const unsafe = await RedisServer.start(["--appendonly", "no"]);
    const redis = new Redis(unsafe.url);
    try {
      const store = new RedisNonceStore(ofIoredis(redis), { ...PATIENT, serverCheck: "refuse" });
      const now = Math.floor(Date.now() / 1000);
      const claim = { consumerKey: "client", nonce: "nonce", timestamp: now, expiresAt: now + 361, now };
      await expect(store.claim(claim)).rejects.toMatchObject({ code: "server-unsafe" });
    } finally {
      redis.disconnect();
      await unsafe.remove();
    }
  });

  test("claims each nonce once on a cluster", async () => {
    const { nodes, remove } = await startRedisCluster(0);
    const hosts = nodes.map(({ port }) => ({ host: "127.0.0.1", port }));
    const cluster = new Cluster(hosts, { enableOfflineQueue: false });
    try {
      await once(cluster, "ready");
      await RedisNonceStore.initialize(ofIoredis(cluster), PATIENT);
      const store = new RedisNonceStore(ofIoredis(cluster), PATIENT);
      const now = Math.floor(Date.now() / 1000);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          store.claim({ consumerKey: "client", nonce: `${index % 100}`, timestamp: now, expiresAt: now + 361, now }),
        ),
      );
      expect(answers.toSorted()).toEqual([...Array(100).fill("fresh"), ...Array(100).fill("used")]);
    } finally {
      cluster.disconnect();
      await remove();
    }
  });
});
