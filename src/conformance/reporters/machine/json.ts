/** A run as a JSON document; `report-shape.ts` describes it. */

import type { CaseResult } from "../../runner/index.ts";
import { compareIds } from "../model/group-by.ts";
import { plainCase, plainCauses, plainProperty, shaped } from "../model/plain.ts";
import type { RunRecord } from "../model/record.ts";
import { type ImplementationReport, type PlainCase, REPORT_FORMAT, type Report, RUN } from "../model/report-shape.ts";

export function jsonText(run: RunRecord): string {
  const report: Report = { format: REPORT_FORMAT, implementations: [implementationReport(run)] };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const NOTHING_FOUND = { causes: [], failures: 0, passes: 0, limitReached: false };

function implementationReport({
  start,
  cases,
  summary,
  found = NOTHING_FOUND,
  ...run
}: RunRecord): ImplementationReport {
  return shaped(RUN, {
    ...start,
    ...run,
    ...plainCauses(found),
    milliseconds: summary.milliseconds,
    vectors: summary.vectors,
    notOffered: Object.fromEntries(summary.notOfferedBecause),
    stages: Object.fromEntries(summary.byStage),
    rules: Object.fromEntries([...summary.byRule].sort(([a], [b]) => compareIds(a, b))),
    failures: plainCases(summary.failures),
    known: plainCases(cases.filter(({ verdict }) => verdict === "known-failure")),
    open: plainCases(cases.filter(({ verdict }) => verdict === "open")),
    properties: summary.properties.map(plainProperty).sort((a, b) => compareIds(a.id, b.id)),
    corroboration: summary.corroborated,
    unchecked: summary.unchecked,
  });
}

/** Sorted by id, so that the order of answers does not matter. All cases have verdicts that their list allows. */
function plainCases(cases: readonly CaseResult[]): readonly PlainCase[] {
  return (cases.map(plainCase) as PlainCase[]).sort((a, b) => compareIds(a.id, b.id));
}
