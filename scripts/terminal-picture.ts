/** Writes docs/check.svg for the README: the terminal output of `check` for a signer with two mistakes. */

import { writeFileSync } from "node:fs";
import picocolors from "picocolors";
import { findRunCauses } from "../src/conformance/causes/index.ts";
import { inProcessDriver } from "../src/conformance/drivers/index.ts";
import { countersign } from "../src/conformance/implementations/index.ts";
import { liveReporter, verdictLines } from "../src/conformance/reporters/index.ts";
import { createSummary, run } from "../src/conformance/runner/index.ts";
import { type InputOf, loadRules, loadVectors, type StageValues } from "../src/conformance/vectors/index.ts";

const COLUMNS = 108;
const CHARACTER = 7.83;
const LINE = 19;
const PADDING = 20;
const TITLE = 34;
const COMMAND = "npx countersign check -- python3 driver.py";
const VECTORS =
  /^(percent-encoding\/(koauth|restsharp|scribejava|signpost|simple-oauth|twitter-docs)|base-string-uri\/(mastercard|node-oauth))\//;

/** SVG attributes for the SGR codes that the reporters use. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'class="bold"',
  2: 'class="dim"',
  31: 'class="red"',
  32: 'class="green"',
  33: 'class="yellow"',
};

const RIGHT = countersign.operations;

writeFileSync("docs/check.svg", picture(await output()));

/** The output for a terminal with colours, without the tables. */
async function output(): Promise<string> {
  let text = `\x1b[32m$\x1b[39m ${COMMAND}\n\n`;
  const out = (part: string): void => {
    text += part;
  };
  const terminal = { out, colors: picocolors.createColors(true), width: COLUMNS };
  const live = liveReporter(terminal, { rerun: ({ id }) => rerun(id) });
  const summary = createSummary();
  await run({
    vectors: loadVectors().filter(({ id }) => VECTORS.test(id)),
    rules: loadRules(),
    properties: [],
    saved: [],
    seed: 0,
    indices: { first: 0, count: 0 },
    driver: inProcessDriver({
      about: { name: "my-oauth", version: "2.3.0", language: "Python" },
      operations: { ...RIGHT, "percent-encoding": encodeLikeScripts, "base-string-uri": keepPorts },
    }),
    explain: findRunCauses,
    emit(event) {
      live.listen(event);
      summary.listen(event);
    },
  });
  live.finish();
  return text + verdictLines([summary.result()], terminal.colors);
}

function rerun(id: string): string {
  return COMMAND.replace("check", `check --filter ${id}`);
}

/** The first mistake: encodeURIComponent leaves ! ' ( ) * as they are. */
function encodeLikeScripts(input: InputOf<"percent-encoding">): StageValues {
  return typeof input.text === "string"
    ? { "percent-encoding": encodeURIComponent(input.text) }
    : (RIGHT["percent-encoding"]!(input) as StageValues);
}

/** The second mistake: default ports are kept. */
function keepPorts(input: InputOf<"base-string-uri">): StageValues {
  const [, port] = /^\w+:\/\/[^/:]+(:(?:80|443))(?:\/|$)/.exec(input.url) ?? [];
  const right = RIGHT["base-string-uri"]!(input) as StageValues;
  return port === undefined
    ? right
    : { "base-string-uri": String(right["base-string-uri"]).replace(/^(\w+:\/\/[^/]+)/, `$1${port}`) };
}

function picture(ansi: string): string {
  const lines = ansi.trimEnd().split("\n").flatMap(wrapped);
  const width = Math.round(COLUMNS * CHARACTER + 2 * PADDING);
  const height = TITLE + lines.length * LINE + PADDING;
  const rows = lines.map((line, at) => `<text y="${TITLE + (at + 1) * LINE - 5}" x="${PADDING}">${spans(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve" aria-label="Output of countersign check for a signer with two mistakes: each violated rule, the expected and the actual value with a caret at the first difference, and the usual cause">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dce5; white-space: pre; }
.bold { font-weight: 700; fill: #fff; } .dim { fill: #7f8a9c; } .red { fill: #ff7b85; } .green { fill: #6fd8a0; } .yellow { fill: #f0c264; }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#161b24"/>
<circle cx="22" cy="18" r="5.5" fill="#ff5f57"/><circle cx="41" cy="18" r="5.5" fill="#febc2e"/><circle cx="60" cy="18" r="5.5" fill="#28c840"/>
${rows.join("\n")}
</svg>
`;
}

/** Wraps a line like a terminal. Escape codes have no width. */
function wrapped(line: string): string[] {
  const rows = [""];
  let column = 0;
  for (const [piece] of line.matchAll(/\x1b\[\d+m|./gu)) {
    if (!piece.startsWith("\x1b") && column++ === COLUMNS) {
      rows.push("");
      column = 1;
    }
    rows[rows.length - 1] += piece;
  }
  return rows;
}

function spans(line: string): string {
  const [first = "", ...rest] = line.split("\x1b[");
  const pieces = rest.map((piece) => {
    const [, code = "", text = ""] = /^(\d+)m(.*)$/s.exec(piece) ?? [];
    const style = STYLES[code];
    return style === undefined ? escapeXml(text) : `<tspan ${style}>${escapeXml(text)}</tspan>`;
  });
  return escapeXml(first) + pieces.join("");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00a0");
}
