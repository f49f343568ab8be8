/**
 * The baseline of a check: read before the run, held against it or written anew after it.
 *
 * @module
 */

import { type Baseline, openBaseline, type Suppress } from "../../conformance/runner/index.ts";
import { EXIT, type ExitCode, UsageError } from "../exit-codes.ts";
import { tell } from "../output/terminal.ts";
import { readBaseline, writeBaseline } from "./baseline-file.ts";
import type { CheckOptions } from "./options.ts";
import type { Plan } from "./plan.ts";

/** What is known before the run. */
export interface Known {
  readonly suppress: Suppress;
  /** After a run: writes the baseline anew where that is asked for, or tells of entries that should go. */
  readonly settle: () => ExitCode[];
  /** Whether failures are taken down instead of failing the check. */
  readonly isWritten: boolean;
}

/** The baseline that the options name. */
export function readKnown({ baseline: path, updateBaseline = false, shard }: CheckOptions, { all }: Plan): Known {
  if (path === undefined) {
    if (updateBaseline) throw new UsageError("--update-baseline needs --baseline <file>");
    return { suppress: (result) => result, settle: () => [], isWritten: false };
  }
  const baseline = openBaseline(readBaseline(path, updateBaseline), { all: all(), isPart: shard !== undefined });
  const settle = updateBaseline ? () => write(path, baseline) : () => findings(path, baseline);
  return { suppress: baseline.suppress, settle, isWritten: updateBaseline };
}

function write(path: string, baseline: Baseline): ExitCode[] {
  const entries = baseline.updated();
  writeBaseline(path, entries);
  tell(`countersign: ${entries.length} known failures written to ${path}`);
  return [];
}

function findings(path: string, baseline: Baseline): ExitCode[] {
  const found = baseline.findings();
  for (const { kind, message } of found) tell(`countersign: ${kind} entry in ${path}: ${message}`);
  if (found.length === 0) return [];
  tell("hint: --update-baseline writes the file anew, and keeps the reasons of what stays");
  return [EXIT.staleBaseline];
}
