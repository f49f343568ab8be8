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

/** How many percent of the mutants the tests must kill in these folders together, and in all others together. */
const LEAST_KILLED: readonly (readonly [folders: readonly string[], percent: number])[] = [
  [["src/oauth1", "src/verifier"], 97],
  [[], 85],
];

const folderOf = ({ file }: Mutant): string => file.split("/").slice(0, 2).join("/");
const percentOf = (part: number, whole: number): string => ((100 * part) / whole).toFixed(0);

/**
 * A table: for each folder of src, how many mutants there are, and how many percent each level and those before it kill; then
 * how many must be killed.
 */
export function summaryOf(results: readonly Result[], levels: readonly string[]): { text: string; isEnough: boolean } {
  const folders = [...new Set(results.map(folderOf))].toSorted();
  const counts = folders.map((folder) => {
    const inside = results.filter((result) => folderOf(result) === folder);
    const shares = levels.map((level, index) => {
      const killed = inside.filter((one) => one.level !== undefined && levels.indexOf(one.level) <= index).length;
      return `${level} ${killed} (${percentOf(killed, inside.length)} %)`;
    });
    return `${folder}: ${inside.length} mutants, killed by ${shares.join(", ")}`;
  });
  const strict = LEAST_KILLED.flatMap(([named]) => named);
  const groups = LEAST_KILLED.map(([named, percent]) => {
    const isIn = (folder: string) => (named.length > 0 ? named.includes(folder) : !strict.includes(folder));
    const inside = results.filter((result) => isIn(folderOf(result)));
    const killed = inside.filter(({ killedBy }) => killedBy !== undefined).length;
    const isEnough = 100 * killed >= percent * inside.length;
    const share = `${percentOf(killed, inside.length)} % killed, required are ${percent} %`;
    return { isEnough, lines: inside.length > 0 ? [`${folders.filter(isIn).join(", ")}: ${share}`] : [] };
  });
  return {
    text: [...counts, ...groups.flatMap(({ lines }) => lines)].join("\n"),
    isEnough: groups.every((group) => group.isEnough),
  };
}
