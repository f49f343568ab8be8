/** @module-tag commands */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseChecked } from "../../src/cli/input/checked-json.ts";
import { REPORT, type Report } from "../../src/conformance/reporters/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "interruption-"));
  // Says hello, and then answers nothing.
  writeFileSync(
    join(folder, "silent.mjs"),
    `import { writeFileSync } from "node:fs";
    import { createInterface } from "node:readline";
    writeFileSync(${JSON.stringify(join(folder, "pid"))}, String(process.pid));
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, op } = JSON.parse(line);
      if (op === "hello") console.log(JSON.stringify({ id, ok: true, protocol: 1, implementation: { name: "silent", version: "1", language: "JavaScript" }, operations: ["percent-encoding"] }));
    });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  /** Resolves as soon as stdout and stderr match. */
  readonly printed: (pattern: RegExp) => Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

function countersign(...args: string[]): Running {
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...args], { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    async printed(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`ended without ${pattern}: ${output}`);
        await wait(20);
      }
    },
    ended: once(child, "close").then(([code]) => ({ code: code as number | null, output })),
  };
}

async function fileAppears(path: string): Promise<void> {
  while (!existsSync(path)) await wait(20);
}

const inFolder = (name: string): string => join(folder, name);
const REPORTS = ["json", "junit", "html", "ndjson"].flatMap((name) => ["--report", `${name}=report.${name}`]);

/** Every report is complete, and says that the run was interrupted. */
function expectCompleteReports(): Report {
  const read = (name: string): string => readFileSync(inFolder(`report.${name}`), "utf8");
  const report = parseChecked(read("json"), REPORT, { what: "a report", file: "report.json" });
  expect(report.implementations[0]!.stopped?.reason).toBe("interrupted");
  expect(read("junit")).toMatch(/<error [^>]*type="interrupted"[\s\S]*<\/testsuites>\s*$/);
  expect(read("html")).toMatch(/interrupted[\s\S]*<\/html>\s*$/);
  expect(read("ndjson")).toMatch(/"reason":"interrupted".*\n.*"type":"end".*\n$/);
  return report;
}

describe.each(["SIGINT", "SIGTERM"] as const)("%s", (signal) => {
  test("ends a check of a built-in implementation with complete reports and exit code 130", async () => {
    const { child, printed, ended } = countersign(
      "check",
      "--builtin",
      "countersign",
      "--seed",
      "1",
      "--runs",
      "1000000",
      ...REPORTS,
      "--report",
      "terminal",
    );
    await printed(/seed 1/);
    await wait(300);
    child.kill(signal);
    const { code, output } = await ended;
    expect(code).toBe(130);
    expect(output).toContain(`countersign: interrupted by ${signal}`);
    expect(output).toMatch(/countersign: [\d,]+ vectors/);
    expectCompleteReports();
  });
});

describe("Ctrl-C", () => {
  test("ends a check whose driver does not answer, and the driver", async () => {
    rmSync(inFolder("pid"), { force: true });
    const driver = ["--no-doctor", "--runs", "0", "--", process.execPath, "silent.mjs"];
    const { child, ended } = countersign("check", "--seed", "1", ...REPORTS, ...driver);
    await fileAppears(inFolder("pid"));
    await wait(500);
    child.kill("SIGINT");
    const { code } = await ended;
    expect(code).toBe(130);
    const [subject] = expectCompleteReports().implementations;
    expect(subject).toMatchObject({ vectors: { failed: 0 }, driverProblems: [] });
    expect(() => process.kill(Number(readFileSync(inFolder("pid"), "utf8")), 0)).toThrow("ESRCH");
  });

  test("while the causes are searched ends the search, with complete reports and every failure", async () => {
    // No known mistake explains this, so the search goes on until its limit.
    const wrong = `export const implementation = {
      sign: (input) => JSON.stringify(input),
    };`;
    writeFileSync(inFolder("wrong.mjs"), wrong);
    rmSync(inFolder("report.ndjson"), { force: true });
    const { child, ended } = countersign("check", "--runs", "0", "--module", "wrong.mjs", ...REPORTS);
    await fileAppears(inFolder("report.ndjson"));
    const lines = (): string[] => readFileSync(inFolder("report.ndjson"), "utf8").split("\n");
    const has = (type: string): boolean => lines().some((line) => line.includes(`"type":"${type}"`));
    while (!has("search")) await wait(20);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    const [subject] = expectCompleteReports().implementations;
    expect(subject!.failures.length).toBeGreaterThan(100);
    expect(subject).toMatchObject({ causes: [], causesIncomplete: true });
    expect(has("causes")).toBe(true);
  });

  test("keeps every entry of a baseline that is written anew", async () => {
    const baseline = { format: 3, known: [{ cause: "tilde-encoded", reason: "old" }] };
    writeFileSync(inFolder("baseline.json"), JSON.stringify(baseline));
    const options = ["--baseline", "baseline.json", "--update-baseline", "--runs", "1000000"];
    const { child, printed, ended } = countersign("check", "--builtin", "countersign", "--seed", "1", ...options);
    await printed(/seed 1/);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(JSON.parse(readFileSync(inFolder("baseline.json"), "utf8"))).toEqual(baseline);
  });

  test("ends the doctor, which reports the checks that it made", async () => {
    rmSync(inFolder("pid"), { force: true });
    const { child, ended } = countersign("doctor", "--", process.execPath, "silent.mjs");
    await fileAppears(inFolder("pid"));
    await wait(500);
    child.kill("SIGINT");
    const { code, output } = await ended;
    expect(code).toBe(130);
    expect(output).toMatch(/✓ .*\(hello\)/);
    expect(output).toMatch(/more checks did not run/);
    expect(output).not.toContain("✗");
  });

  test("pressed twice ends a command that does not react to the first one", async () => {
    const program = "process.on('SIGINT', () => {}); console.log('started'); setInterval(() => {}, 1000)";
    const { child, printed, ended } = countersign("capture", "--", process.execPath, "-e", program);
    await printed(/started/);
    child.kill("SIGINT");
    await wait(200);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
  });
});
