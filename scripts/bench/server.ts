/** A server of node:http under load, and claims on Redis. The requests have 16 parameters and come from this process. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { RedisServer } from "../../test/verifier/redis-server.ts";
import { built, type Effort, median, type Section, type Table, wallTime } from "./measure.ts";
import { HMAC, ORIGIN, works } from "./requests.ts";

const { createSigner } = await built<typeof import("../../src/index.ts")>("index.js");

/** Requests in a lap. */
const REQUESTS = 1600;
const CONNECTIONS = 16;
const LAP_TIMEOUT_SECONDS = 60;

/** Nanoseconds of CPU time that a server takes for a request; its kind is described in node-http-server.ts. */
async function nodeHttp(kind: string, { warmUp, slice }: Effort): Promise<number> {
  const { child, port } = await startServer(kind);
  async function cpuTimeOfServer(): Promise<number> {
    child.send("CPU time");
    const [nanoseconds] = (await once(child, "message")) as [number];
    return nanoseconds;
  }
  // A server compiles for longer than a loop over one function.
  const warm = 3 * warmUp * 1e6;
  const samples: number[] = [];
  const first = await cpuTimeOfServer();
  for (let before = first; samples.length < 3 || before - first < warm + slice * 1e6; ) {
    const accepted = await runLap(port);
    if (accepted !== REQUESTS) throw new Error(`the server accepted ${accepted} of ${REQUESTS} requests`);
    const after = await cpuTimeOfServer();
    if (after - first > warm) samples.push((after - before) / REQUESTS);
    before = after;
  }
  return median(samples);
}

/** Starts the server in a process that sends its port as its first message, and ends with this process. */
async function startServer(kind: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(fileURLToPath(new URL("./node-http-server.ts", import.meta.url)), [kind], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", process.stderr, process.stderr, "ipc"],
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("the server ended before it listened");
  });
  const [port] = (await Promise.race([once(child, "message"), ended])) as [number];
  return { child, port };
}

const signer = createSigner(HMAC);
const TRANSFERS = works(16, 4096);
let count = 0;

/** Signs a new transfer with sixteen parameters. */
function signAnother(): autocannon.Request {
  const { url, form } = TRANSFERS[count++ % TRANSFERS.length]!.request;
  const { headers, body } = signer.sign({ method: "POST", url, form });
  return { method: "POST", path: url.slice(ORIGIN.length), headers: { ...headers }, body: body as string };
}

/** Sends each request once, and returns how many the server accepted. */
async function runLap(port: number): Promise<number> {
  const parts = Array.from({ length: CONNECTIONS }, () => Array.from({ length: REQUESTS / CONNECTIONS }, signAnother));
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections: CONNECTIONS,
        amount: REQUESTS,
        // How often autocannon checks whether it is done, in milliseconds.
        sampleInt: 50,
        // Called for each connection before any request is sent.
        setupClient: (client) => client.setRequests(parts.pop()!),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    const limit = setTimeout(() => instance.stop(), LAP_TIMEOUT_SECONDS * 1000);
    instance.on("done", () => clearTimeout(limit));
  });
  return result["2xx"];
}

/** Claims a second on one connection, 200 at a time. */
async function redisClaims({ warmUp, slice }: Effort): Promise<number> {
  const { RedisNonceStore } = await built<typeof import("../../src/verifier/stores/redis-nonce-store.ts")>(
    "verifier/stores/redis-nonce-store.js",
  );
  const redis = await RedisServer.start();
  await RedisNonceStore.initialize(redis.url);
  const store = await RedisNonceStore.connect(redis.url, { timeoutMilliseconds: 600_000 });
  let claimed = 0;
  async function claimUntil(end: number): Promise<void> {
    while (wallTime() < end) {
      const now = Math.floor(Date.now() / 1000);
      const nonce = `nonce-${claimed++}`;
      const answer = await store.claim({ consumerKey: "merchant", timestamp: now, nonce, expiresAt: now + 360, now });
      if (answer !== "fresh") throw new Error(`expected a fresh nonce, but Redis answered ${answer}`);
    }
  }
  async function claimFor(milliseconds: number): Promise<number> {
    const [start, before] = [wallTime(), claimed];
    await Promise.all(Array.from({ length: 200 }, () => claimUntil(start + milliseconds * 1e6)));
    return (claimed - before) / ((wallTime() - start) / 1e9);
  }
  await claimFor(warmUp);
  const rate = await claimFor(slice);
  await store.close();
  await redis.remove();
  return rate;
}

const REDIS: Table = {
  id: "redis-claims",
  title: "Claims on Redis",
  unit: "a second",
  rounds: 3,
  rows: [{ name: "claims", measure: redisClaims }],
};

export const SECTIONS: readonly Section[] = [
  {
    title: "Servers",
    text: `CPU time of a server of node:http for a request with 16 parameters: the bare one computes one HMAC over the target and the body.
The adapter alone does the same with a verifier that accepts at once; without nonces, a real verifier has a store that records nothing.
With Redis, where it is installed and writes each claim to disk: claims on one connection, 200 at a time, by the clock.`,
    tables: [
      {
        id: "server",
        title: "node:http",
        unit: "µs",
        isCompared: true,
        rows: ["bare", "adapter alone", "without nonces", "verified"].map((name) => ({
          name,
          measure: (effort) => nodeHttp(name, effort),
          ...(name === "verified" && { most: 5 }),
        })),
      },
      ...(existsSync("/usr/bin/redis-server") ? [REDIS] : []),
    ],
  },
];
