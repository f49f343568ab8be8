/** A run of `check`, and the questions that it asks a driver, by the clock. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { questionLine } from "../../src/conformance/drivers/question.ts";
import { loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import { type Effort, type Section, wallTime } from "./measure.ts";

const DRIVER = [process.execPath, "examples/drivers/javascript-oauth-sign.mjs"] as const;
const IN_FLIGHT = 64;

/** Nanoseconds of a run of `check`, which fails for several causes. */
function check(...options: string[]): number {
  const args = ["check", "--seed", "1", "--no-references", "--quiet", ...options, "--", ...DRIVER];
  const start = wallTime();
  const { status, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", ...args], { encoding: "utf8" });
  if (status !== 1) throw new Error(`check ended with ${status} instead of 1: ${stderr}`);
  return wallTime() - start;
}

/** Requests to sign with HMAC-SHA1, repeated until they fill the time at about the rate of a slow machine. */
function casesFor({ warmUp, slice }: Effort): Vector[] {
  const some = loadVectors().filter(({ input }) => input.operation === "sign" && input.signatureMethod === "HMAC-SHA1");
  return Array.from({ length: 10 * (warmUp + slice) }, (_, index) => some[index % some.length]!);
}

/** Answers a second if they are only counted. */
async function driverAlone(effort: Effort): Promise<number> {
  const cases = casesFor(effort);
  const child = spawn(DRIVER[0], DRIVER.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const lines = cases.map(({ input }, index) => questionLine(index + 1, input));
  // The first answer shows that the program has started.
  child.stdin.write(questionLine(0, cases[0]!.input));
  let left = cases.length + 1;
  let began = 0;
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (left === cases.length + 1) {
        began = performance.now();
        child.stdin.write(lines.join(""));
      }
      for (const octet of chunk) if (octet === 0x0a) left--;
      if (left === 0) resolve();
    });
  });
  const seconds = (performance.now() - began) / 1000;
  child.kill();
  return cases.length / seconds;
}

/** Answers a second through the runner, which checks each of them. */
async function throughRunner(effort: Effort): Promise<number> {
  const cases = casesFor(effort);
  const { openDriver, checkAnswer } = await loadRunner();
  const driver = openDriver({ command: [...DRIVER] });
  await driver.hello();
  const began = performance.now();
  let [next, passed] = [0, 0];
  async function worker(): Promise<void> {
    while (next < cases.length) {
      const vector = cases[next++]!;
      if (checkAnswer(vector, await driver.ask(vector.input)).verdict === "pass") passed++;
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const seconds = (performance.now() - began) / 1000;
  await driver.close();
  if (passed < cases.length / 2) throw new Error(`only ${passed} of ${cases.length} answers pass`);
  return cases.length / seconds;
}

type Runner = typeof import("../../src/conformance/drivers/index.ts") &
  typeof import("../../src/conformance/runner/answers/check-answer.ts");

/** Bundles the runner, because source that tsx compiles on the fly is slower. */
async function loadRunner(): Promise<Runner> {
  const folder = mkdtempSync(join("node_modules", ".bench-"));
  const outfile = join(folder, "runner.mjs");
  const sources = ["drivers/index.ts", "runner/answers/check-answer.ts"];
  try {
    await build({
      stdin: {
        contents: sources.map((path) => `export * from "./src/conformance/${path}";`).join("\n"),
        resolveDir: process.cwd(),
      },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20.19",
      // A dependency that is not an ES module cannot be bundled into one. Node finds it from this folder.
      packages: "external",
      define: { __BUNDLED_VERSIONS__: JSON.stringify({ countersign: "0" }) },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const SECTIONS: readonly Section[] = [
  {
    title: "Check",
    text: `\`check\` asks all vectors and properties of oauth-sign, which fails for several causes. The same driver answers requests to sign with
HMAC-SHA1, which are written at once and only counted, or asked and checked by the runner. All by the clock.`,
    tables: [
      {
        id: "check",
        title: "A run of check",
        unit: "s",
        isCompared: true,
        rounds: 3,
        rows: [
          { name: "without causes", measure: () => check("--no-causes") },
          { name: "with causes", measure: () => check() },
        ],
      },
      {
        id: "driver",
        title: "Questions to a driver in Node",
        unit: "a second",
        isCompared: true,
        rounds: 3,
        rows: [
          { name: "the driver alone", measure: driverAlone },
          { name: "asked and checked by the runner, 64 in flight", measure: throughRunner },
        ],
      },
    ],
  },
];
