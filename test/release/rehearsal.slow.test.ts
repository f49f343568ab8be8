/**
 * Releases a copy of this checkout as scripts/release/README.md describes, up to what `npm publish` would send.
 *
 * @module-tag release
 */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ADDRESS = "https://git.example/countersign";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const path of tracked) cpSync(path, join(folder, path));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  git("init", "--quiet");
  // In place of .ci/run, which is all of CI.
  npm("pkg", "set", "scripts.preversion=node --version");
  commit("Copy");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config|package|lifecycle)/i.test(name)),
  );
  return spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
}
const npm = (...args: string[]): ReturnType<typeof run> => run("npm", args);
const git = (...args: string[]): string =>
  run("git", ["-c", "user.name=Test", "-c", "user.email=test@git.example", ...args]).stdout.trim();

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

describe("a release", () => {
  test("is refused without a publisher's addresses, and rehearsed with them", { timeout: 600_000 }, () => {
    const refused = npm("publish", "--dry-run");
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain(
      "package.json has no repository; scripts/release/README.md describes how to set it",
    );

    const addresses = [`repository.url=git+${ADDRESS}.git`, `bugs.url=${ADDRESS}/issues`, `homepage=${ADDRESS}`];
    npm("pkg", "set", ...addresses);
    commit("Name the publisher");
    git("config", "user.name", "Test");
    git("config", "user.email", "test@git.example");
    const versioned = npm("version", "minor");
    expect(versioned.status, versioned.stderr).toBe(0);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(git("tag", "--points-at", "HEAD")).toBe(`v${version}`);
    expect(git("status", "--porcelain")).toBe("");
    expect(git("show", "--name-only", "--format=", "HEAD").split("\n")).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "action.yml", "docs/ci.md", "package-lock.json", "package.json"]),
    );

    const published = npm("publish", "--dry-run", "--json");
    expect(published.status, published.stderr).toBe(0);
    expect(published.stdout).toContain(`countersign-${version}.tgz`);
  });
});
