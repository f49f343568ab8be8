/** A run as a JSON document; `report-shape.ts` describes it. */

import type { CaseResult } from "../../runner/index.ts";
import { defined } from "../../vectors/index.ts";
import { compareIds } from "../model/group-by.ts";
import { plainCase, plainCauses, plainProperty } from "../model/plain.ts";
import { type RunRecord, reportAtEnd } from "../model/record.ts";
import { type ImplementationReport, type PlainResult, REPORT_FORMAT, type Report } from "../model/report-shape.ts";
import type { Reporter } from "../model/reporter.ts";

export function jsonReporter(write: (text: string) => void): Reporter {
  return reportAtEnd(write, { rerun: () => undefined }, (run) => {
    const report: Report = { format: REPORT_FORMAT, implementations: [implementationReport(run)] };
    return `${JSON.stringify(report, null, 2)}\n`;
  });
}

function implementationReport(record: RunRecord): ImplementationReport {
  const { cases, summary, driverProblems, notes, stopped, milliseconds } = record;
  const found = record.found ?? { causes: [], failures: 0, passes: 0, limitReached: false };
  const { implementation, total, sources, seed, settings } = record.start;
  const filled = (list: readonly string[]) => (list.length === 0 ? undefined : list);
  return {
    ...defined({ implementation, total, sources, seed, settings, milliseconds }),
    ...plainCauses(found),
    vectors: summary.vectors,
    notOffered: Object.fromEntries(summary.notOfferedBecause),
    stages: Object.fromEntries(
      [...summary.byStage].filter(([, counts]) => Object.values(counts).some((count) => count > 0)),
    ),
    rules: Object.fromEntries([...summary.byRule].sort(([a], [b]) => compareIds(a, b))),
    failures: plainCases(summary.failures),
    known: plainCases(cases.filter(({ verdict }) => verdict === "known-failure")),
    open: plainCases(cases.filter(({ verdict }) => verdict === "open")),
    properties: summary.properties.map(plainProperty).sort((a, b) => compareIds(a.id, b.id)),
    ...defined({ corroboration: summary.corroborated }),
    driverProblems: driverProblems.map(({ kind, message, stderr }) => ({ kind, message, stderr })),
    ...defined({
      unchecked: filled(summary.unchecked),
      notes: filled(notes),
      stopped: stopped && { reason: stopped.reason, message: stopped.message },
    }),
  };
}

/** Sorted, so that the order does not depend on which answer came first. All have a verdict of their list. */
function plainCases<Listed extends PlainResult>(cases: readonly CaseResult[]): readonly Listed[] {
  return (cases.map(plainCase) as Listed[]).sort((a, b) => compareIds(a.id, b.id));
}
