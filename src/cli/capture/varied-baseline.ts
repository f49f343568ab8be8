/** The baseline of a varied program: the same file as that of `check`, with causes, or cases without a known cause. */

import { applying, type Entry, entriesOf, subjectOf } from "../../conformance/baseline/index.ts";
import { type CaseResult, isFailure } from "../../conformance/runner/index.ts";
import { readBaselineFile, reportFindings, writeBaselineFile } from "../check/baseline.ts";
import type { ExitCode } from "../process/exit-codes.ts";

/** The known failures of a program. */
export interface VariedBaseline {
  /** Marks a failure as known if entries suppress it. */
  apply(result: CaseResult): CaseResult;
  /**
   * Rewrites the file if the options request it, and otherwise reports entries that suppress nothing.
   *
   * @param isComplete whether everything was tried: only then do entries without a failure leave the file
   */
  conclude(isComplete: boolean): ExitCode[];
}

/** @param path the file; without one, nothing is known */
export function openVariedBaseline(path: string | undefined, isUpdated: boolean): VariedBaseline {
  const entries = readBaselineFile(path, isUpdated);
  const known = applying(entries, isUpdated);
  const written = new Map(entries.map((entry) => [subjectOf(entry), entry]));
  const used = new Map<string, Entry>();
  let hasFailed = false;
  return {
    apply(result) {
      const applied = known(result);
      if (isFailure(applied.verdict)) hasFailed = true;
      if (applied.verdict !== "known-failure") return applied;
      for (const entry of entriesOf(result)) {
        const subject = subjectOf(entry);
        used.set(subject, written.get(subject) ?? entry);
      }
      const { causes: _, ...others } = applied;
      return others;
    },
    conclude(isComplete) {
      if (path === undefined) return [];
      if (isUpdated) {
        writeBaselineFile(path, [...new Map([...(isComplete ? [] : written), ...used]).values()]);
        return [];
      }
      const stale = isComplete ? [...written.keys()].filter((subject) => !used.has(subject)) : [];
      const findings = stale.map((subject) => ({ kind: "stale" as const, message: `${subject} no longer shows` }));
      return reportFindings(path, findings, hasFailed);
    },
  };
}
