/**
 * Writes docs/performance.md and its picture from the JSON of a run: `npm run bench -- --json > FILE`, then
 * `npm run bench:docs -- FILE`.
 *
 * @module
 */

import { readFileSync, writeFileSync } from "node:fs";
import type { ClaimFigures } from "./claims.ts";
import type { GrowthPoint, Throughput } from "./shapes.ts";
import type { VerifyFigures } from "./verify.ts";

type Table = VerifyFigures["tables"][number];

interface Report {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly tables: readonly Table[];
  readonly pool: readonly Throughput[];
  readonly growth: readonly GrowthPoint[];
  readonly verify: VerifyFigures;
  readonly claims: ClaimFigures;
}

const WIDTH = 760;
const LABEL = 190;
const ROW = 22;
const HEAD = 34;

const report = JSON.parse(readFileSync(process.argv[2] ?? "/dev/stdin", "utf8")) as Report;
writeFileSync("docs/performance.md", page(report));
writeFileSync("docs/performance.svg", picture(report));
writeFileSync("docs/performance-growth.svg", curve(report.growth));

function page({ machine, tables, pool, growth, verify, claims }: Report): string {
  return `# Performance

Generated from one run of \`npm run bench\`: do not edit. All contestants of a table ran side by side in shuffled rounds; the
times are medians, and so are the ratios, each taken within a round. Read the ratios, not the microseconds: the floor is the bare cryptography of node:crypto, over base
strings that are ready. What is timed is all of \`signer.sign(request, { nonce, timestamp })\`, from plain request to finished
header and body, and the same work by each peer.

Machine: ${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}.

![Signing with HMAC-SHA1, as a ratio to the bare HMAC](performance.svg)

${tables.map(section).join("\n")}
## RSA-SHA256: \`sign\` one after the other, \`signAsync\` on the thread pool

| | sign | signAsync | |
| --- | ---: | ---: | ---: |
${pool.map(poolRow).join("\n")}

## HMAC-SHA1: growth

Signing with ten to ten thousand parameters, per parameter: few parameters share the fixed cost of a request, many no longer
fit the processor's caches, and sorting adds its logarithm.

![Microseconds for each parameter](performance-growth.svg)

| parameters | µs for each |
| ---: | ---: |
${growth.map(pointRow).join("\n")}

${verifying(verify)}
${claiming(claims)}`;
}

function verifying({ tables, pool, growth }: VerifyFigures): string {
  return `## Verifying

What is timed is all of \`await verifier.verify(request)\`, from method, target, headers and body as node:http gives them to
the verdict, with a MemoryNonceStore; each request is another one, and accepted. The floor is again the bare cryptography,
over base strings that are ready.

${tables.map(section).join("\n")}
## Verifying RSA-SHA256: one after the other, and all at once with \`rsaOnThreadPool\`

| | one after the other | thread pool | |
| --- | ---: | ---: | ---: |
${poolRow(pool)}

## Verifying HMAC-SHA1: growth

Per parameter, up to the default limit of a thousand; the six protocol parameters are counted in.

| parameters | µs for each |
| ---: | ---: |
${growth.map(pointRow).join("\n")}
`;
}

function claiming({ costs, memory }: ClaimFigures): string {
  const rows = costs.map(
    ({ live, nanoseconds, ratio }) =>
      `| ${live.toLocaleString("en")} | ${microseconds(nanoseconds)} | ${ratio.toFixed(2)} |`,
  );
  const sizes = memory.map(({ clients, megabytes }) => `| ${clients.toLocaleString("en")} | ${megabytes.toFixed(1)} |`);
  return `## Claims in a MemoryNonceStore

One claim while as many nonces expire as are added, forgetting included.

| live nonces | µs | |
| ---: | ---: | ---: |
${rows.join("\n")}

Memory of ${memory[0]!.live.toLocaleString("en")} live nonces, by the number of clients that they belong to:

| clients | MB |
| ---: | ---: |
${sizes.join("\n")}
`;
}

function section({ name, results }: Table): string {
  const rows = results.map(
    ({ name: who, nanoseconds, ratio }) => `| ${who} | ${microseconds(nanoseconds)} | ${ratio.toFixed(2)} |`,
  );
  return `## ${name}\n\n| | µs | to the floor |\n| --- | ---: | ---: |\n${rows.join("\n")}\n`;
}

function poolRow({ bits, sync, async, ratio }: Throughput): string {
  return `| ${bits} bits | ${sync}/s | ${async}/s | ${ratio.toFixed(2)} × |`;
}

function pointRow({ parameters, nanosecondsPerParameter }: GrowthPoint): string {
  return `| ${parameters} | ${microseconds(nanosecondsPerParameter)} |`;
}

function microseconds(nanoseconds: number): string {
  return (nanoseconds / 1000).toFixed(2);
}

/** Bars of the HMAC tables, each to the same scale; the floor is the line at 1. */
function picture({ tables }: Report): string {
  const shown = tables.filter(({ name }) => name.startsWith("HMAC"));
  const most = Math.max(...shown.flatMap(({ results }) => results.map(({ ratio }) => ratio)));
  const scale = (ratio: number): number => (ratio / most) * (WIDTH - LABEL - 70);
  let y = 10;
  const parts: string[] = [];
  for (const { name, results } of shown) {
    parts.push(text(10, y + 16, name, "bold"));
    y += HEAD;
    const bottom = y + results.length * ROW;
    parts.push(
      `<line x1="${LABEL + scale(1)}" y1="${y - 6}" x2="${LABEL + scale(1)}" y2="${bottom}" stroke="#999" stroke-dasharray="3 3"/>`,
    );
    for (const { name: who, ratio } of results) {
      const fill = who === "countersign" ? "#1a7f5a" : ratio === 1 ? "#999" : "#c9d3dc";
      parts.push(text(LABEL - 8, y + 12, who, "normal", "end"));
      parts.push(`<rect x="${LABEL}" y="${y}" width="${scale(ratio).toFixed(1)}" height="${ROW - 7}" fill="${fill}"/>`);
      parts.push(text(LABEL + scale(ratio) + 6, y + 12, `${ratio.toFixed(1)} ×`));
      y += ROW;
    }
    y += 14;
  }
  const title = "Signing with HMAC-SHA1: time as a ratio to the bare HMAC";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** Microseconds for each parameter over the number of parameters, which grows by powers of ten. */
function curve(growth: readonly GrowthPoint[]): string {
  const [left, top, width, height] = [60, 40, WIDTH - 90, 200];
  const most = Math.max(2, ...growth.map(({ nanosecondsPerParameter }) => nanosecondsPerParameter / 1000));
  const x = (parameters: number): number => left + ((Math.log10(parameters) - 1) / 3) * width;
  const y = (value: number): number => top + height - (value / most) * height;
  const points = growth.map(({ parameters, nanosecondsPerParameter }) => [
    x(parameters),
    y(nanosecondsPerParameter / 1000),
  ]);
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
