/**
 * Writes docs/data/performance.md from the JSON of a run: `npm run bench -- --json > FILE`, then
 * `npx tsx scripts/bench/docs.ts FILE`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { boundText, figureText, type Report, type RowResult, ratioText, type TableResult } from "./report.ts";
import { SECTIONS, type Section, TABLES, type Table } from "./tables.ts";

const report = JSON.parse(readFileSync(process.argv[2] ?? "/dev/stdin", "utf8")) as Report;
const missing = TABLES.filter(({ id }) => !report.results.some((result) => result.id === id)).map(({ id }) => id);
if (missing.length > 0) throw new Error(`the run has no figures of ${missing.join(", ")}; run it without --table`);
writeFileSync("docs/data/performance.md", page());

function page(): string {
  const { machine, minutes, isQuick, results } = report;
  const [before, after] = machine.load.map((load) => load.toFixed(1));
  return `# Performance

Do not edit this page: \`npx tsx scripts/bench/docs.ts\` writes it from one run of \`npm run bench -- --json\`.

## How it is measured

- **Machine:** ${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}. The run took ${minutes.toFixed(0)} minutes; the load average was
  ${before} when it started and ${after} when it ended.${isQuick ? "\n  It was a run with `--quick`, which is rough: one short round, with code that is not yet fully compiled." : ""}
- **Processes:** each row is measured in processes of its own, which load only what they time. Those of a table alternate, in a random
  order each round. Most rounds of a table: ${Math.max(...results.map(({ rounds }) => rounds))}.
- **Figures** are medians of the rounds. **Ratios** compare with the first row, in the same round: the median, with the lowest and the
  highest in parentheses. Read the ratios; the times depend on the machine.
- **Time** is the CPU time of the process, with garbage collection and compilation, after a warm-up. Where a section says "by the clock",
  elapsed time is the point, and a busy machine shows.
- **Bounds** are what plain code reaches on this machine. A run prints them and does not fail when one is exceeded.
- Countersign keeps nothing of earlier requests: it reads and encodes each request from the beginning. Each request has its own nonce.

${SECTIONS.map(section).join("\n")}
`;
}

function section({ title, text, isJoined = false, tables }: Section): string {
  const content = isJoined ? joined(tables) : tables.map((table) => single(table)).join("\n");
  return `## ${title}\n\n${text}\n\n${content}`;
}

function single(table: Table): string {
  const { rows } = resultOf(table.id);
  const lines = rows.map(
    (row) => `| ${row.name} | ${figureText(table, row.figure)} | ${ratioText(row)} | ${boundText(table, row)} |`,
  );
  const head = `| | ${table.unit} | ratio | bound |\n| --- | ---: | ---: | ---: |`;
  return `### ${table.title}\n\n${head}\n${lines.join("\n")}\n`;
}

/** One row for each name, and one column for each table. */
function joined(tables: readonly Table[]): string {
  const cell = (table: Table, row: RowResult | undefined): string =>
    row === undefined
      ? ""
      : `${figureText(table, row.figure)} ${boundText(table, row).includes("exceeded") ? "(above the bound)" : ""}`.trim();
  const lines = tables[0]!.rows.map(({ name }) => {
    const cells = tables.map((table) =>
      cell(
        table,
        resultOf(table.id).rows.find((row) => row.name === name),
      ),
    );
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  const head = tables.map(({ title, unit }) => `${title}, ${unit}`).join(" | ");
  return `| | ${head} |\n| --- |${" ---: |".repeat(tables.length)}\n${lines.join("\n")}\n`;
}

function resultOf(id: string): TableResult {
  return report.results.find((result) => result.id === id)!;
}
