/** The baseline of a varied program: the same file as that of `check`, with causes, or cases without a known cause. */

import { writeFileSync } from "node:fs";
import { baselineText, type Entry, entriesOf, subjectOf } from "../../conformance/baseline/index.ts";
import { type CaseResult, isFailure } from "../../conformance/runner/index.ts";
import { readBaselineFile } from "../check/baseline.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";

/** The known failures of a program. */
export interface VariedBaseline {
  /** Marks a failure as known if entries suppress it. */
  apply(result: CaseResult): CaseResult;
  /** Rewrites the file if the options request it, and otherwise reports entries that suppress nothing. */
  conclude(): ExitCode[];
}

/** @param path the file; without one, nothing is known */
export function openVariedBaseline(path: string | undefined, isUpdated: boolean): VariedBaseline {
  if (path === undefined && isUpdated) throw new UsageError("--update-baseline needs --baseline <file>");
  const written = path === undefined ? [] : readBaselineFile(path, isUpdated);
  const entries = new Map(written.flatMap((entry) => ("id" in entry ? [] : [[subjectOf(entry), entry] as const])));
  const used = new Map<string, Entry>();
  return {
    apply(result) {
      if (!isFailure(result.verdict)) return result;
      // Every cause of a failure needs an entry.
      const needed = entriesOf(result);
      const own = needed.flatMap((entry) => entries.get(subjectOf(entry)) ?? (isUpdated ? entry : []));
      if (own.length < needed.length) return result;
      for (const entry of own) used.set(subjectOf(entry), entry);
      const { causes: _causes, ...others } = result;
      return { ...others, verdict: "known-failure", known: { reason: own.map(({ reason }) => reason).join("; ") } };
    },
    conclude() {
      if (path === undefined) return [];
      if (isUpdated) {
        writeFileSync(path, baselineText([...used.values()]));
        logMessage(`countersign: known failures written to ${path}`);
        return [];
      }
      const stale = [...entries.keys()].filter((subject) => !used.has(subject));
      for (const subject of stale) logMessage(`countersign: stale entry in ${path}: ${subject} no longer shows`);
      return stale.length > 0 ? [EXIT.staleBaseline] : [];
    },
  };
}
