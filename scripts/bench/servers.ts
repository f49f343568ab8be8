/** Servers under load, and claims on Redis. The requests have 16 parameters and come from this process. */

import { once } from "node:events";
import { RedisServer } from "../../test/verifier/redis-server.ts";
import { RedisNonceStore } from "./built-servers.ts";
import { type Effort, median, wallTime } from "./measure.ts";
import { SECRET } from "./signed-requests.ts";
import { type ServerConfiguration, startServer } from "./start-server.ts";
import { runRound } from "./throughput.ts";

/** Requests in a lap. */
const REQUESTS = 1600;

/** Which part of a verifying server runs; see node-http-server.ts. */
type ServerKind = "bare" | "adapter alone" | "without nonces" | "verified";

/** Nanoseconds of CPU time that the server takes for a request. */
export async function nodeHttp(kind: ServerKind, { warmUp, slice }: Effort): Promise<number> {
  const { child, port } = await startServer(new URL("./node-http-server.ts", import.meta.url), [kind, SECRET]);
  async function cpuTimeOfServer(): Promise<number> {
    child.send("CPU time");
    const [nanoseconds] = (await once(child, "message")) as [number];
    return nanoseconds;
  }
  const samples: number[] = [];
  const first = await cpuTimeOfServer();
  for (let before = first; samples.length < 3 || before - first < (warmUp + slice) * 1e6; ) {
    const { accepted } = await runRound(port, { amount: REQUESTS, connections: 16 });
    if (accepted !== REQUESTS) throw new Error(`the server accepted ${accepted} of ${REQUESTS} requests`);
    const after = await cpuTimeOfServer();
    if (after - first > warmUp * 1e6) samples.push((after - before) / REQUESTS);
    before = after;
  }
  return median(samples);
}

/** Claims a second on one connection, 200 at a time. */
export async function redisClaims({ warmUp, slice }: Effort): Promise<number> {
  const redis = await RedisServer.start();
  await RedisNonceStore.initialize(redis.url);
  const store = await RedisNonceStore.connect(redis.url, { timeoutMilliseconds: 600_000 });
  let count = 0;
  async function claimUntil(end: number): Promise<void> {
    while (wallTime() < end) {
      const now = Math.floor(Date.now() / 1000);
      const claim = { consumerKey: "merchant", timestamp: now, nonce: `nonce-${count++}`, expiresAt: now + 360, now };
      const answer = await store.claim(claim);
      if (answer !== "fresh") throw new Error(`expected a fresh nonce, but Redis answered ${answer}`);
    }
  }
  async function claimFor(milliseconds: number): Promise<number> {
    const [start, before] = [wallTime(), count];
    await Promise.all(Array.from({ length: 200 }, () => claimUntil(start + milliseconds * 1e6)));
    return (count - before) / ((wallTime() - start) / 1e9);
  }
  await claimFor(warmUp);
  const rate = await claimFor(slice);
  await store.close();
  await redis.remove();
  return rate;
}

/** The 99th percentile of the response time at 200 connections, in nanoseconds. */
export async function redisLatency({ warmUp, slice }: Effort): Promise<number> {
  const redis = await RedisServer.start();
  await RedisNonceStore.initialize(redis.url);
  const configuration: ServerConfiguration = { redisUrl: redis.url, secret: SECRET };
  const { port } = await startServer(new URL("./fastify-server.ts", import.meta.url), [JSON.stringify(configuration)]);
  const round = (amount: number) => runRound(port, { amount, connections: 200 });
  await round(warmUp + 200 - (warmUp % 200));
  const amount = 4 * (slice + 200 - (slice % 200));
  const { accepted, p99 } = await round(amount);
  await redis.remove();
  if (accepted !== amount) throw new Error(`the server accepted ${accepted} of ${amount} requests`);
  return p99 * 1e6;
}
