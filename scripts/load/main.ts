/**
 * `npm run bench -- load`: tests real servers under load. Two of them share one Redis, which is killed and started again.
 *
 * Options: `--json` prints one JSON document; `--quick` takes about ten seconds; `--break` gives each server its own nonce
 * store, so that the checks fail. The exit code is 1 if a check fails. Needs redis-server on PATH.
 */

import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { RedisNonceStore } from "./built.ts";
import { type Check, checkLoad, checkOutage, checkRace, checkReplays, isAccepted } from "./checks.ts";
import { Redis } from "./redis.ts";
import { outage, type Ports, race, replay } from "./replays.ts";
import { SECRET } from "./requests.ts";
import { type ServerConfiguration, startServer } from "./servers.ts";
import { measureThroughput, type Throughput } from "./throughput.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean" }, quick: { type: "boolean" }, break: { type: "boolean" } },
});
const effort = values.quick
  ? { load: { rounds: 2, amount: 1600, connections: 16 }, pairs: 300, beforeMs: 300, awayMs: 500, afterMs: 300 }
  : { load: { rounds: 5, amount: 8000, connections: 16 }, pairs: 5000, beforeMs: 2000, awayMs: 3000, afterMs: 2000 };

const redis = await Redis.start();
await RedisNonceStore.initialize(redis.url);
const shared = values.break ? "memory" : "redis";
const [plain, memory, ...both] = await Promise.all((["none", "memory", shared, shared] as const).map(start));
const ports = both as unknown as Ports;

const throughput = await measureThroughput(
  [
    { name: "without verification", port: plain! },
    { name: "verified, nonces in memory", port: memory! },
    { name: `verified, nonces ${values.break ? "in memory" : "on Redis"}`, port: ports[0] },
  ],
  effort.load,
);
const raced = await race(ports, effort.pairs);
const interrupted = await outage(ports, redis, effort);
const accepted = [...raced, ...interrupted.sent].filter(({ pair }) => pair.some(isAccepted));
const checks = [
  ...checkLoad(throughput),
  ...checkRace(raced.map(({ pair }) => pair)),
  ...checkOutage(
    interrupted.sent.map(({ pair }) => pair),
    interrupted.outage,
  ),
  ...checkReplays(await replay(ports, accepted)),
];

if (values.json) {
  const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.version };
  process.stdout.write(`${JSON.stringify({ machine, effort, throughput, checks }, null, 2)}\n`);
} else {
  process.stdout.write(`${throughput.map(formatThroughput).join("\n")}\n\n${checks.map(formatCheck).join("\n")}\n`);
}
process.exit(checks.every(({ ok }) => ok) ? 0 : 1);

function start(store: ServerConfiguration["store"]): Promise<number> {
  return startServer({ store, redisUrl: redis.url, secret: SECRET });
}

function formatThroughput({ name, perSecond, ratio }: Throughput): string {
  return `${name.padEnd(34)}${`${perSecond}`.padStart(8)} requests/s${ratio.toFixed(2).padStart(8)} ×`;
}

function formatCheck({ name, ok, detail }: Check): string {
  return `${ok ? "ok    " : "FAILED"}  ${name}: ${detail}`;
}
