/**
 * `npm run bench`: measures all tables, each row in processes of its own, which alternate in a random order each round, and
 * writes docs/data/performance.md.
 *
 * Options: `--quick` takes one short round of each row; `--table ID`, repeatable, measures only this table. With one of them, the
 * tables are only printed.
 */

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { median, type Row, type Section, type Table, UNITS } from "./measure.ts";

/** The files with the sections. A process that measures a row loads only the file with this row. */
const FILES = {
  "sign-verify": () => import("./sign-verify.ts"),
  server: () => import("./server.ts"),
  check: () => import("./check.ts"),
  explain: () => import("./explain.ts"),
} as const satisfies Readonly<Record<string, () => Promise<{ readonly SECTIONS: readonly Section[] }>>>;
type File = keyof typeof FILES;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, table: { type: "string", multiple: true } },
});
const effort = { warmUp: 1000, slice: values.quick ? 100 : 700 };
if (positionals.length > 0) await measureRow(...(positionals as [File, string, string]));
else await measureAll();

/** Measures one row once, in this process, and prints the figure. */
async function measureRow(file: File, table: string, name: string): Promise<void> {
  const { SECTIONS } = await FILES[file]();
  const { rows } = SECTIONS.flatMap(({ tables }) => tables).find(({ id }) => id === table)!;
  const figure = await rows.find((one) => one.name === name)!.measure(effort);
  process.stdout.write(`${figure}\n`, () => process.exit());
}

async function measureAll(): Promise<void> {
  const start = performance.now();
  const loadBefore = loadavg()[0]!;
  const files = await Promise.all(
    (Object.keys(FILES) as File[]).map(async (file) => ({ file, sections: (await FILES[file]()).SECTIONS })),
  );
  const ids = files.flatMap(({ sections }) => sections.flatMap(({ tables }) => tables.map(({ id }) => id)));
  const unknown = values.table?.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Error(`--table must be one of ${ids.join(", ")}, got ${unknown}`);

  const texts: string[] = [];
  for (const { file, sections } of files) {
    for (const { title, text, tables } of sections) {
      texts.push(`## ${title}\n\n${text}\n`);
      for (const table of tables) {
        if (values.table !== undefined && !values.table.includes(table.id)) continue;
        texts.push(tableText(table, await samplesOf(file, table)));
        console.log(texts.at(-1));
      }
    }
  }
  if (values.quick || values.table !== undefined) return;
  const minutes = (performance.now() - start) / 60_000;
  writeFileSync("docs/data/performance.md", `${introduction(minutes, loadBefore)}\n${texts.join("\n")}`);
}

/** The figures of each row, one for each round. */
async function samplesOf(file: File, { id, rows, rounds = 5 }: Table): Promise<ReadonlyMap<Row, readonly number[]>> {
  const samples = new Map(rows.map((row) => [row, [] as number[]]));
  for (let round = 0; round < (values.quick ? 1 : rounds); round++) {
    const order = rows.map((row) => ({ row, at: Math.random() })).sort((one, other) => one.at - other.at);
    for (const { row } of order) samples.get(row)!.push(await inOwnProcess(file, id, row.name));
  }
  return samples;
}

async function inOwnProcess(file: File, table: string, row: string): Promise<number> {
  const options = [
    "--expose-gc",
    "--import",
    "tsx",
    fileURLToPath(import.meta.url),
    ...(values.quick ? ["--quick"] : []),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, "--", file, table, row]);
  const figure = Number(stdout);
  // The measured memory of a request can be negative.
  if (stdout.trim() === "" || !Number.isFinite(figure))
    throw new Error(`expected a figure of ${row} in ${table}, got ${JSON.stringify(stdout)}`);
  return figure;
}

/** The table as Markdown: medians; ratios in the same round, median with lowest and highest; bounds, if there are any. */
function tableText(
  { id, title, unit, rows, isCompared = false }: Table,
  samples: ReadonlyMap<Row, readonly number[]>,
): string {
  const hasBounds = rows.some(({ most }) => most !== undefined);
  const first = samples.get(rows[0]!)!;
  const lines = rows.map((row) => {
    const own = samples.get(row)!;
    const figure = median(own) / UNITS[unit];
    const ratios = own.map((value, round) => value / first[round]!);
    const [lowest, middle, highest] = [Math.min(...ratios), median(ratios), Math.max(...ratios)];
    const range = own.length === 1 || row === rows[0] ? "" : ` (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
    const isExceeded = row.most !== undefined && (isCompared ? middle : figure) > row.most;
    return [
      row.name,
      figure.toFixed(figure >= 1000 ? 0 : figure >= 100 ? 1 : 2),
      ...(isCompared ? [`${middle.toFixed(2)}${range}`] : []),
      ...(hasBounds ? [row.most === undefined ? "" : `≤ ${row.most}${isExceeded ? " exceeded" : ""}`] : []),
    ];
  });
  const head = ["", unit, ...(isCompared ? ["ratio"] : []), ...(hasBounds ? ["bound"] : [])];
  const ruler = head.map((_, column) => (column === 0 ? "---" : "---:"));
  const text = [head, ruler, ...lines].map((cells) => `| ${cells.join(" | ")} |`.replace("|  |", "| |")).join("\n");
  return `### ${title}\n\n\`--table ${id}\`\n\n${text}\n`;
}

function introduction(minutes: number, loadBefore: number): string {
  return `# Performance

Do not edit this page: \`npm run bench\` writes it.

## How it is measured

- **Machine:** ${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}. The run took ${minutes.toFixed(0)} minutes; the load average was
  ${loadBefore.toFixed(1)} when it started and ${loadavg()[0]!.toFixed(1)} when it ended.
- **Processes:** each row is measured in processes of its own, which load only what they time. Those of a table alternate, in a random
  order each round.
- **Figures** are medians of the rounds, of which a table has one to eight. **Ratios** compare with the first row, in the same round: the
  median, with the lowest and the highest in parentheses. Read the ratios; the times depend on the machine.
- **Time** is the CPU time of the process, with garbage collection and compilation, after a warm-up. Where a section says "by the clock",
  elapsed time is the point, and a busy machine shows.
- **Bounds** are what plain code reaches on this machine. A run prints them and does not fail when one is exceeded.
- Countersign keeps nothing of earlier requests: it reads and encodes each request from the beginning. Each request has its own nonce.
`;
}
