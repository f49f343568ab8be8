/**
 * The baseline: a file of known failures. The file is read before the run, and then compared with the run or rewritten.
 * `vectors/baseline.schema.json` is its schema.
 */

import { existsSync, writeFileSync } from "node:fs";
import {
  type BaselineFinding,
  baselineFindings,
  baselineText,
  type Entry,
  readBaseline,
  runWithBaseline,
  subjectOf,
  updatedEntries,
} from "../../conformance/baseline/index.ts";
import { type CaseResult, isFailure, type RunEvidence } from "../../conformance/runner/index.ts";
import { parseJson } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import type { CheckOptions } from "../options/check.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";
import type { Plan } from "./plan.ts";

/** Reads the baseline that the options name. */
export function readKnownFailures(
  { baseline: path, updateBaseline: isUpdated = false, causes = true }: CheckOptions,
  { all }: Plan,
) {
  const entries = readBaselineFile(path, isUpdated);
  return {
    plan: runWithBaseline(path === undefined ? undefined : entries, { isUpdated, isSearching: causes }),
    /** After a run, rewrites the file if the options request it, and otherwise reports entries that suppress nothing. */
    conclude(ran: RunEvidence, hasFailed: boolean, end: "complete" | "interrupted" | "broken"): ExitCode[] {
      if (path === undefined || (!isUpdated && end !== "complete")) return [];
      if (!isUpdated) {
        const names = all().map(({ id }) => id);
        return reportFindings(path, baselineFindings(entries, ran, names), hasFailed);
      }
      if (end === "broken") logMessage(`countersign: ${path} was not written, because the driver broke during the run`);
      else writeBaselineFile(path, updatedEntries(entries, explainedIn(ran), end === "complete"));
      if (end === "interrupted")
        logMessage("countersign: the run was interrupted, so failures that it had not explained yet are not in it");
      return [];
    },
  };
}

/** Leaves out failures that an interrupted run did not explain: a later run would not recognize them. */
function explainedIn({ cases, properties }: RunEvidence): RunEvidence {
  const isKept = ({ verdict, explained }: CaseResult): boolean => !isFailure(verdict) || explained !== undefined;
  return { cases: cases.filter(({ result }) => isKept(result)), properties };
}

/** Writes the file if a later run could read it, and reports the entries. Keeps the schema that an older file names. */
export function writeBaselineFile(path: string, entries: readonly Entry[]): void {
  const text = baselineText(entries, existsSync(path) ? readFile(path).toString("utf8") : undefined);
  parseBaseline(text, path, "no file was written");
  writeFileSync(path, text);
  const lines = entries.map((entry) => `  ${subjectOf(entry)}: ${entry.reason}`);
  logMessage(`countersign: known failures written to ${path}`, ...lines);
}

/**
 * Reports entries that suppress nothing. If there are new failures, advises no update, which would accept them.
 *
 * @param hasFailed whether the run has new failures, which may hide others
 */
export function reportFindings(path: string, all: readonly BaselineFinding[], hasFailed: boolean): ExitCode[] {
  const findings = hasFailed ? all : all.filter(({ kind }) => kind !== "hidden");
  for (const { kind, message } of findings) logMessage(`countersign: ${kind} entry in ${path}: ${message}`);
  const isStale = findings.some(({ kind }) => kind !== "hidden");
  if (isStale && !hasFailed)
    logMessage("hint: --update-baseline rewrites the file and keeps the reasons of the entries that remain");
  return isStale ? [EXIT.staleBaseline] : [];
}

/**
 * Reads the entries of a file; without a path, there are none.
 *
 * @param isUpdated whether the file is rewritten; then it may be missing, but its path is required
 */
export function readBaselineFile(path: string | undefined, isUpdated: boolean): readonly Entry[] {
  if (path === undefined) {
    if (isUpdated) throw new UsageError("--update-baseline needs --baseline <file>");
    return [];
  }
  if (!existsSync(path)) {
    if (isUpdated) return [];
    throw new UsageError(`expected a baseline in JSON at ${path}: no such file`, "--update-baseline writes one");
  }
  const hint = "correct the file: a new one would lose the reasons of its entries";
  return parseBaseline(readFile(path).toString("utf8"), path, hint);
}

function parseBaseline(text: string, path: string, hint: string): readonly Entry[] {
  const json = parseJson(text, { what: "a baseline", file: path, hint });
  try {
    return readBaseline(json);
  } catch (error) {
    throw new UsageError(`expected a baseline at ${path}: ${(error as Error).message}`, hint);
  }
}
