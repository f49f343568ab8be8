/**
 * The baseline: a file of known failures. It is read before the run, and compared with it or written anew afterwards.
 * `vectors/baseline.schema.json` is its schema.
 */

import { existsSync, writeFileSync } from "node:fs";
import { type BaselineEntry, type KnownCase, openBaseline, type Suppress } from "../../conformance/runner/index.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { logMessage } from "../output/terminal.ts";
import type { CheckOptions, Plan } from "./plan.ts";

/** The known failures of a run. */
export interface KnownFailures {
  readonly suppress: Suppress;
  readonly knownCase: KnownCase;
  /** After a complete run: writes the file anew if that was asked for, and otherwise reports stale entries. */
  readonly conclude: () => ExitCode[];
  /** Whether failures are written to the file instead of failing the check. */
  readonly isUpdated: boolean;
}

/** Reads the baseline that the options name. */
export function readKnownFailures(
  { baseline: path, updateBaseline: isUpdated = false, shard }: CheckOptions,
  { all }: Plan,
): KnownFailures {
  if (path === undefined) {
    if (isUpdated) throw new UsageError("--update-baseline needs --baseline <file>");
    return { suppress: (result) => result, knownCase: () => undefined, conclude: () => [], isUpdated };
  }
  const baseline = openBaseline(readBaseline(path, isUpdated), { all: all(), isPart: shard !== undefined });
  const conclude = (): ExitCode[] => {
    if (!isUpdated) return reportStale(path, baseline.findings());
    const entries = baseline.updated();
    writeBaseline(path, entries);
    logMessage(`countersign: ${entries.length} known failures written to ${path}`);
    return [];
  };
  return { suppress: baseline.suppress, knownCase: baseline.knownCase, conclude, isUpdated };
}

function reportStale(path: string, findings: ReturnType<ReturnType<typeof openBaseline>["findings"]>): ExitCode[] {
  if (findings.length === 0) return [];
  for (const { kind, message } of findings) logMessage(`countersign: ${kind} entry in ${path}: ${message}`);
  logMessage("hint: --update-baseline writes the file anew and keeps the reasons of the entries that remain");
  return [EXIT.staleBaseline];
}

/**
 * Reads the entries of a file.
 *
 * @param mayBeAbsent whether a file that does not exist has no entries; otherwise it is an error
 */
export function readBaseline(path: string, mayBeAbsent: boolean): readonly BaselineEntry[] {
  if (!existsSync(path)) {
    if (mayBeAbsent) return [];
    throw new UsageError(`expected a baseline in JSON at ${path}: no such file`, "--update-baseline writes one");
  }
  const { known } = parseChecked<{ readonly known: readonly BaselineEntry[] }>(
    readFile(path).toString("utf8"),
    "baseline.schema.json",
    { what: "a baseline", file: path, hint: "correct the file: a new one would lose the reasons of its entries" },
  );
  return known;
}

/** Writes each entry on its own line, so that changes are easy to review. */
function writeBaseline(path: string, entries: readonly BaselineEntry[]): void {
  const lines = entries.map((entry) => `\n    ${JSON.stringify(entry)}`).join(",");
  writeFileSync(path, `{\n  "format": 1,\n  "known": [${lines}${entries.length === 0 ? "" : "\n  "}]\n}\n`);
}
