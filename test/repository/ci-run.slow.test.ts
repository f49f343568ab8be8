/**
 * `.ci/run` ends with the first command of the set-up that fails.
 *
 * @module-tag commands
 */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ci-run-"));
  mkdirSync(inFolder(".ci"));
  cpSync(".ci/run", inFolder(".ci/run"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (...names: readonly string[]): string => join(folder, ...names);
const write = (name: string, text: string): void => writeFileSync(inFolder(name), text);

/** Puts programs that write their arguments to a file in the place of npm and npx. */
function useStubs(failing: string): void {
  mkdirSync(inFolder("bin"));
  for (const name of ["npm", "npx"]) {
    write(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >>"${inFolder("calls")}"\n[ "${name} $*" != "${failing}" ]\n`);
    chmodSync(inFolder("bin", name), 0o755);
  }
}

function runCi(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  // The npm that runs this test may have been told to be silent.
  const env = { ...process.env, npm_config_loglevel: "error", PATH: `${inFolder("bin")}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync("bash", [inFolder(".ci/run"), ...args], { env, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const calls = (): string[] => readFileSync(inFolder("calls"), "utf8").trimEnd().split("\n");

describe("a run of every part", () => {
  test("ends with npm ci if it fails", () => {
    useStubs("npm ci");
    expect(runCi("--have").status).toBe(1);
    expect(calls()).toEqual(["npm ci"]);
  });

  test("ends with npm test if it fails", () => {
    useStubs("npm test");
    expect(runCi("--have").status).toBe(1);
    expect(calls()).toEqual(["npm ci", "npm test"]);
  });

  test("is red for a lock file out of step, although node_modules exists", () => {
    const manifest = { name: "x", version: "1.0.0" };
    mkdirSync(inFolder("node_modules"));
    mkdirSync(inFolder("added"));
    write("added/package.json", JSON.stringify({ name: "added", version: "1.0.0" }));
    const scripts = { test: "echo tested >tested" };
    write("package.json", JSON.stringify({ ...manifest, scripts, dependencies: { added: "file:added" } }));
    write("package-lock.json", JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { "": manifest } }));
    const { status, output } = runCi("--have");
    expect(output).toContain("package.json and package-lock.json");
    expect(status).toBe(1);
    expect(existsSync(inFolder("tested"))).toBe(false);
  });
});

describe("a run of some parts", () => {
  test("ends a part with its first command that fails, and fails", () => {
    useStubs("npm run -s lint");
    const { status, output } = runCi("static");
    expect(calls()).toEqual(["npm run -s lint"]);
    expect([status, output.includes("failed: static")]).toEqual([1, true]);
  });
});
