/**
 * `npm run bench`: what signing and verifying cost beside the bare cryptography, and signing beside other packages too.
 *
 * Options: `--json` prints one JSON document; `--quick` measures shortly.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type ClaimFigures, claimFigures } from "./claims.ts";
import { hmacContestants, hmacFloor, rsaContestants } from "./contestants.ts";
import { measure, type Result } from "./measure.ts";
import { type GrowthPoint, growth, type Throughput, throughput } from "./shapes.ts";
import { verifyFigures } from "./verify.ts";
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
  tell(table.name, table.results.map(formatResult));
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
tell("RSA-SHA256, sign one after the other, signAsync on the thread pool", pool.map(formatPool));
tell("HMAC-SHA1, growth", curve.map(formatPoint));

const verify = await verifyFigures(effort.rounds, values.quick ? 64 : 512);
for (const table of verify.tables) tell(table.name, table.results.map(formatResult));
tell("Verifying RSA-SHA256 one after the other, all at once on the thread pool", [formatPool(verify.pool)]);
tell("Verifying HMAC-SHA1, growth", verify.growth.map(formatPoint));
const claims = await claimFigures(effort.rounds);
tell("MemoryNonceStore, claims", formatClaims(claims));

if (values.json) {
  const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.version };
  const report = { machine, effort, tables, pool, growth: curve, verify, claims };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

function tell(title: string, lines: readonly string[]): void {
  if (!values.json) process.stdout.write(`${title}\n${lines.map((line) => `  ${line}\n`).join("")}\n`);
}

function formatResult({ name, nanoseconds, ratio }: Result): string {
  return `${name.padEnd(34)}${(nanoseconds / 1000).toFixed(2).padStart(10)} µs${ratio.toFixed(2).padStart(9)} ×`;
}

function formatPool({ bits, sync, async, ratio }: Throughput): string {
  return `${`${bits} bits`.padEnd(34)}${`${sync}`.padStart(8)}/s${`${async}`.padStart(8)}/s${ratio.toFixed(2).padStart(8)} ×`;
}

function formatPoint({ parameters, nanosecondsPerParameter }: GrowthPoint): string {
  return `${`${parameters} parameters`.padEnd(34)}${(nanosecondsPerParameter / 1000).toFixed(2).padStart(10)} µs for each`;
}

function formatClaims({ costs, memory }: ClaimFigures): string[] {
  const lines = costs.map(({ live, ...cost }) =>
    formatResult({ name: `${live.toLocaleString("en")} live nonces`, ...cost }),
  );
  const sizes = memory.map(({ clients, megabytes }) => {
    const name = `memory of a million, ${clients.toLocaleString("en")} clients`;
    return `${name.padEnd(34)}${megabytes.toFixed(1).padStart(10)} MB`;
  });
  return [...lines, ...sizes];
}
