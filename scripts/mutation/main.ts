/**
 * Changes the code in small ways, one at a time, and runs the tests that reach the change until one of them fails (mutation
 * testing). A mutant that no test detects is a survivor.
 *
 *     npm run mutation -- [--files PATTERN]... [--changed REVISION] [--sample NUMBER] [--seed NUMBER]...
 *                         [--level SCRIPT]... [--workers NUMBER]
 *
 * All mutants are in one build, each behind a switch. Each test runs once to see which switches it reaches. Code that runs while
 * modules load has switches too, because each mutant runs in a new process: the tests of its folder run. Programs that a test
 * starts have no switches, but those of `npm run generate` have.
 *
 * It fails if fewer mutants are killed than report.ts requires. Mutants that change nothing are in equivalent.json.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { changedLines, type Equivalent, isEquivalent, isOnLines, sampleOf, testsFor } from "./choose.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { type Result, summaryOf, survivorText } from "./report.ts";

const REPORT = "coverage/mutation.json";

// The workers inherit it. A mutant that survives once survives again.
process.env.COUNTERSIGN_SEED ??= "5849";

const { values } = parseArgs({
  options: {
    /** Mutates only these files, named as for `git ls-files`. */
    files: { type: "string", multiple: true, default: ["src"] },
    /** Mutates only lines that differ from this revision. */
    changed: { type: "string" },
    /** Runs only this many mutants for each seed, chosen at random. */
    sample: { type: "string", default: "100" },
    seed: { type: "string", multiple: true, default: ["1"] },
    /** The npm scripts that run, each only for the mutants that survived the earlier ones. */
    level: { type: "string", multiple: true, default: ["test", "test:recorded"] },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});

const { mutants, equivalent } = chosenMutants();
console.log(`${mutants.length} mutants, ${equivalent} more are equivalent`);
if (mutants.length > 0) {
  const results = await runLevels(mutants, values.level);
  mkdirSync("coverage", { recursive: true });
  writeFileSync(REPORT, `${JSON.stringify(results, null, 2)}\n`);
  for (const result of results) if (result.killedBy === undefined) console.log(survivorText(result));
  const { text, isEnough } = summaryOf(results, values.level);
  console.log(`${text}\nDetails: ${REPORT}`);
  process.exit(isEnough ? 0 : 1);
}

function chosenMutants(): { mutants: Mutant[]; equivalent: number } {
  const equivalents = JSON.parse(readFileSync("scripts/mutation/equivalent.json", "utf8")) as Equivalent[];
  const files = git("ls-files", "--", ...values.files)
    .split("\n")
    .filter((file) => /^src\/.*\.ts$/.test(file));
  let all = files.flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
  if (values.changed !== undefined) {
    const changed = changedLines(differenceFrom(values.changed));
    all = all.filter((mutant) => isOnLines(mutant, changed));
  }
  const chosen = new Set(values.seed.flatMap((seed) => sampleOf(all, Number(values.sample), Number(seed))));
  // The switches of one file must stay in its order.
  const sample = all.filter((mutant) => chosen.has(mutant));
  const mutants = sample.filter((mutant) => !equivalents.some((entry) => isEquivalent(mutant, entry)));
  return { mutants, equivalent: sample.length - mutants.length };
}

function differenceFrom(revision: string): string {
  try {
    git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  } catch {
    console.error(
      `There is no commit ${revision} in this clone. If the clone has only the newest commits, fetch more of them with\n` +
        "git fetch --unshallow (in a workflow: fetch-depth: 0 of actions/checkout), then run this again.",
    );
    process.exit(2);
  }
  return git("diff", "--unified=0", "--no-prefix", "--dst-prefix=b/", revision, "--", "src");
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 1e9 });
}

async function runLevels(mutants: readonly Mutant[], levels: readonly string[]): Promise<Result[]> {
  const { openTests } = await import("./suite.ts");
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const numbered = mutants.map((mutant, index) => ({ ...mutant, id: index + 1 }));
  const results = numbered.map((mutant): Result => ({ ...mutant, reachedBy: [] }));
  const workers = Number(values.workers);
  for (const level of levels) {
    const command = scripts[level] ?? `vitest run ${level}`;
    const { files, failures, openRunner } = await openTests(command, numbered, workers);
    for (const failure of failures) console.log(`left out, because it fails without a mutant: ${failure}`);
    console.log(`${level}: ${files.reduce((sum, { tests }) => sum + tests.length, 0)} tests`);
    const waiting = numbered.filter(({ id }) => results[id - 1]!.killedBy === undefined);
    const work = async (): Promise<void> => {
      const runner = await openRunner();
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const selections = testsFor(mutant, files);
        const result = results[mutant.id - 1]!;
        const start = performance.now();
        const killedBy = selections.length === 0 ? undefined : await runner.run(mutant, selections);
        if (killedBy !== undefined) Object.assign(result, { killedBy, level });
        result.reachedBy.push(...selections.flatMap(({ tests }) => tests.map(({ name }) => name)));
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        console.log(`${mutant.file}:${mutant.line} ${killedBy === undefined ? "survived" : "killed"}, ${seconds} s`);
      }
      await runner.close();
    };
    await Promise.all(Array.from({ length: workers }, work));
  }
  return results;
}
