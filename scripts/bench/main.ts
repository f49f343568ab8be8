/**
 * `npm run bench`: what signing and verifying cost compared with the bare cryptography, and signing compared with other
 * packages too; mixed traffic and the most expensive requests. The bounds are printed for information.
 *
 * Options: `--json` prints one JSON document; `--quick` takes fewer and shorter measurements.
 */

import { generateKeyPairSync } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { BOUNDS } from "./bounds.ts";
import { type ClaimFigures, claimFigures } from "./claims.ts";
import { hmacContestants, hmacFloor, rsaContestants } from "./contestants.ts";
import { isBoundedRow, measure, type Result, type Table } from "./measure.ts";
import { mixedFigures } from "./mixed.ts";
import { type GrowthPoint, growth, type Throughput, throughput } from "./shapes.ts";
import { verifyFigures } from "./verify.ts";
import { SIXTEEN_PARAMETERS, THREE_PARAMETERS } from "./workload.ts";
import { isBounded, type WorstFigures, worstFigures, worstOf } from "./worst.ts";

const { values } = parseArgs({ options: { json: { type: "boolean" }, quick: { type: "boolean" } } });
const effort = values.quick ? { rounds: 5, slice: 20, warmUp: 500 } : { rounds: 21, slice: 60, warmUp: 1000 };

const machine = { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.version, load: loadavg()[0]! };
print(`${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}, load average ${machine.load.toFixed(1)}`, []);

const tables: Table[] = [];
for (const [parameters, workload] of [
  [3, THREE_PARAMETERS],
  [16, SIXTEEN_PARAMETERS],
] as const) {
  const contestants = [hmacFloor(workload), ...hmacContestants()];
  const results = measure(contestants, workload.at, effort);
  tables.push({ name: `HMAC-SHA1, ${workload.name}`, results, bound: BOUNDS.sign[parameters] });
  printTable(tables.at(-1)!);
}
for (const bits of [2048, 4096]) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const { floor, contestants } = rsaContestants(privateKey.export({ type: "pkcs8", format: "pem" }) as string);
  const name = `RSA-SHA256, ${bits} bits, ${THREE_PARAMETERS.name}`;
  const results = measure([floor, ...contestants], THREE_PARAMETERS.at, effort);
  tables.push(bits === 4096 ? { name, results, bound: BOUNDS.signRsa } : { name, results });
  printTable(tables.at(-1)!);
}

const pool = [await throughput(2048, effort.rounds, 64), await throughput(4096, effort.rounds, 24)];
const curve = growth(effort.rounds);
print("RSA-SHA256, sign one after the other, signAsync on the thread pool", pool.map(formatPool));
print("HMAC-SHA1, growth", curve.map(formatPoint));

const verify = await verifyFigures(effort, values.quick ? 64 : 512);
verify.tables.forEach(printTable);
print("Verifying HMAC-SHA1, growth", verify.growth.map(formatPoint));

const mixed = await mixedFigures(effort);
mixed.forEach(printTable);
const worst = worstFigures(effort);
print("Verifying the most expensive requests", formatWorst(worst));
const claims = await claimFigures(effort);
print("MemoryNonceStore, claims", formatClaims(claims));

if (values.json) {
  const report = { machine, effort, tables, pool, growth: curve, verify, mixed, worst, claims };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

function print(title: string, lines: readonly string[]): void {
  if (!values.json) process.stdout.write(`${title}\n${lines.map((line) => `  ${line}\n`).join("")}\n`);
}

function printTable({ name, results, bound }: Table): void {
  const lines = results.map((result) =>
    bound !== undefined && isBoundedRow(result) ? `${formatResult(result)}   bound ${bound}` : formatResult(result),
  );
  print(name, lines);
}

function formatResult({ name, nanoseconds, ratio }: Result): string {
  return `${name.padEnd(34)}${(nanoseconds / 1000).toFixed(2).padStart(10)} µs${ratio.toFixed(2).padStart(9)} ×`;
}

function formatWorst(figures: readonly WorstFigures[]): string[] {
  const lines = figures.map(({ name, octets, nanoseconds, ratio, growth, held }) =>
    [
      name.padEnd(44),
      `${octets}`.padStart(8),
      ` octets${(nanoseconds / 1e6).toFixed(1).padStart(8)} ms${ratio.toFixed(1).padStart(7)} × the HMAC`,
      `${growth.toFixed(2).padStart(7)} × half the size${held.toFixed(1).padStart(7)} MiB held`,
    ].join(""),
  );
  const { ratio, held } = worstOf(figures);
  const size = `of ${figures.filter(isBounded).length} requests of 1 MiB`;
  return [
    ...lines,
    `highest ratio ${size}: ${ratio.ratio.toFixed(1)} (${ratio.name}), bound ${BOUNDS.worstRatio}`,
    `most memory held ${size}: ${held.held.toFixed(1)} MiB (${held.name}), bound ${BOUNDS.worstHeld}`,
  ];
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
