/**
 * The nonce store on a Redis Cluster of three masters: eight processes, a master that is killed, and what a failover to a
 * replica loses.
 *
 * @module-tag redis
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { createClient, createCluster } from "@redis/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";
import { isInstalled } from "../programs.ts";
import { type RedisNode, type RedisServer, startRedisCluster } from "./redis-server.ts";

const PATIENT = { timeoutMilliseconds: 60_000 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startCluster(replicas: 0 | 1, settings: readonly string[] = []): Promise<readonly RedisNode[]> {
  const { nodes, remove } = await startRedisCluster(replicas, settings);
  closing.push(remove);
  return nodes;
}

async function clusterOf({ url }: RedisServer) {
  const cluster = createCluster({ rootNodes: [{ url }], defaults: { disableOfflineQueue: true } });
  cluster.on("error", () => {});
  await cluster.connect();
  closing.push(() => cluster.destroy());
  return cluster;
}

/** A process that sends the requests; `lines` are what it writes. */
function startRacer({ url }: RedisServer, count: number, start: number) {
  const args = ["--import", "tsx", "test/verifier/cluster-racer.ts", url, `${count}`, `${start}`];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  closing.push(() => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value as string;
  return { next, go: () => child.stdin.write("go\n") };
}

describe.skipIf(!isInstalled("redis-server"))("a Redis Cluster of three masters", () => {
  test("accepts nothing twice from eight processes while a master is killed and started again", async () => {
    const count = 600;
    const nodes = await startCluster(0);
    await RedisNonceStore.initialize(await clusterOf(nodes[0]!), PATIENT);
    const start = Math.floor(Date.now() / 1000);
    const racers = Array.from({ length: 8 }, (_, index) => startRacer(nodes[index % 2]!, count, start));
    for (const { next } of racers) expect(await next()).toBe("ready");
    for (const { go } of racers) go();
    expect(await racers[0]!.next()).toBe("half");
    await nodes[2]!.kill();
    await new Promise((done) => setTimeout(done, 500));
    await nodes[2]!.start();
    for (const { next } of racers.slice(1)) expect(await next()).toBe("half");
    const accepted = await Promise.all(racers.map(async ({ next }) => JSON.parse(await next()) as number[]));
    const all = accepted.flat();
    expect(all.length).toBe(new Set(all).size);
    // Only a request whose answer was lost with the master is accepted by nobody: at most those on the way.
    expect(all.length).toBeGreaterThanOrEqual(count - 80);

    const replays = new RedisNonceStore(await clusterOf(nodes[0]!), PATIENT);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, request) => {
        const now = Math.floor(Date.now() / 1000);
        return replays.claim({
          consumerKey: "client",
          nonce: `${request}`,
          timestamp: start,
          expiresAt: start + 3600,
          now,
        });
      }),
    );
    expect(new Set(answers)).toEqual(new Set(["used"]));
  });

  test("rejects what belongs to a killed master, and goes on with the rest", async () => {
    const nodes = await startCluster(0);
    const cluster = await clusterOf(nodes[0]!);
    await RedisNonceStore.initialize(cluster, PATIENT);
    await nodes[2]!.kill();
    const store = new RedisNonceStore(cluster, { timeoutMilliseconds: 2000, serverCheck: "off" });
    const answers = await Promise.allSettled(
      Array.from({ length: 300 }, (_, nonce) => {
        const now = Math.floor(Date.now() / 1000);
        return store.claim({ consumerKey: "client", nonce: `${nonce}`, timestamp: now, expiresAt: now + 361, now });
      }),
    );
    const fresh = answers.filter(({ status }) => status === "fulfilled").length;
    expect([fresh > 100, fresh < 300]).toEqual([true, true]);
  });

  /** Claims nonces while the replica of a master is down, kills the master and starts the replica. */
  async function loseMaster(settings: readonly string[]) {
    const timing = ["--cluster-node-timeout", "1000", "--cluster-replica-validity-factor", "0"];
    const nodes = await startCluster(1, [...timing, ...settings]);
    const cluster = await clusterOf(nodes[0]!);
    await RedisNonceStore.initialize(cluster, PATIENT);
    const store = new RedisNonceStore(cluster, { timeoutMilliseconds: 2000, serverCheck: "off" });
    const now = Math.floor(Date.now() / 1000);
    const claimAll = () =>
      Promise.all(
        Array.from({ length: 100 }, (_, nonce) =>
          vi.waitFor(
            () => store.claim({ consumerKey: "client", nonce: `${nonce}`, timestamp: now, expiresAt: now + 361, now }),
            60_000,
          ),
        ),
      );
    const [master, replica] = await masterAndReplica(nodes);
    await replica.kill();
    expect(new Set(await claimAll())).toEqual(new Set(["fresh"]));
    await master.kill();
    await replica.start();
    const roles = await clientOf(replica);
    const isPromoted = async () => (await roles.info("replication")).includes("role:master");
    return { master, claimAll, isPromoted };
  }

  test("accepts a replay after a failover to a replica that missed its nonce", async () => {
    const { claimAll, isPromoted } = await loseMaster([]);
    await expect.poll(isPromoted).toBe(true);
    expect(new Set(await claimAll())).toEqual(new Set(["fresh", "used"]));
  });

  test("accepts no replay with cluster-replica-no-failover, and goes on after a restart", async () => {
    const { master, claimAll, isPromoted } = await loseMaster(["--cluster-replica-no-failover", "yes"]);
    // In the other test, the replica is promoted within two seconds.
    await new Promise((done) => setTimeout(done, 6000));
    expect(await isPromoted()).toBe(false);
    await master.start();
    expect(new Set(await claimAll())).toEqual(new Set(["used"]));
  });
});

/** The last of the three masters that `redis-cli` made, and its replica, once that has the records of the store on disk. */
async function masterAndReplica(nodes: readonly RedisNode[]): Promise<readonly [RedisNode, RedisNode]> {
  const master = nodes[2]!;
  const ofMaster = await clientOf(master);
  return vi.waitFor(async () => {
    const [, port] = /^slave0:ip=127\.0\.0\.1,port=(\d+),state=online/m.exec(await ofMaster.info("replication")) ?? [];
    const replica = nodes.find((node) => `${node.port}` === port);
    if (replica === undefined) throw new Error("the replica has not connected");
    const ofReplica = await clientOf(replica);
    const isOnDisk = /^aof_rewrite_in_progress:0/m.test(await ofReplica.info("persistence"));
    const isWhole = (await ofReplica.dbSize()) === (await ofMaster.dbSize());
    if (!isOnDisk || !isWhole) throw new Error("the replica is behind");
    return [master, replica];
  }, 60_000);
}

async function clientOf({ url }: RedisServer) {
  const client = createClient({ url });
  closing.push(() => client.destroy());
  return client.on("error", () => {}).connect();
}
