/** The baseline of a varied program: the same file as that of `check`, with causes, or cases without a known cause. */

import { type Entry, entriesOf, subjectOf } from "../../conformance/baseline/index.ts";
import { type CaseResult, isFailure } from "../../conformance/runner/index.ts";
import { readBaselineFile, reportStale, writeBaselineFile } from "../check/baseline.ts";
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
  const written = readBaselineFile(path, isUpdated);
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
    conclude(isComplete) {
      if (path === undefined) return [];
      if (isUpdated) {
        writeBaselineFile(path, [...new Map([...(isComplete ? [] : entries), ...used]).values()]);
        return [];
      }
      const stale = isComplete ? [...entries.keys()].filter((subject) => !used.has(subject)) : [];
      return reportStale(
        path,
        stale.map((subject) => ({ kind: "stale", message: `${subject} no longer shows` })),
      );
    },
  };
}
