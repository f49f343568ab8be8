/**
 * `npm run bench:inspector`: how long the inspector takes in Chromium from a paste to the verdict, compared with Node.js,
 * and how long a search keeps the page from answering. With `--write` the figures go into docs/inspector.md.
 *
 * Time is elapsed time: run it while the machine has nothing else to do.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { FAULTS } from "../../src/faults/index.ts";
import { explain } from "../../src/inspector/explain.ts";
import type { ExplainInput } from "../../src/inspector/messages.ts";
import { type HttpRequest, type SigningInput, specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { SIXTEEN_PARAMETERS } from "./workload.ts";

const SECRET = "kd94hf93k423kf44";
const ROUNDS = 5;
const SEARCHES = 2;
/** One of each stage. */
const FAULT_IDS = [
  ...["duplicate-last-wins", "form-body-left-out", "space-as-plus", "tilde-encoded", "asterisk-bare", "lowercase-hex"],
  ...["not-sorted", "path-lowercased", "method-lowercase", "parameters-not-encoded-in-base", "key-without-ampersand"],
  ...["hex-digest", "signature-encoded-twice-in-header"],
];
const DOCUMENT = "docs/inspector.md";
const HEADING = "## Figures";

/** The request with 16 parameters as a client with each fault sends it, as far as the fault shows in it. */
function samples(): string[] {
  const sent = FAULT_IDS.map((id, index) => {
    const { apply } = FAULTS.find((fault) => fault.id === id)!;
    return [sendAs(inputAt(index), apply(specification))!, sendAs(inputAt(index), specification)!].map(textOf);
  });
  return sent.flatMap(([wrong, right]) => (wrong === right ? [] : wrong!));
}

function inputAt(index: number): SigningInput {
  const { method, url, form, nonce, timestamp } = SIXTEEN_PARAMETERS.at(index);
  const protocolParameters = [
    ...[["oauth_consumer_key", "merchant"] as const, ["oauth_nonce", nonce] as const],
    ...[["oauth_signature_method", "HMAC-SHA1"] as const, ["oauth_timestamp", timestamp] as const],
  ];
  return { method, url, form, protocolParameters, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET };
}

function textOf({ method, url, headers, body }: HttpRequest): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url} HTTP/1.1`, ...fields, "", body === undefined ? "" : toText(body)].join("\n");
}

function explainHere(request: string): ReturnType<typeof explain> {
  const empty = { entry: "", tokenSecret: "", rsaKey: "", baseString: "", response: "", language: "" };
  const given: ExplainInput = { ...empty, request, consumerSecret: SECRET, showCardData: false };
  return explain(given, { progress: () => undefined, signal: new AbortController().signal });
}

interface Blocks {
  readonly longest: number;
  readonly milliseconds: number;
}

/** What the page can be asked to do. Both take milliseconds. */
interface Measures {
  /** Pastes a request, and waits until the verdict is on the screen. */
  readonly paste: (request: string, secret: string) => Promise<number>;
  /** Pastes a request, and measures how late a timer of the page is until there is a verdict. */
  readonly search: (request: string, secret: string) => Promise<Blocks>;
}

declare const measures: Measures;

/** Runs in the page. As text, because a compiler may add helpers that the page does not have. */
const INSTALL = `(() => {
  async function paste(request, secret) {
    const textarea = document.querySelector("textarea");
    const output = document.querySelector(".output");
    output.replaceChildren();
    document.querySelector("[type=password]").value = secret;
    textarea.value = request;
    const began = performance.now();
    await new Promise((done) => {
      const observer = new MutationObserver(() => {
        if (output.querySelector(".verdict") === null) return;
        observer.disconnect();
        done();
      });
      observer.observe(output, { childList: true });
      textarea.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
    });
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }
  async function search(request, secret) {
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last - 4);
      last = now;
    }, 4);
    const milliseconds = await paste(request, secret);
    clearInterval(timer);
    return { longest, milliseconds };
  }
  globalThis.measures = { paste, search };
})()`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function pasteThere(page: Page, request: string): Promise<number> {
  return page.evaluate(([text, secret]) => measures.paste(text, secret), [request, SECRET] as const);
}

interface Figures {
  readonly lines: readonly string[];
  readonly requests: number;
}

async function measure(page: Page): Promise<Figures> {
  const all = samples();
  const first = await pasteThere(page, all[0]!);
  const [times, ratios]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const request of all) {
      const there = await pasteThere(page, request);
      const began = performance.now();
      await explainHere(request);
      times.push(there);
      ratios.push(there / (performance.now() - began));
    }
  }
  process.stderr.write(
    `pasted: median ${inMilliseconds(median(times))}, ${median(ratios).toFixed(1)} × Node.js; now searching\n`,
  );
  const searches: Blocks[] = [];
  for (let round = 0; round < SEARCHES; round += 1) {
    searches.push(await page.evaluate((request) => measures.search(request, "another secret"), all[0]!));
  }
  const longest = Math.max(...searches.map((one) => one.longest));
  const search = median(searches.map(({ milliseconds }) => milliseconds));
  return {
    requests: all.length,
    lines: [
      row("from a paste to the verdict on the screen, median", inMilliseconds(median(times)), "≤ 100 ms"),
      row("the same as a ratio to Node.js, median", `${median(ratios).toFixed(1)} ×`, "≤ 4 ×"),
      row("the first paste, which starts the worker", inMilliseconds(first), ""),
      row("search that finds nothing, median", inMilliseconds(search), ""),
      row("longest time in which the page does not answer during such a search", inMilliseconds(longest), "≤ 50 ms"),
    ],
  };
}

function inMilliseconds(value: number): string {
  return `${Math.round(value).toLocaleString("en")} ms`;
}

function row(name: string, value: string, bound: string): string {
  return `| ${name} | ${value} | ${bound} |`;
}

/** Replaces the section of the figures in the document. */
function writeFigures(section: string): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [before, after] = [text.indexOf(HEADING), text.indexOf("\n## ", text.indexOf(HEADING) + 1)];
  if (before === -1) throw new Error(`${DOCUMENT} has no heading ${HEADING}`);
  writeFileSync(DOCUMENT, text.slice(0, before) + section + (after === -1 ? "" : text.slice(after)));
}

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(pathToFileURL(resolve("dist/inspector.html")).href);
  await page.evaluate(INSTALL);
  const { lines, requests } = await measure(page);
  const machine = `${cpus()[0]?.model ?? ""}, ${cpus().length} cores, Chromium ${browser.version()}, Node.js ${process.version}, load average ${loadavg()[0]!.toFixed(1)}`;
  const section = [
    ...[
      HEADING,
      "",
      `\`npm run bench:inspector\` pastes ${requests} requests with 16 parameters and one mistake each, ${ROUNDS} times.`,
    ],
    ...["", "| | figure | bound |", "| --- | ---: | ---: |", ...lines, "", `${machine}.`, ""],
  ].join("\n");
  process.stdout.write(section);
  if (process.argv.includes("--write")) writeFigures(section);
} finally {
  await browser.close();
}
