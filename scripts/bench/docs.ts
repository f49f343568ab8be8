/**
 * Writes docs/data/performance.md and its pictures from the JSON of a run: `npm run bench -- --json > FILE`, then
 * `npm run bench -- page FILE`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { BOUNDS } from "./bounds.ts";
import { boundText, figureText, type Report, type RowResult, ratioText, type TableResult } from "./report.ts";
import { SECTIONS, type Section, TABLES, type Table, UNITS } from "./tables.ts";

const WIDTH = 760;
const LABEL = 190;
const ROW = 22;
const HEAD = 34;

const report = JSON.parse(readFileSync(process.argv[2] ?? "/dev/stdin", "utf8")) as Report;
const missing = TABLES.filter(({ id }) => !report.results.some((result) => result.id === id)).map(({ id }) => id);
if (missing.length > 0) throw new Error(`the run has no figures of ${missing.join(", ")}; run it without --table`);
writeFileSync("docs/data/performance.md", page());
writeFileSync("docs/data/performance.svg", picture());
writeFileSync("docs/data/performance-growth.svg", curve());

function page(): string {
  const { machine, minutes, isQuick, results } = report;
  const [before, after] = machine.load.map((load) => load.toFixed(1));
  return `# Performance

Do not edit this page: \`npm run bench -- page\` writes it from one run of \`npm run bench -- --json\`.

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

![Signing with HMAC-SHA1, as a ratio to the HMAC alone](performance.svg)

${SECTIONS.map(section).join("\n")}
## The bounds

| figure | bound | what the next step would cost |
| --- | ---: | --- |
${BOUNDS.map(({ table, row, most, next }) => `| ${titleOf(table)}${row === undefined ? "" : `: ${row}`} | ≤ ${most} | ${next} |`).join("\n")}

`;
}

function titleOf(id: string): string {
  const section = SECTIONS.find(({ tables }) => tables.some((table) => table.id === id))!;
  return `${section.title}, ${section.tables.find((table) => table.id === id)!.title}`;
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

/** Bars of the HMAC tables, all to the same scale; the dashed line at 1 is the floor. */
function picture(): string {
  const shown = ["sign-3", "sign-16"].map((id) => {
    const bars = resultOf(id).rows.map(({ name, ratio }) => ({ name, ratio: ratio![1] }));
    return { title: TABLES.find((table) => table.id === id)!.title, bars };
  });
  const most = Math.max(...shown.flatMap(({ bars }) => bars.map(({ ratio }) => ratio)));
  const scale = (ratio: number): number => (ratio / most) * (WIDTH - LABEL - 70);
  let y = 10;
  const parts: string[] = [];
  for (const { title, bars } of shown) {
    parts.push(text(10, y + 16, title, "bold"));
    y += HEAD;
    const bottom = y + bars.length * ROW;
    parts.push(
      `<line x1="${LABEL + scale(1)}" y1="${y - 6}" x2="${LABEL + scale(1)}" y2="${bottom}" stroke="#999" stroke-dasharray="3 3"/>`,
    );
    for (const { name: who, ratio } of bars) {
      const fill = who.startsWith("countersign") ? "#1a7f5a" : ratio === 1 ? "#999" : "#c9d3dc";
      parts.push(text(LABEL - 8, y + 12, who, "normal", "end"));
      parts.push(`<rect x="${LABEL}" y="${y}" width="${scale(ratio).toFixed(1)}" height="${ROW - 7}" fill="${fill}"/>`);
      parts.push(text(LABEL + scale(ratio) + 6, y + 12, `${ratio.toFixed(1)} ×`));
      y += ROW;
    }
    y += 14;
  }
  const title = "Signing with HMAC-SHA1: time as a ratio to the HMAC alone";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** Microseconds for each parameter over the number of parameters, which grows by powers of ten. */
function curve(): string {
  const growth = resultOf("growth-sign").rows.map(({ name, figure }) => {
    return { parameters: Number.parseInt(name, 10), microseconds: figure / UNITS.µs };
  });
  const [left, top, width, height] = [60, 40, WIDTH - 90, 200];
  const most = Math.max(2, ...growth.map(({ microseconds }) => microseconds));
  const x = (parameters: number): number => left + ((Math.log10(parameters) - 1) / 3) * width;
  const y = (value: number): number => top + height - (value / most) * height;
  const points = growth.map(({ parameters, microseconds }) => [x(parameters), y(microseconds)]);
  const parts = [text(10, 20, "Signing with HMAC-SHA1: microseconds for each parameter", "bold")];
  for (const value of [0, most / 2, most]) {
    parts.push(`<line x1="${left}" x2="${left + width}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>`);
    parts.push(text(left - 8, y(value) + 4, value.toFixed(1), "normal", "end"));
  }
  for (const parameters of [10, 100, 1000, 10_000]) {
    parts.push(text(x(parameters), top + height + 20, parameters.toLocaleString("en"), "normal", "middle"));
  }
  const line = points.map(([px, py]) => `${px!.toFixed(1)},${py!.toFixed(1)}`).join(" ");
  parts.push(`<polyline points="${line}" fill="none" stroke="#1a7f5a" stroke-width="2"/>`);
  for (const [px, py] of points)
    parts.push(`<circle cx="${px!.toFixed(1)}" cy="${py!.toFixed(1)}" r="3" fill="#1a7f5a"/>`);
  parts.push(text(left + width / 2, top + height + 38, "parameters", "normal", "middle"));
  const bottom = top + height + 50;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom}" width="${WIDTH}" height="${bottom}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>Signing with HMAC-SHA1: microseconds for each parameter</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

function text(x: number, y: number, content: string, weight = "normal", anchor = "start"): string {
  return `<text x="${x.toFixed(1)}" y="${y}" font-weight="${weight}" text-anchor="${anchor}" fill="#222">${content}</text>`;
}
