/**
 * Changes the code in small ways, one at a time, and runs the tests until one of them fails (mutation testing). A mutant that
 * nothing detects is a survivor.
 *
 *     npm run mutation -- [--files PATTERN]... [--sample NUMBER] [--seed NUMBER]... [--workers NUMBER]
 *
 * Each mutant is written into a clone with the files as they are now. The tests of its folder run first, then all of `npm test`,
 * then `npm run generate -- --check`. Mutants that change nothing are in equivalent.json, each with its reason.
 */

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { execa, execaSync } from "execa";
import { type Mutant, mutantsOf, sampleOf } from "./mutants.ts";
import { folderOfTests, isEquivalent, summaryOf } from "./result.ts";

/** What does not end within this time is stuck. */
const LIMIT_MILLISECONDS = 15 * 60_000;

const { values } = parseArgs({
  options: {
    /** Mutates only these files, named as for `git ls-files`. */
    files: { type: "string", multiple: true, default: ["src"] },
    /** For each seed, how many mutants to choose at random. */
    sample: { type: "string", default: "40" },
    seed: { type: "string", multiple: true, default: ["1"] },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});

const mutants = chosenMutants();
console.log(`${mutants.length} mutants`);
const survivors = new Set<Mutant>();
const waiting = [...mutants];
await Promise.all(Array.from({ length: Number(values.workers) }, work));
const { text, isEnough } = summaryOf(mutants, survivors);
console.log(text);
process.exitCode = isEnough ? 0 : 1;

function chosenMutants(): Mutant[] {
  const files = filesInGit(...values.files).filter((file) => /^src\/.*\.ts$/.test(file));
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
  const chosen = values.seed.flatMap((seed) => sampleOf(all, Number(values.sample), Number(seed)));
  return [...new Set(chosen)].filter((mutant) => !isEquivalent(mutant));
}

function filesInGit(...patterns: string[]): string[] {
  return execaSync("git", ["ls-files", "-z", "--", ...patterns])
    .stdout.split("\0")
    .filter(Boolean);
}

async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), "countersign-mutation-"));
  try {
    execaSync("git", ["clone", "--quiet", ".", copy]);
    for (const file of filesInGit(".")) cpSync(file, join(copy, file), { recursive: true });
    symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
    const broken = await firstFailure(copy);
    if (broken !== undefined) throw new Error(`without a mutant, this must not fail: ${broken}`);
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { file, line, original, mutated, source } = mutant;
      writeFileSync(join(copy, file), source);
      const killedBy = await firstFailure(copy, dirname(file));
      cpSync(file, join(copy, file));
      if (killedBy === undefined) survivors.add(mutant);
      const change = `  - ${original}\n  + ${mutated || "(removed)"}`;
      console.log(`${file}:${line} ${killedBy === undefined ? "survived" : `killed by ${killedBy}`}\n${change}`);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Runs what may detect a mutant, first the tests of its folder. Returns what failed; undefined if nothing did. */
async function firstFailure(copy: string, folder?: string): Promise<string | undefined> {
  // The clone shares node_modules, where its transformed modules do not belong.
  const options = ["--bail=1", "--passWithNoTests", `--experimental.fsModuleCachePath=${join(copy, ".vitest-cache")}`];
  const tests = ["npm", "test", "--", ...options];
  const commands = [
    ["npm", "run", "build"],
    ...(folder === undefined ? [] : [[...tests, folderOfTests(folder)]]),
    tests,
    ["npm", "run", "generate", "--", "--check"],
  ];
  for (const [command, ...words] of commands) {
    const { failed } = await execa(command!, words, {
      cwd: copy,
      reject: false,
      timeout: LIMIT_MILLISECONDS,
      stdin: "ignore",
      // A mutant that survives once survives again.
      env: { COUNTERSIGN_SEED: "5849", VITEST_MAX_WORKERS: "1" },
    });
    if (failed) return words.join(" ");
  }
  return undefined;
}
