/**
 * The baseline: a file of known failures. It is read before the run, and compared with it or written anew afterwards.
 * `vectors/baseline.schema.json` is its schema.
 */

import { existsSync, writeFileSync } from "node:fs";
import { groupByReason, visible } from "../../conformance/reporters/index.ts";
import {
  type BaselineEntry,
  baselineText,
  type Cause,
  type KnownCase,
  openBaseline,
  readBaseline,
  type Suppress,
} from "../../conformance/runner/index.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { parseJson } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { logMessage } from "../output/terminal.ts";
import type { CheckOptions, Plan } from "./plan.ts";

/** The known failures of a run. */
export interface KnownFailures {
  readonly suppress: Suppress;
  readonly knownCase: KnownCase;
  /** After a complete run with these causes: writes the file anew if that was asked for, else reports stale entries. */
  readonly conclude: (causes: readonly Cause[]) => ExitCode[];
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
  const named = all();
  const entries = readBaselineFile(path, isUpdated);
  const { suppress, knownCase, findings, updated } = openBaseline(entries, {
    all: named,
    isPart: shard !== undefined,
    isUpdated,
  });
  const conclude = (causes: readonly Cause[]): ExitCode[] => {
    if (!isUpdated) return reportStale(path, findings());
    const groups = groupByReason(updated(), causes, named);
    writeFileSync(path, baselineText(groups));
    logMessage([`countersign: known failures written to ${path}`, ...groups.map(groupLine)].join("\n"));
    return [];
  };
  return { suppress, knownCase, conclude, isUpdated };
}

function groupLine(entries: readonly BaselineEntry[]): string {
  const count = entries.reduce((sum, entry) => sum + (entry.count ?? 1), 0);
  return visible(`  ${count} ${entries[0]!.reason}`);
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
export function readBaselineFile(path: string, mayBeAbsent: boolean): readonly BaselineEntry[] {
  if (!existsSync(path)) {
    if (mayBeAbsent) return [];
    throw new UsageError(`expected a baseline in JSON at ${path}: no such file`, "--update-baseline writes one");
  }
  const hint = "correct the file: a new one would lose the reasons of its entries";
  const json = parseJson(readFile(path).toString("utf8"), { what: "a baseline", file: path, hint });
  try {
    return readBaseline(json);
  } catch (error) {
    throw new UsageError(`expected a baseline at ${path}: ${visible((error as Error).message)}`, hint);
  }
}
