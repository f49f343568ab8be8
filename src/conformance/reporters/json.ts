/**
 * All runs as one JSON document; `vectors/report.schema.json` is its schema.
 *
 * @module
 */

import type { CaseResult, Counts, RunStart } from "../runner/index.ts";
import type { Stage } from "../vectors/index.ts";
import { type PlainCase, type PlainProperty, plainCase, plainProperty } from "./plain.ts";
import { type DriverTrouble, type RunRecord, recordRuns, type Stopped } from "./record.ts";
import type { Reporter } from "./reporter.ts";

/** The document. Reports of shards can be put together: see `mergeReports`. */
export interface Report {
  readonly format: 1;
  /** The implementation under test, then what was run beside it. */
  readonly implementations: readonly ImplementationReport[];
}

/** One run. */
export interface ImplementationReport extends Omit<RunStart, "laws"> {
  /** Milliseconds that the run took; absent where it did not end. */
  readonly milliseconds?: number;
  readonly vectors: Counts;
  /** Only what was counted at all, as in `rules`. */
  readonly stages: { readonly [stage in Stage]?: Counts };
  readonly rules: Readonly<Record<string, Counts>>;
  /** Vectors that failed or broke the implementation, by id; the rest only counts. */
  readonly failures: readonly PlainCase[];
  /** Failures that the baseline excuses, by id. */
  readonly known: readonly PlainCase[];
  /** By id. */
  readonly laws: readonly PlainProperty[];
  readonly troubles: readonly DriverTrouble[];
  readonly stopped?: Stopped;
}

/** Writes once, at the end. */
export function jsonReporter(write: (text: string) => void): Reporter {
  const { listen, runs } = recordRuns();
  return { listen, finish: () => write(`${JSON.stringify(toReport(runs()), null, 2)}\n`) };
}

/** The document as data. */
function toReport(runs: readonly RunRecord[]): Report {
  return { format: 1, implementations: runs.map(implementationReport) };
}

function implementationReport(record: RunRecord): ImplementationReport {
  const { cases, summary, troubles, stopped, milliseconds } = record;
  const { implementation, total, seed, shard, settings } = record.start;
  return {
    implementation,
    total,
    ...(seed === undefined ? {} : { seed }),
    ...(shard === undefined ? {} : { shard }),
    ...(settings === undefined ? {} : { settings }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
    vectors: summary.vectors,
    stages: Object.fromEntries(
      [...summary.byStage].filter(([, counts]) => Object.values(counts).some((count) => count > 0)),
    ),
    rules: Object.fromEntries([...summary.byRule].sort(([a], [b]) => compareIds(a, b))),
    failures: plainCases(summary.failures),
    known: plainCases(cases.filter(({ verdict }) => verdict === "known-failure")),
    laws: summary.laws.map(plainProperty).sort((a, b) => compareIds(a.id, b.id)),
    troubles: troubles.map(({ trouble, message, stderr }) => ({ trouble, message, stderr })),
    ...(stopped === undefined ? {} : { stopped: { reason: stopped.reason, message: stopped.message } }),
  };
}

/** In an order that does not depend on which shard a vector was in, or on which answer came first. */
function plainCases(cases: readonly CaseResult[]): PlainCase[] {
  return cases.map(plainCase).sort((a, b) => compareIds(a.id, b.id));
}

const collator = new Intl.Collator("en", { numeric: true });

/** The order of ids: `a/b/2` before `a/b/10`. */
export function compareIds(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
