/**
 * Runs the steps of action.yml as GitHub Actions does, with the package of this checkout.
 *
 * @module-tag commands
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Step {
  readonly shell: string;
  readonly "working-directory": string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

const ACTION = parse(readFileSync("action.yml", "utf8")) as Action;
let folder = "";
const inFolder = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "action-"));
  // Supports percent-encoding only, and does it as encodeURIComponent.
  const driver = `import { createInterface } from "node:readline";
    const about = { name: process.argv[2] ?? "almost", version: "1", language: "JavaScript" };
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, op, text } = JSON.parse(line);
      if (op === "bye") break;
      const answer = op === "hello"
        ? { ok: true, protocol: 1, implementation: about, operations: ["percent-encoding"], limits: { without: ["octets"] } }
        : { ok: true, value: encodeURIComponent(text) };
      console.log(JSON.stringify({ id, ...answer }));
    }`;
  writeFileSync(inFolder("driver.mjs"), driver);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Fills expressions in as GitHub does; the action is this checkout. */
function filled(text: string, inputs: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\$\{\{ github\.action_path \}\}/g, resolve("."))
    .replaceAll(/\$\{\{ inputs\.([a-z_-]+) \}\}/g, (_, name: string) => inputs[name]!);
}

/** Runs all steps, as a job with these inputs would. */
function runAction(given: Readonly<Record<string, string>>): {
  readonly status: number | null;
  readonly output: string;
} {
  const unset = Object.entries(ACTION.inputs).map(([name, { default: value = "" }]) => [name, value]);
  const inputs = { ...Object.fromEntries(unset), ...given };
  let output = "";
  for (const { env = {}, run, ...step } of ACTION.runs.steps) {
    const variables = Object.entries(env).map(([name, value]) => [name, filled(value, inputs)]);
    const summary = { GITHUB_ACTIONS: "true", CI: "true", GITHUB_STEP_SUMMARY: inFolder("summary.md") };
    const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
      cwd: resolve(folder, filled(step["working-directory"], inputs)),
      env: { ...process.env, ...summary, ...Object.fromEntries(variables) },
      encoding: "utf8",
    });
    output += stdout + stderr;
    if (status !== 0) return { status, output };
  }
  return { status: 0, output };
}

const driver = "node driver.mjs";

describe("the GitHub Action", () => {
  test("is composite, fetches no package by its name, and has no expression in a script", () => {
    expect(ACTION.runs.using).toBe("composite");
    for (const { run, shell } of ACTION.runs.steps) {
      expect(run).not.toContain("npx");
      expect(shell).toBe("bash");
      expect(run).not.toContain("${{");
    }
  });

  test("fails for a failure, with annotations at the driver, a summary and the reports", () => {
    const { status, output } = runAction({ driver, report: "html=report.html\njunit=report.xml" });
    expect(status).toBe(1);
    expect(output).toMatch(/^::error file=driver\.mjs,title=.*\(encodeuricomponent-leftovers\)/m);
    expect(output).toMatch(/^✗ almost: [\d,]+ vectors, /m);
    expect(readFileSync(inFolder("summary.md"), "utf8")).toContain("### ❌ almost 1");
    expect(readFileSync(inFolder("report.html"), "utf8")).toMatch(/<\/html>\s*$/);
    expect(readFileSync(inFolder("report.xml"), "utf8")).toContain('file="driver.mjs"');
  });

  test("passes with the baseline that the command of the documentation writes, because the seed is fixed", () => {
    expect(ACTION.inputs.seed!.default).toBe("1");
    const cli = resolve("dist/cli/main.js");
    const update = [
      "check",
      "--seed",
      "1",
      "--baseline",
      "known.json",
      "--update-baseline",
      "--",
      "node",
      "driver.mjs",
    ];
    expect(spawnSync(cli, update, { cwd: folder }).status).toBe(0);
    const other = runAction({ driver: "node driver.mjs other", baseline: "known.json" });
    expect(other).toMatchObject({ status: 0, output: expect.stringContaining("✓ other: ") });
  });

  test.each([
    ["a profile that does not exist", { driver, profile: "saml" }, 2, "--profile must be one of"],
    ["no driver", { driver: " " }, 2, "expected a program after --"],
    ["fewer vectors than are required", { driver, "min-run": "100000" }, 4, "--min-run requires 100000"],
    ["a driver that does not start", { driver: "no-such-program" }, 3, "no-such-program"],
  ])("fails for %s", (_what, inputs, status, message) => {
    const run = runAction(inputs);
    expect(run.output).toContain(message);
    expect(run.status).toBe(status);
  });

  test("passes words to no shell", () => {
    const run = runAction({ driver: "node driver.mjs $(touch owned) ; touch owned" });
    expect(run.status).toBe(1);
    expect(existsSync(inFolder("owned"))).toBe(false);
  });
});
