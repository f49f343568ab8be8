/**
 * `npm run bench -- inspector`: how long the inspector takes in Chromium from a paste to the verdict, compared with Node.js,
 * and how long a search keeps the page busy. With `--write` the figures go into docs/data/inspector-performance.md.
 *
 * Time is elapsed time: run it while the machine has nothing else to do.
 */

import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { FAULTS } from "../../src/faults/index.ts";
import { explain } from "../../src/inspector/explain.ts";
import type { ExplainInput } from "../../src/inspector/messages.ts";
import { type HttpRequest, type SigningInput, specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { works } from "./workload.ts";

const SECRET = "kd94hf93k423kf44";
const ROUNDS = 5;
/** One fault of each stage. */
const FAULT_IDS = [
  ...["duplicate-last-wins", "form-body-left-out", "space-as-plus", "tilde-encoded", "asterisk-bare", "lowercase-hex"],
  ...["not-sorted", "path-lowercased", "method-lowercase", "parameters-not-encoded-in-base", "key-without-ampersand"],
  ...["hex-digest", "signature-encoded-twice-in-header"],
];
const PAGE = "docs/data/inspector-performance.md";

/** The request with 16 parameters as a client with each fault sends it, if the fault shows in it. */
function samples(): string[] {
  const sent = FAULT_IDS.map((id, index) => {
    const { apply } = FAULTS.find((fault) => fault.id === id)!;
    return [sendAs(inputAt(index), apply(specification))!, sendAs(inputAt(index), specification)!].map(textOf);
  });
  return sent.flatMap(([wrong, right]) => (wrong === right ? [] : wrong!));
}

function inputAt(index: number): SigningInput {
  const { request, options } = works(16, index + 1)[index]!;
  const protocolParameters = [
    ...[["oauth_consumer_key", "merchant"] as const, ["oauth_nonce", options.nonce] as const],
    ...[["oauth_signature_method", "HMAC-SHA1"] as const, ["oauth_timestamp", options.timestamp] as const],
  ];
  return { ...request, protocolParameters, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET };
}

function textOf({ method, url, headers, body }: HttpRequest): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url} HTTP/1.1`, ...fields, "", body === undefined ? "" : toText(body)].join("\n");
}

/** The milliseconds until the result on Node.js. */
async function explainHere(request: string): Promise<number> {
  const empty = {
    entry: "",
    scheme: "" as const,
    tokenSecret: "",
    rsaKey: "",
    baseString: "",
    response: "",
    language: "",
  };
  const given: ExplainInput = { ...empty, request, consumerSecret: SECRET, showCardData: false };
  const began = performance.now();
  await explain(given, { progress: () => undefined, signal: new AbortController().signal });
  return performance.now() - began;
}

/** The actions of the page. */
interface Measures {
  /** Pastes a request, and returns the milliseconds until the verdict is shown. */
  readonly paste: (request: string, secret: string) => Promise<number>;
}

declare const measures: Measures;

/** Code that runs in the page. It is text, because a compiler may add helpers that the page does not contain. */
const INSTALL = `(() => {
  async function paste(request, secret) {
    const textarea = document.querySelector("textarea");
    const output = document.querySelector(".output");
    output.replaceChildren();
    document.querySelector("[type=password]").value = secret;
    textarea.value = request;
    const began = performance.now();
    const changes = new MutationObserver(() => {
      if (output.querySelector(".verdict") !== null && !output.hasAttribute("aria-busy")) done();
    });
    let done;
    const ended = new Promise((resolve) => {
      done = resolve;
    });
    changes.observe(output, { childList: true, attributes: true });
    textarea.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
    await ended;
    changes.disconnect();
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }
  globalThis.measures = { paste };
})()`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

function pasteThere(page: Page, request: string, secret = SECRET): Promise<number> {
  return page.evaluate(([text, key]) => measures.paste(text, key), [request, secret] as const);
}

/** An event of a trace. Times are in microseconds; `tdur` is processor time. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  readonly tdur?: number;
}

/** The milliseconds of processor time of the page's longest task: elapsed time would include other work of the machine. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: readonly TraceEvent[] };
  const isThread = ({ name, args }: TraceEvent): boolean => name === "thread_name" && args.name === "CrRendererMain";
  const threads = traceEvents.filter(isThread);
  const ofPage = traceEvents.filter((one) => threads.some(({ pid, tid }) => one.pid === pid && one.tid === tid));
  if (ofPage.length < 100) throw new Error("the trace has no tasks of the page");
  return ofPage.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
}

interface Figures {
  readonly lines: readonly string[];
  readonly requests: number;
}

async function measure(browser: Browser, page: Page): Promise<Figures> {
  const all = samples();
  const first = await pasteThere(page, all[0]!);
  const pairs: { readonly there: number; readonly here: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const request of all) pairs.push({ there: await pasteThere(page, request), here: await explainHere(request) });
  }
  const verdict = median(pairs.map(({ there }) => there));
  const ratio = median(pairs.map(({ there, here }) => there / here));
  process.stderr.write(`pasted: ${inMilliseconds(verdict)}, ${ratio.toFixed(1)} × Node.js; now searching\n`);
  await browser.startTracing(page, { categories: ["toplevel"] });
  const search = await pasteThere(page, all[0]!, "another secret");
  const longest = longestTask(await browser.stopTracing());
  return {
    requests: all.length,
    lines: [
      row("from a paste to the verdict on the screen, median", inMilliseconds(verdict), "≤ 100 ms"),
      row("the same as a ratio to Node.js, median", `${ratio.toFixed(1)} ×`, "≤ 4 ×"),
      row("the first verdict of a page, which starts the worker", inMilliseconds(first), ""),
      row("a search that finds nothing", inMilliseconds(search), ""),
      row("processor time of the page's longest task during such a search", inMilliseconds(longest), "≤ 50 ms"),
    ],
  };
}

function inMilliseconds(value: number): string {
  return `${Math.round(value).toLocaleString("en")} ms`;
}

function row(name: string, value: string, bound: string): string {
  return `| ${name} | ${value} | ${bound} |`;
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
  const { lines, requests } = await measure(browser, page);
  const machine = `${cpus()[0]?.model ?? ""}, ${cpus().length} cores, Chromium ${browser.version()}, Node.js ${process.version}, load average ${loadavg()[0]!.toFixed(1)}`;
  const text = [
    ...[
      "# Performance of the inspector",
      "",
      `\`npm run bench -- inspector\` pastes ${requests} requests with 16 parameters and one mistake each, ${ROUNDS} times.`,
    ],
    ...["", "| | figure | bound |", "| --- | ---: | ---: |", ...lines, "", `${machine}.`, ""],
  ].join("\n");
  process.stdout.write(text);
  if (process.argv.includes("--write")) writeFileSync(PAGE, text);
} finally {
  await browser.close();
}
