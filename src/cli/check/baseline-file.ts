/**
 * The file of known failures: `vectors/baseline.schema.json` is its schema.
 *
 * @module
 */

import { existsSync, writeFileSync } from "node:fs";
import type { BaselineEntry } from "../../conformance/runner/index.ts";
import { UsageError } from "../exit-codes.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readInput } from "../input/read-file.ts";

/**
 * The entries of a file.
 *
 * @param mayBeAbsent whether a file that does not exist yet has no entries, instead of being an error
 * @throws {@link UsageError}
 */
export function readBaseline(path: string, mayBeAbsent: boolean): readonly BaselineEntry[] {
  if (!existsSync(path)) {
    if (mayBeAbsent) return [];
    throw new UsageError(`expected a baseline in JSON at ${path}: no such file`, "--update-baseline writes one");
  }
  const { known } = parseChecked<{ readonly known: readonly BaselineEntry[] }>(
    readInput(path).toString("utf8"),
    "baseline.schema.json",
    { what: "a baseline", file: path, hint: "correct the file: a new one would lose the reasons of its entries" },
  );
  return known;
}

/** Writes each entry on a line of its own, so that changes are easy to review. */
export function writeBaseline(path: string, entries: readonly BaselineEntry[]): void {
  const lines = entries.map((entry) => `\n    ${JSON.stringify(entry)}`).join(",");
  writeFileSync(path, `{\n  "format": 1,\n  "known": [${lines}${entries.length === 0 ? "" : "\n  "}]\n}\n`);
}
