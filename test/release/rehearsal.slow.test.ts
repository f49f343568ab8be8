/**
 * Releases a copy of this checkout as scripts/release/README.md describes: runs the commands of the workflow *Release*, with a
 * dry run of `npm publish` and a `gh` that sends nothing.
 *
 * @module-tag release
 */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

const ADDRESS = "https://git.example/countersign";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}
type Jobs = Readonly<Record<string, { readonly steps: readonly Step[] }>>;

/** What runs here in place of a command: the packages are installed, and CI runs the tests. */
const REPLACED: Readonly<Record<string, string>> = {
  // Installing runs the script prepare.
  "npm ci": "npm run -s prepare",
  "npm test": "node --version",
};

let root = "";
let folder = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "release-"));
  folder = join(root, "checkout");
  const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const path of tracked) cpSync(path, join(folder, path));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "bin", "gh"), '#!/bin/sh\nfor one; do echo "$one"; done\n', { mode: 0o755 });
  git("init", "--quiet");
  // In place of .ci/run, which is all of CI.
  npm("pkg", "set", "scripts.preversion=node --version");
  commit("Copy");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(
  command: string,
  args: readonly string[],
  cwd = folder,
  variables: Readonly<Record<string, string>> = {},
): { status: number | null; stdout: string; stderr: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config|package|lifecycle)/i.test(name)),
  );
  const PATH = [join(root, "bin"), process.env.PATH].join(delimiter);
  return spawnSync(command, args, { cwd, env: { ...env, ...variables, PATH }, encoding: "utf8" });
}
const npm = (...args: string[]): ReturnType<typeof run> => run("npm", args);
const git = (...args: string[]): string =>
  run("git", ["-c", "user.name=Test", "-c", "user.email=test@git.example", ...args]).stdout.trim();

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

/** Runs a command as a step with `run` does. */
function succeed(command: string, cwd: string, variables: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = run("bash", ["-eo", "pipefail", "-c", command], cwd, variables);
  expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/**
 * Runs the jobs of a workflow in the order of the file, a checkout in the first one and artifacts between them.
 *
 * @param values the values of `${{ … }}`
 * @returns what each command printed
 */
function runJobs(jobs: Jobs, values: Readonly<Record<string, string>>): Map<string, string> {
  const printed = new Map<string, string>();
  for (const [name, { steps }] of Object.entries(jobs)) {
    const isCheckout = steps.some(({ uses }) => uses?.startsWith("actions/checkout@"));
    const cwd = isCheckout ? folder : join(root, name);
    if (!isCheckout) mkdirSync(cwd);
    for (const step of steps) {
      const [, action] = /^actions\/(\w+-artifact)@/.exec(step.uses ?? "") ?? [];
      const artifact = join(root, `artifact ${step.with?.name}`);
      if (action === "upload-artifact") {
        const found = succeed(`ls -d ${step.with!.path}`, cwd, {}).trim().split("\n");
        for (const path of found) cpSync(join(cwd, path), join(artifact, basename(path)));
      }
      if (action === "download-artifact") cpSync(artifact, cwd, { recursive: true });
      if (step.run === undefined) continue;
      const variables = Object.entries(step.env ?? {}).map(([variable, text]) => [
        variable,
        text.replace(/\$\{\{ (.*?) \}\}/g, (_whole, value: string) => values[value]!),
      ]);
      const environment = { ...Object.fromEntries(variables), npm_config_dry_run: isCheckout ? "false" : "true" };
      printed.set(step.run, succeed(REPLACED[step.run] ?? step.run, cwd, environment));
    }
  }
  return printed;
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
    const tag = `v${version}`;
    expect(git("tag", "--points-at", "HEAD")).toBe(tag);
    expect(git("status", "--porcelain")).toBe("");
    expect(git("show", "--name-only", "--format=", "HEAD").split("\n")).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "action.yml", "docs/ci.md", "package-lock.json", "package.json"]),
    );

    const { jobs } = parse(readFileSync(join(folder, ".github/workflows/release.yml"), "utf8")) as { jobs: Jobs };
    const values = { "github.token": "none", "github.repository": "owner/countersign", "github.ref_name": tag };
    const printed = runJobs(jobs, values);
    expect([...printed.keys()]).toEqual(expect.arrayContaining(Object.keys(REPLACED)));
    expect(printed.get("npm publish --ignore-scripts ./countersign-*.tgz")).toBe(`+ countersign@${version}\n`);
    const [release] = [...printed].filter(([command]) => command.startsWith("gh ")).map(([, arguments_]) => arguments_);
    const files = [`${version}.cdx.json`, `vectors-${version}.tar.gz`, `vectors-${version}.tar.gz.sha256`];
    const named = files.map((file) => `countersign-${file}`);
    const note = ["--notes", "See CHANGELOG.md."];
    expect(release!.trim().split("\n")).toEqual([
      "release",
      "create",
      tag,
      "--repo",
      "owner/countersign",
      "--verify-tag",
      ...note,
      ...named,
    ]);

    const user = join(root, "user");
    mkdirSync(user);
    const tarball = join(root, "publish", `countersign-${version}.tgz`);
    const installed = run("npm", ["install", "--offline", "--no-audit", "--prefix", user, tarball], user);
    expect(installed.status, installed.stderr).toBe(0);
    expect(installed.stderr).toBe("");
    const published = JSON.parse(readFileSync(join(user, "node_modules/countersign/package.json"), "utf8"));
    expect(published).toMatchObject({ version, homepage: ADDRESS });
    expect(published).not.toHaveProperty("scripts");
  });
});
