/**
 * Changes the code in small ways, one at a time, and looks whether a test of the same folder fails (mutation testing, with
 * Stryker). By default it changes the lines that differ from the last release.
 *
 *     npm run mutation -- [REVISION] [--files PATTERN]... [--sample LINES] [--seed NUMBER] [--concurrency NUMBER]
 *
 * It fails if fewer than 90 of 100 mutants are detected. Mutants that change nothing are in equivalent.json.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { changedLines } from "./changed-lines.ts";
import { sampleLines } from "./sample-lines.ts";
import { type Equivalent, type StrykerReport, scoreOf } from "./score.ts";
import { testsOf } from "./tests-of.ts";

const LEAST_KILLED = 90;
const REPORT = "coverage/mutation.json";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Mutates these files, named as for `git ls-files`, instead of what differs from a revision. */
    files: { type: "string", multiple: true },
    /** Mutates only so many lines, chosen at random. */
    sample: { type: "string" },
    seed: { type: "string", default: "5849" },
    /** How many mutants run at a time. */
    concurrency: { type: "string", default: "2" },
  },
});

const mutated = values.files === undefined ? linesSince(positionals[0] ?? lastRelease()) : linesOf(values.files);
if (mutated.length === 0) {
  console.log("no line of src differs: nothing to mutate");
} else {
  const tests = [...new Set(mutated.flatMap(testsOf))];
  const config = "scripts/mutation/stryker.config.json";
  const options = ["run", config, "--mutate", mutated.join(","), "--concurrency", values.concurrency];
  const { status } = spawnSync(process.execPath, ["node_modules/@stryker-mutator/core/bin/stryker.js", ...options], {
    stdio: "inherit",
    env: { ...process.env, COUNTERSIGN_MUTATION_TESTS: tests.join(",") },
  });
  if (status !== 0) process.exit(status ?? 1);
  report();
}

function linesSince(revision: string): string[] {
  return changedLines(git("diff", "--unified=0", "--no-prefix", "--dst-prefix=b/", revision, "--", "src"));
}

/** The newest tag, or the commit before this one while nothing has been released. */
function lastRelease(): string {
  return git("tag", "--list", "--merged", "HEAD", "--sort=-creatordate").split("\n")[0] || "HEAD~1";
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" });
}

function linesOf(patterns: readonly string[]): string[] {
  const files = git("ls-files", "--", ...patterns)
    .split("\n")
    .filter((file) => file.endsWith(".ts"));
  if (values.sample === undefined) return files;
  const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  return sampleLines(sources, Number(values.sample), Number(values.seed));
}

function report(): void {
  const equivalents = JSON.parse(readFileSync("scripts/mutation/equivalent.json", "utf8")) as Equivalent[];
  const result = scoreOf(JSON.parse(readFileSync(REPORT, "utf8")) as StrykerReport, equivalents);
  for (const survivor of result.survivors) console.log(survivor);
  if (result.mutants === 0) {
    console.log("nothing there can be mutated");
    return;
  }
  const percent = (100 * result.killed) / result.mutants;
  const counts = `${result.killed} of ${result.mutants} mutants detected, ${result.equivalent} more are equivalent`;
  console.log(`${counts}: ${percent.toFixed(1)} %, required are ${LEAST_KILLED} %`);
  if (percent < LEAST_KILLED) process.exitCode = 1;
}
