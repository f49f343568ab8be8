/** Shows the results of a mutation run. */

import type { Mutant } from "./mutants.ts";

/** A mutant after the run. */
export interface Result extends Mutant {
  /** The test that failed, or another event that ended the run; undefined if the mutant survived. */
  killedBy?: string;
  /** The level of that test. */
  level?: string;
  /** The names of the tests that were selected to run. */
  readonly reachedBy: string[];
}

/** How many of the tests that reach a survivor are shown. */
const SHOWN_TESTS = 5;

export function survivorText({ file, line, within, original, mutated, reachedBy }: Result): string {
  const tests = reachedBy.slice(0, SHOWN_TESTS).map((name) => `    ${name}`);
  if (reachedBy.length > SHOWN_TESTS) tests.push(`    and ${reachedBy.length - SHOWN_TESTS} more`);
  return [
    `${file}:${line} survived, in ${within || "the module"}`,
    `  - ${original}`,
    `  + ${mutated || "(removed)"}`,
    reachedBy.length === 0 ? "  no test reaches it" : "  tests that reach it:",
    ...tests,
  ].join("\n");
}

/** A table: for each folder of src, how many mutants there are, and how many percent each level and those before it kill. */
export function summaryOf(results: readonly Result[], levels: readonly string[]): string {
  const folderOf = ({ file }: Result) => file.split("/").slice(0, 2).join("/");
  const folders = [...new Set(results.map(folderOf))].toSorted();
  const isSurface = (result: Result) => ["src/cli", "src/inspector"].includes(folderOf(result));
  const rows: [string, Result[]][] = [
    ...folders.map((folder): [string, Result[]] => [folder, results.filter((result) => folderOf(result) === folder)]),
    ["outside src/cli and src/inspector", results.filter((result) => !isSurface(result))],
    ["all", [...results]],
  ];
  return rows
    .map(([name, inside]) => {
      const shares = levels.map((level, index) => {
        const killed = inside.filter((one) => one.level !== undefined && levels.indexOf(one.level) <= index).length;
        return `${level} ${killed} (${((100 * killed) / inside.length).toFixed(0)} %)`;
      });
      return `${name}: ${inside.length} mutants, killed by ${shares.join(", ")}`;
    })
    .join("\n");
}
