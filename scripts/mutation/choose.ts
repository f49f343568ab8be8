/** Chooses which mutants to run, and the tests for them. */

import { createHash } from "node:crypto";
import type { Mutant } from "./mutants.ts";

/** A mutant that no test can detect, and the reason. */
export interface Equivalent {
  readonly file: string;
  readonly within: string;
  readonly original: string;
  readonly mutated: string;
  /** The number among several mutants with the same text; the first if it is left out. */
  readonly nth?: number;
  readonly reason: string;
}

/**
 * Chooses mutants at random. The choice of a mutant depends on the seed, its function and its text, not on its line, so a
 * sample stays nearly the same while code moves.
 *
 * @param count how many to choose; if there are fewer, all of them
 */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const order = new Map(mutants.map((mutant) => [mutant, numberOf(mutant, seed)]));
  const chosen = new Set(mutants.toSorted((one, other) => order.get(one)! - order.get(other)!).slice(0, count));
  return mutants.filter((mutant) => chosen.has(mutant));
}

function numberOf({ file, within, original, mutated, nth }: Mutant, seed: number): number {
  const key = JSON.stringify([seed, file, within, original, mutated, nth]);
  return createHash("sha256").update(key).digest().readUIntBE(0, 6);
}

export function isEquivalent(mutant: Mutant, { file, within, original, mutated, nth = 0 }: Equivalent): boolean {
  return (
    mutant.file === file &&
    mutant.within === within &&
    mutant.original === original &&
    mutant.mutated === mutated &&
    mutant.nth === nth
  );
}

/** Selects files with code, because a mutant of a test would prove nothing. */
const SOURCE_RE = /^src\/.*\.ts$/;

/** A range of lines in one file, counted from 1, including the last one. */
export interface Lines {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** Reads the output of `git diff --unified=0`: the lines of source files that are new or different. */
export function changedLines(diff: string): Lines[] {
  const changed: Lines[] = [];
  let file: string | undefined;
  for (const line of diff.split("\n")) {
    const path = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/.exec(line);
    if (path !== null) file = path[1] !== undefined && SOURCE_RE.test(path[1]) ? path[1] : undefined;
    const part = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (part === null || file === undefined) continue;
    const [first, count] = [Number(part[1]), Number(part[2] ?? 1)];
    if (count > 0) changed.push({ file, first, last: first + count - 1 });
  }
  return changed;
}

/** Whether a mutant changes code on one of the lines. */
export function isOnLines({ file, line, lastLine }: Mutant, changed: readonly Lines[]): boolean {
  return changed.some((lines) => lines.file === file && line <= lines.last && lastLine >= lines.first);
}

/** A mutant with the number of its switch. */
export type NumberedMutant = Mutant & { readonly id: number };

/** A test file, as it ran without an active mutant. */
export interface TestFile {
  /** The name of vitest's project. */
  readonly project: string;
  readonly path: string;
  readonly milliseconds: number;
  /** The mutants that are reached outside of its tests: while modules load, and in hooks. */
  readonly reached: ReadonlySet<number>;
  readonly tests: readonly Test[];
}

interface Test {
  readonly id: string;
  /** The path of its file and all its titles. */
  readonly name: string;
  readonly milliseconds: number;
  readonly reached: ReadonlySet<number>;
}

/** The tests of one file that are to run for a mutant. */
export interface Selection {
  readonly file: TestFile;
  readonly tests: readonly Test[];
}

/**
 * Chooses the tests that reach a mutant. Those that reach it directly come first, and among these the faster files. Of the
 * files that reach it only while their modules load, which are often all, those in the nearest folder are chosen.
 */
export function testsFor({ id, file: source }: NumberedMutant, files: readonly TestFile[]): Selection[] {
  const commonFolders = ({ path }: TestFile): number => {
    const folders = path.split("/").slice(1, -1);
    const end = folders.findIndex((folder, at) => folder !== source.split("/")[at + 1]);
    return end === -1 ? folders.length : end;
  };
  const selections = files.flatMap((file) => {
    const reaching = file.tests.filter(({ reached }) => reached.has(id));
    const tests = file.reached.has(id) ? file.tests : reaching;
    const milliseconds = tests.reduce((sum, test) => sum + test.milliseconds, 0);
    const isDirect = reaching.length > 0;
    return tests.length === 0 ? [] : [{ file, tests, isDirect, nearness: commonFolders(file), milliseconds }];
  });
  const nearest = Math.max(1, ...selections.map(({ nearness }) => nearness));
  return selections
    .filter(({ isDirect, nearness }) => isDirect || nearness === nearest)
    .toSorted((one, other) => Number(other.isDirect) - Number(one.isDirect) || one.milliseconds - other.milliseconds);
}
