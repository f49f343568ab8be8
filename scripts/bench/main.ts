/**
 * `npm run bench`: measures all tables of tables.ts, each row in processes of its own, which alternate in a random order
 * each round. The bounds are printed for information.
 *
 * Options: `--json` prints one JSON document; `--quick` takes one short round of each row; `--table ID` measures only this
 * table, repeatable.
 */

import { execFile } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { type Effort, shuffled } from "./measure.ts";
import { boundText, figureText, type Report, ratioText, resultOf, type TableResult } from "./report.ts";
import { TABLES, type Table } from "./tables.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean" }, quick: { type: "boolean" }, table: { type: "string", multiple: true } },
});
const ROUNDS = 5;
const effort: Effort = values.quick ? { warmUp: 1000, slice: 100 } : { warmUp: 1000, slice: 700 };
const script = fileURLToPath(new URL("./one.ts", import.meta.url));

const unknown = values.table?.find((id) => !TABLES.some((table) => table.id === id));
if (unknown !== undefined) {
  throw new Error(`--table must be one of ${TABLES.map(({ id }) => id).join(", ")}, got ${unknown}`);
}
const start = performance.now();
const loadBefore = loadavg()[0]!;
const results: TableResult[] = [];
for (const table of TABLES) {
  if (values.table !== undefined && !values.table.includes(table.id)) continue;
  results.push(await measure(table));
  print(table, results.at(-1)!);
}
const report: Report = {
  machine: {
    cpu: cpus()[0]?.model ?? "",
    cores: cpus().length,
    node: process.version,
    load: [loadBefore, loadavg()[0]!],
  },
  isQuick: values.quick === true,
  minutes: (performance.now() - start) / 60_000,
  results,
};
if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);

async function measure(table: Table): Promise<TableResult> {
  const samples = new Map(table.rows.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < (values.quick ? 1 : (table.rounds ?? ROUNDS)); round++) {
    for (const { name } of shuffled(table.rows)) samples.get(name)!.push(await inOwnProcess(table.id, name));
  }
  return resultOf(table, samples);
}

async function inOwnProcess(table: string, row: string): Promise<number> {
  const args = ["--expose-gc", "--import", "tsx", script, table, row, JSON.stringify(effort)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const figure = Number(stdout);
  // The measured memory of a request can be negative.
  if (stdout.trim() === "" || !Number.isFinite(figure))
    throw new Error(`expected a figure of ${row} in ${table}, got ${JSON.stringify(stdout)}`);
  return figure;
}

/** Writes progress, with `--json` to standard error, so that it is visible during a long run. */
function print(table: Table, result: TableResult): void {
  const lines = result.rows.map((row) => {
    const figure = `${figureText(table, row.figure).padStart(10)} ${table.unit.padEnd(9)}`;
    return `  ${row.name.padEnd(46)}${figure}${ratioText(row).padEnd(22)}${boundText(table, row)}`.trimEnd();
  });
  (values.json ? process.stderr : process.stdout).write(`${table.id}: ${table.title}\n${lines.join("\n")}\n\n`);
}
