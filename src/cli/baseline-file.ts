/**
 * The file of known failures: `vectors/baseline.schema.json` is its schema.
 *
 * @module
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { BaselineEntry } from "../runner/index.ts";
import { UsageError } from "./exit-codes.ts";

/** The entries of a file; with `mayBeAbsent` none where there is no file yet. */
export function readBaseline(path: string, mayBeAbsent: boolean): readonly BaselineEntry[] {
  if (mayBeAbsent && !existsSync(path)) return [];
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(
      `expected a baseline in JSON at ${path}: ${(error as Error).message}`,
      existsSync(path) ? "mend it: a file written anew has none of its reasons" : "--update-baseline writes one",
    );
  }
  const { format, known } = (file ?? {}) as { readonly format?: unknown; readonly known?: unknown };
  if (format !== 1 || !Array.isArray(known)) {
    throw new UsageError(`expected the fields "format": 1 and "known": [...] in ${path}`);
  }
  for (const [index, entry] of known.entries()) {
    const problem = problemOf(entry ?? {});
    if (problem !== undefined) throw new UsageError(`entry ${index + 1} of ${path}: ${problem}`);
  }
  return known;
}

/** Written in the order of the entries, each on a line of its own, so that changes are easy to review. */
export function writeBaseline(path: string, entries: readonly BaselineEntry[]): void {
  const lines = entries.map((entry) => `\n    ${JSON.stringify(entry)}`).join(",");
  writeFileSync(path, `{\n  "format": 1,\n  "known": [${lines}${entries.length === 0 ? "" : "\n  "}]\n}\n`);
}

const FIELDS = ["id", "failure", "reason", "address", "count"];

function problemOf(entry: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(entry).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) return `unknown field ${JSON.stringify(unknown)}`;
  for (const field of ["id", "failure", "reason"]) {
    if (typeof entry[field] !== "string" || entry[field] === "") return `expected a text in ${field}`;
  }
  if (entry.address !== undefined && typeof entry.address !== "string") return "expected a text in address";
  const { id, count } = entry as unknown as BaselineEntry;
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) return "expected a whole number in count";
  return count === undefined && id.endsWith("/*") ? `${id} names many: expected how many it hides in count` : undefined;
}
