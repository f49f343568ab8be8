/**
 * Cases a second through a JSON-lines driver in Node with 64 in flight, and through the same driver when all questions
 * are written at once and the answers are only counted. Both run built code in two processes, so they are measured in
 * elapsed time.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { questionLine } from "../../src/conformance/drivers/question.ts";
import { loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import type { Effort } from "./measure.ts";

const IN_FLIGHT = 64;

type Drivers = typeof import("../../src/conformance/drivers/index.ts");
type Runner = typeof import("../../src/conformance/runner/check-answer.ts");

/** The number of cases that fill the time, at about the rate of a slow machine. */
function casesFor({ warmUp, slice }: Effort): Vector[] {
  return manyCases(10 * (warmUp + slice));
}

export function driverAlone(effort: Effort): Promise<number> {
  return withBuilt((folder) => pour([process.execPath, join(folder, "program.mjs")], casesFor(effort)));
}

export function throughRunner(effort: Effort): Promise<number> {
  return withBuilt(async (folder) => {
    const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const { openDriver } = (await load("drivers")) as Drivers;
    const { checkAnswer } = (await load("check-answer")) as Runner;
    const driver = openDriver({ command: [process.execPath, join(folder, "program.mjs")] });
    return run(driver, checkAnswer, casesFor(effort));
  });
}

async function withBuilt(measure: (folder: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join("node_modules", ".bench-"));
  try {
    const options = { bundle: true, platform: "node", format: "esm", target: "node20.19", outdir: folder } as const;
    await build({
      ...options,
      entryPoints: {
        drivers: "src/conformance/drivers/index.ts",
        "check-answer": "src/conformance/runner/check-answer.ts",
        program: "scripts/bench/driver-program.ts",
      },
      outExtension: { ".js": ".mjs" },
      // A dependency that is not an ES module cannot be bundled into one. Node finds it from this folder.
      packages: "external",
      define: { __BUNDLED_VERSIONS__: JSON.stringify({ countersign: "0" }) },
    });
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests to sign with HMAC, repeated. */
function manyCases(count: number): Vector[] {
  const some = loadVectors().filter(
    ({ input }) => input.operation === "sign" && input.signatureMethod.startsWith("HMAC"),
  );
  return Array.from({ length: count }, (_, index) => some[index % some.length]!);
}

/** Cases per second if the answers are only counted. */
async function pour([file, ...args]: string[], cases: readonly Vector[]): Promise<number> {
  const child = spawn(file!, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = cases.map(({ input }, index) => questionLine(index + 1, input));
  // The first answer shows that the program has started.
  child.stdin.write(questionLine(0, cases[0]!.input));
  let left = cases.length + 1;
  let began = 0;
  const done = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (left === cases.length + 1) {
        began = performance.now();
        child.stdin.end(lines.join(""));
      }
      for (const octet of chunk) if (octet === 0x0a) left--;
      if (left === 0) resolve();
    });
  });
  await done;
  return cases.length / ((performance.now() - began) / 1000);
}

/** Cases per second through the driver, with every answer checked. */
async function run(
  driver: ReturnType<Drivers["openDriver"]>,
  checkAnswer: Runner["checkAnswer"],
  cases: readonly Vector[],
): Promise<number> {
  await driver.hello();
  const began = performance.now();
  let next = 0;
  async function worker(): Promise<void> {
    while (next < cases.length) {
      const vector = cases[next++]!;
      const { verdict } = checkAnswer(vector, await driver.ask(vector.input));
      if (verdict !== "pass" && verdict !== "refused") throw new Error(`${vector.id}: ${verdict}`);
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const seconds = (performance.now() - began) / 1000;
  await driver.close();
  return cases.length / seconds;
}
