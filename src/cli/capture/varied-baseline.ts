/** The baseline of a varied program: the same file as that of `check`, with causes, or cases without a known cause. */

import { writeFileSync } from "node:fs";
import { baselineText, type Entry, proposedEntry, subjectOf } from "../../conformance/baseline/index.ts";
import { type CaseResult, isFailure } from "../../conformance/runner/index.ts";
import { readBaselineFile } from "../check/baseline.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";

/** The known failures of a program. */
export interface VariedBaseline {
  /** The entries that suppress a failure, as text. */
  proposed(failure: Parameters<typeof proposedEntry>[0]): string;
  /** Marks a failure as known if entries suppress it. */
  apply(result: CaseResult): CaseResult;
  /** Rewrites the file if the options request it, and otherwise reports entries that suppress nothing. */
  conclude(): ExitCode[];
}

/** @param path the file; without one, nothing is known */
export function openVariedBaseline(path: string | undefined, isUpdated: boolean): VariedBaseline {
  if (path === undefined && isUpdated) throw new UsageError("--update-baseline needs --baseline <file>");
  const written = path === undefined ? [] : readBaselineFile(path, isUpdated);
  const entries = written.filter((entry): entry is Entry => !("id" in entry));
  const used = new Set<Entry>();

  /** Every cause of a failure needs an entry. */
  function entriesFor(failure: CaseResult): Entry[] | undefined {
    const wanted = entriesOf(failure);
    const found = wanted.map((one) => entries.find((entry) => subjectOf(entry) === subjectOf(one)));
    return found.includes(undefined) ? undefined : found.flatMap((entry) => entry ?? []);
  }

  return {
    proposed: proposedEntry,
    apply(result) {
      if (!isFailure(result.verdict)) return result;
      const own = entriesFor(result) ?? (isUpdated ? entriesOf(result) : undefined);
      if (own === undefined) return result;
      for (const entry of own) used.add(entries.find((one) => subjectOf(one) === subjectOf(entry)) ?? entry);
      const { causes: _causes, ...others } = result;
      return { ...others, verdict: "known-failure", known: { reason: own.map(({ reason }) => reason).join("; ") } };
    },
    conclude() {
      if (path === undefined) return [];
      if (isUpdated) {
        const byText = new Map([...used].map((entry) => [subjectOf(entry), entry]));
        writeFileSync(path, baselineText([...byText.values()]));
        logMessage(`countersign: known failures written to ${path}`);
        return [];
      }
      const stale = entries.filter((entry) => !used.has(entry));
      for (const entry of stale) logMessage(`countersign: stale entry in ${path}: ${subjectOf(entry)} no longer shows`);
      return stale.length > 0 ? [EXIT.staleBaseline] : [];
    },
  };
}

function entriesOf(failure: CaseResult): Entry[] {
  return JSON.parse(`[${proposedEntry(failure)}]`) as Entry[];
}
