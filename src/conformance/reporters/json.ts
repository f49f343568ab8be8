/** All runs as one JSON document; `vectors/report.schema.json` is its schema. */

import {
  type CaseResult,
  type Corroborated,
  type Counts,
  type DriverProblem,
  isFailure,
  type RunStart,
  type Stopped,
} from "../runner/index.ts";
import type { Stage } from "../vectors/index.ts";
import {
  type PlainCase,
  type PlainCauses,
  type PlainProperty,
  plainCase,
  plainCauses,
  plainProperty,
} from "./plain.ts";
import { type RunRecord, recordRuns } from "./record.ts";
import type { Reporter } from "./reporter.ts";

/** The version of the formats `json` and `ndjson`. It goes up when a member is renamed, removed or changes its meaning. */
export const REPORT_FORMAT = 4;

/** The document. `mergeReports` reads the documents of shards. */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  /** The implementation under test, then the references. */
  readonly implementations: readonly ImplementationReport[];
}

/** One run. */
export interface ImplementationReport extends Omit<RunStart, "properties" | "unit">, PlainCauses {
  /** Milliseconds that the run took; absent if it did not end. */
  readonly milliseconds?: number;
  readonly vectors: Counts;
  /** Only stages with a count, as in `rules`. */
  readonly stages: { readonly [stage in Stage]?: Counts };
  readonly rules: Readonly<Record<string, Counts>>;
  /** Vectors that failed, by id. */
  readonly failures: readonly PlainCase[];
  /** Failures that the baseline suppresses, by id. */
  readonly known: readonly PlainCase[];
  /** Vectors with another answer on a point that RFC 5849 leaves open, by id. */
  readonly open: readonly PlainCase[];
  /** In the report of a shard: the vectors in none of these lists, by id, so that reports of the whole run can show them. */
  readonly others?: readonly PlainCase[];
  /** By id. */
  readonly properties: readonly PlainProperty[];
  /** How the references computed the inputs; absent if none was asked. */
  readonly corroboration?: Corroborated;
  readonly driverProblems: readonly DriverProblem[];
  /** What the run should have checked but could not, in sentences; absent if there is nothing. */
  readonly unchecked?: readonly string[];
  /** What was measured, in sentences; absent if nothing was. */
  readonly notes?: readonly string[];
  readonly stopped?: Stopped;
}

/** Writes once, at the end. */
export function jsonReporter(write: (text: string) => void): Reporter {
  const { listen, runs } = recordRuns();
  return {
    listen,
    finish() {
      const report: Report = { format: REPORT_FORMAT, implementations: runs().map(implementationReport) };
      write(`${JSON.stringify(report, null, 2)}\n`);
    },
  };
}

function implementationReport(record: RunRecord): ImplementationReport {
  const { cases, summary, driverProblems, notes, stopped, milliseconds } = record;
  const found = record.found ?? { causes: [], failures: 0, passes: 0, limitReached: false };
  const { implementation, declared, total, sources, seed, shard, settings } = record.start;
  return {
    implementation,
    total,
    ...(sources === undefined ? {} : { sources }),
    ...(seed === undefined ? {} : { seed }),
    ...(shard === undefined ? {} : { shard, ...(declared && { declared }) }),
    ...(settings === undefined ? {} : { settings }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...plainCauses(found),
    vectors: summary.vectors,
    stages: Object.fromEntries(
      [...summary.byStage].filter(([, counts]) => Object.values(counts).some((count) => count > 0)),
    ),
    rules: Object.fromEntries([...summary.byRule].sort(([a], [b]) => compareIds(a, b))),
    failures: plainCases(summary.failures),
    known: plainCases(cases.filter(({ verdict }) => verdict === "known-failure")),
    open: plainCases(cases.filter(({ verdict }) => verdict === "open")),
    ...(shard === undefined ? {} : { others: plainCases(cases.filter(isOther)) }),
    properties: summary.properties.map(plainProperty).sort((a, b) => compareIds(a.id, b.id)),
    ...(summary.corroborated && { corroboration: summary.corroborated }),
    driverProblems: driverProblems.map(({ kind, message, stderr }) => ({ kind, message, stderr })),
    ...(summary.unchecked.length === 0 ? {} : { unchecked: summary.unchecked }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(stopped === undefined ? {} : { stopped: { reason: stopped.reason, message: stopped.message } }),
  };
}

function isOther({ verdict }: CaseResult): boolean {
  return !isFailure(verdict) && verdict !== "known-failure" && verdict !== "open";
}

/** Sorted, so that the order does not depend on shards or on which answer came first. */
function plainCases(cases: readonly CaseResult[]): PlainCase[] {
  return cases.map(plainCase).sort((a, b) => compareIds(a.id, b.id));
}

const collator = new Intl.Collator("en", { numeric: true });

/** The order of ids: `a/b/2` before `a/b/10`. */
export function compareIds(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
