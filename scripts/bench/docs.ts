/**
 * Writes docs/performance.md and its picture from the JSON of a run: `npm run bench -- --json > FILE`, then
 * `npm run bench:docs -- FILE`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { HEADING } from "../load-gateway/report.ts";
import { BOUNDS } from "./bounds.ts";
import type { ClaimFigures } from "./claims.ts";
import { isBoundedRow, type Table } from "./measure.ts";
import type { GrowthPoint, Throughput } from "./shapes.ts";
import type { VerifyFigures } from "./verify.ts";
import { isBounded, type WorstFigures, worstOf, worstRounds } from "./worst.ts";

interface Report {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly load: number };
  readonly effort: { readonly rounds: number };
  readonly tables: readonly Table[];
  readonly pool: readonly Throughput[];
  readonly growth: readonly GrowthPoint[];
  readonly verify: VerifyFigures;
  readonly mixed: readonly Table[];
  readonly worst: readonly WorstFigures[];
  readonly claims: ClaimFigures;
}

const WIDTH = 760;
const LABEL = 190;
const ROW = 22;
const HEAD = 34;

const report = JSON.parse(readFileSync(process.argv[2] ?? "/dev/stdin", "utf8")) as Report;
// `npm run load:gateway` writes the last section.
const [, gatewayOrders = ""] = readFileSync("docs/performance.md", "utf8").split(HEADING);
writeFileSync("docs/performance.md", page(report) + (gatewayOrders && HEADING + gatewayOrders));
writeFileSync("docs/performance.svg", picture(report));
writeFileSync("docs/performance-growth.svg", curve(report.growth));

function page({ machine, effort, tables, pool, growth, verify, mixed, worst, claims }: Report): string {
  return `# Performance

Do not edit this page: \`npm run bench:docs\` writes it from one run of \`npm run bench -- --json\`, except for the last section.

## How it is measured

- **Machine:** ${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}. The load average was ${machine.load.toFixed(1)} when the run started.
- **Ratios:** each table compares with its first row in the same process, mostly node:crypto alone with base strings that
  were made before. Read the ratios; the microseconds depend on the machine.
- **Rounds:** all rows of a table are measured in turn, in a random order each round, after a warm-up. Times are
  medians of ${effort.rounds} rounds, for the most expensive requests of ${worstRounds(effort.rounds)}. Ratios are medians of the ratios within each round.
- **Time** is the CPU time of the process, with garbage collection and compilation. Only the tables about the thread pool
  use elapsed time.
- **Bounds** are what the project aims at. A run prints them and does not fail when one is exceeded.
- Countersign keeps nothing of earlier requests: it reads and encodes each request from the beginning. In the tables with 3 and
  16 parameters and in those of mixed traffic, each request has its own nonce and values of its own.

## Sign

Measured is all of \`signer.sign(request, { nonce, timestamp })\`, from the plain request to the finished header and
body. The other packages do the same work.

![Signing with HMAC-SHA1, as a ratio to the HMAC alone](performance.svg)

${tables.map(section).join("\n")}
### RSA-SHA256: \`sign\`, and \`signAsync\` on the thread pool

Several requests: \`sign\` signs one after the other, \`signAsync\` all at once.

| | sign | signAsync | signAsync / sign |
| --- | ---: | ---: | ---: |
${pool.map(poolRow).join("\n")}

### HMAC-SHA1: time for each parameter

Signing with ten to ten thousand form parameters. Few parameters share the constant cost of a request; many parameters
exceed the processor's caches, and sorting takes n log n comparisons.

![Microseconds for each parameter](performance-growth.svg)

| parameters | µs for each |
| ---: | ---: |
${growth.map(pointRow).join("\n")}

${verifying(verify)}
${mixing(mixed)}
${expensive(worst)}
${claiming(claims)}`;
}

function verifying({ tables, growth }: VerifyFigures): string {
  return `## Verify

Measured is all of \`await verifier.verify(request)\` with a MemoryNonceStore: from method, target, headers and body as
node:http delivers them to the verdict. The verifier accepts each request.

${tables.map(section).join("\n")}
### HMAC-SHA1: time for each parameter

Verifying with ten parameters up to the default limit of a thousand. Six of them are the protocol parameters.

| parameters | µs for each |
| ---: | ---: |
${growth.map(pointRow).join("\n")}
`;
}

function mixing(mixed: readonly Table[]): string {
  return `## Mixed traffic

Layouts differ in names, number (0 to 30) and place of the parameters, in token, realm, order of the header, charset, and in
spelling: \`+\` for a space, raw UTF-8, escapes in lower case. The first row measures the requests of one layout after the
other. The second row measures the same requests with their layouts mixed. If the cost of a request depended on what came
before it, the second row would be slower.

${mixed.map(section).join("\n")}`;
}

function expensive(worst: readonly WorstFigures[]): string {
  const { ratio, held } = worstOf(worst);
  return `## The most expensive requests

Requests with a body of 1 MiB, about ten times the default limit, and otherwise at the default limits. The body is filled with the
octets that cost most to decode, encode, sort or decode by charset. Each request has a valid signature and is accepted, so that no
step is left out. The ratio compares with the HMAC of the
request's own base string; for a body that is covered by its hash, with that HMAC and the hash of the body.
"Half the size" compares with a request of the same kind and half the size, so 2 is linear growth. "Held" is the memory that a request
holds while the application looks its credentials up asynchronously, without the request's own body.

| 1 MiB of body filled with | ms | ratio | to half the size | MiB held |
| --- | ---: | ---: | ---: | ---: |
${worst.filter(isBounded).map(worstRow).join("\n")}
| **highest** (bound) | | **${ratio.ratio.toFixed(1)}** (≤ ${BOUNDS.worstRatio}) | | **${held.held.toFixed(1)}** (≤ ${BOUNDS.worstHeld}) |

Many short parameters cost more for each octet. The limits on the header and on the URL keep them few:

| 8 KiB | ms | ratio | to half the size | MiB held |
| --- | ---: | ---: | ---: | ---: |
${worst
  .filter((one) => !isBounded(one))
  .map(worstRow)
  .join("\n")}
`;
}

function worstRow({ name, nanoseconds, ratio, growth, held }: WorstFigures): string {
  const time = (nanoseconds / 1e6).toFixed(1);
  return `| ${name} | ${time} | ${ratio.toFixed(1)} | ${growth.toFixed(2)} | ${held.toFixed(1)} |`;
}

function claiming({ costs, memory }: ClaimFigures): string {
  const rows = costs.map(
    ({ live, nanoseconds, ratio }) =>
      `| ${live.toLocaleString("en")} | ${microseconds(nanoseconds)} | ${ratio.toFixed(2)} |`,
  );
  const sizes = memory.map(({ clients, megabytes }) => `| ${clients.toLocaleString("en")} | ${megabytes.toFixed(1)} |`);
  return `## Claims in a MemoryNonceStore

One claim, in a store where as many nonces expire as are added.

| live nonces | µs | ratio |
| ---: | ---: | ---: |
${rows.join("\n")}

Memory of ${memory[0]!.live.toLocaleString("en")} live nonces, by the number of clients that they belong to:

| clients | MB |
| ---: | ---: |
${sizes.join("\n")}
`;
}

function section({ name, results, bound }: Table): string {
  const rows = results.map((result) => {
    const atMost = bound !== undefined && isBoundedRow(result) ? `≤ ${bound}` : "";
    return `| ${result.name} | ${microseconds(result.nanoseconds)} | ${result.ratio.toFixed(2)} | ${atMost} |`;
  });
  return `### ${name}\n\n| | µs | ratio | bound |\n| --- | ---: | ---: | ---: |\n${rows.join("\n")}\n`;
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

/** Bars of the HMAC tables, all to the same scale; the dashed line at 1 is the floor. */
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
  const title = "Signing with HMAC-SHA1: time as a ratio to the HMAC alone";
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
