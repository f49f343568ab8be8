/** What to test for a mutant, and what a run showed. */

import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Mutant } from "./mutants.ts";

/** Mutants that no test can detect, each with the reason. */
const EQUIVALENT = JSON.parse(readFileSync(new URL("equivalent.json", import.meta.url), "utf8")) as readonly {
  readonly file: string;
  readonly original: string;
  readonly mutated: string;
  readonly reason: string;
}[];

/** How many percent of the mutants must be killed in these folders together, and in all of src. */
const LEAST_KILLED: readonly (readonly [folders: readonly string[], percent: number])[] = [
  [["src/oauth1", "src/verifier"], 97],
  [["src/conformance"], 85],
  [["src"], 80],
];

export function isEquivalent({ file, original, mutated }: Mutant): boolean {
  return EQUIVALENT.some((one) => one.file === file && one.original === original && one.mutated === mutated);
}

/** The nearest folder of tests: `test/a/b` for `src/a/b`, or `test/a` if there is none. */
export function folderOfTests(folder: string): string {
  const tests = folder.replace(/^src/, "test");
  return existsSync(tests) ? tests : folderOfTests(dirname(folder));
}

/** How many of the mutants were killed, and whether they are enough. */
export function summaryOf(
  mutants: readonly Mutant[],
  survivors: ReadonlySet<Mutant>,
): { text: string; isEnough: boolean } {
  const shares = LEAST_KILLED.flatMap(([folders, percent]) => {
    const inside = mutants.filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)));
    if (inside.length === 0) return [];
    const killed = inside.filter((mutant) => !survivors.has(mutant)).length;
    const text = `${folders.join(", ")}: ${killed} of ${inside.length} killed, required are ${percent} %`;
    return [{ text, isEnough: 100 * killed >= percent * inside.length }];
  });
  return { text: shares.map(({ text }) => text).join("\n"), isEnough: shares.every(({ isEnough }) => isEnough) };
}
