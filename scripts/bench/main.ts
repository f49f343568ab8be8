/**
 * `npm run bench`: what signing costs beside the bare cryptography and beside other packages, in one run.
 *
 * Options: `--json` prints one JSON document; `--quick` measures shortly.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { hmacContestants, hmacFloor, rsaContestants } from "./contestants.ts";
import { measure, type Result } from "./measure.ts";
import { growth, throughput } from "./shapes.ts";
import { WORKLOADS } from "./workload.ts";

const { values } = parseArgs({ options: { json: { type: "boolean" }, quick: { type: "boolean" } } });
const effort = values.quick ? { rounds: 5, slice: 20 } : { rounds: 21, slice: 60 };

interface Table {
  readonly name: string;
  readonly results: readonly Result[];
}

const tables: Table[] = [];

function add(table: Table): void {
  tables.push(table);
  if (!values.json) process.stdout.write(`${format(table)}\n`);
}

function format({ name, results }: Table): string {
  const rows = results.map(({ name: who, nanoseconds, ratio }) => {
    const microseconds = (nanoseconds / 1000).toFixed(2).padStart(10);
    return `  ${who.padEnd(34)}${microseconds} µs${ratio.toFixed(2).padStart(9)} ×`;
  });
  return `${name}\n${rows.join("\n")}\n`;
}

for (const workload of WORKLOADS) {
  const contestants = [hmacFloor(workload), ...hmacContestants()];
  add({ name: `HMAC-SHA1, ${workload.name}`, results: measure(contestants, workload.at, effort) });
}
for (const bits of [2048, 4096]) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const { floor, contestants } = rsaContestants(privateKey.export({ type: "pkcs8", format: "pem" }) as string);
  const name = `RSA-SHA256, ${bits} bits, ${WORKLOADS[1]!.name}`;
  add({ name, results: measure([floor, ...contestants], WORKLOADS[1]!.at, effort) });
}

const pool = [await throughput(2048, effort.rounds, 64), await throughput(4096, effort.rounds, 24)];
const curve = growth(effort.rounds);
if (!values.json) {
  const lines = pool.map(
    ({ bits, sync, async, ratio }) =>
      `  ${`${bits} bits`.padEnd(34)}${sync.toString().padStart(8)}/s${async.toString().padStart(8)}/s${ratio.toFixed(2).padStart(8)} ×`,
  );
  process.stdout.write(`RSA-SHA256, sign one after the other, signAsync on the thread pool\n${lines.join("\n")}\n\n`);
  const points = curve.map(
    ({ parameters, nanosecondsPerParameter }) =>
      `  ${`${parameters} parameters`.padEnd(34)}${(nanosecondsPerParameter / 1000).toFixed(2).padStart(10)} µs for each`,
  );
  process.stdout.write(`HMAC-SHA1, growth\n${points.join("\n")}\n`);
}

if (values.json) {
  const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.version };
  process.stdout.write(`${JSON.stringify({ machine, effort, tables, pool, growth: curve }, null, 2)}\n`);
}
