/**
 * The folder of counterexamples: each a plain JSON file, run first next time.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SavedCase } from "../runner/index.ts";
import { UsageError } from "./exit-codes.ts";

/** All cases of a folder, by file name; none where there is no folder. */
export function readCounterexamples(folder: string | undefined): SavedCase[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => readCounterexample(join(folder, name)));
}

/** One file. */
export function readCounterexample(path: string): SavedCase {
  try {
    const saved = JSON.parse(readFileSync(path, "utf8")) as Partial<SavedCase>;
    if (typeof saved.law === "string" && saved.case !== undefined) return { law: saved.law, case: saved.case };
  } catch (error) {
    throw new UsageError(`expected a counterexample in JSON at ${path}: ${(error as Error).message}`);
  }
  throw new UsageError(`expected the fields law and case in ${path}`);
}

/** Writes one case under a name that it always gets; returns the path. */
export function saveCounterexample(folder: string, saved: SavedCase): string {
  const hash = createHash("sha256").update(JSON.stringify(saved)).digest("hex").slice(0, 12);
  const path = join(folder, `${saved.law}-${hash}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`);
  return path;
}
