/** Merges the reports of shards into the report of the whole run. */

import { type Counts, type RunSettings, UNKNOWN } from "../runner/index.ts";
import { groupBy } from "./group-by.ts";
import { compareIds, type ImplementationReport, REPORT_FORMAT, type Report } from "./json.ts";
import type { PlainCause, PlainProperty } from "./plain.ts";

/**
 * Returns the report of the whole run, except for times, and for the number of cases of a falsified property: each shard
 * runs on until it falsifies the property itself.
 *
 * @param reports of the shards 1 to n of one run, in any order
 * @throws RangeError if a report has another format or is not of a shard, if a shard is missing or occurs twice, or if
 *   the reports are of different runs
 */
export function mergeReports(reports: readonly Report[]): Report {
  const [first] = reports;
  if (first === undefined) throw new RangeError("expected the reports of at least one shard, got none");
  for (const { format, implementations } of reports) {
    if (format !== REPORT_FORMAT)
      throw new RangeError(`expected reports of format ${REPORT_FORMAT}, got format ${JSON.stringify(format)}`);
    if (implementations.length === 0) throw new RangeError("expected an implementation in each report, got none");
    if (implementations.length !== first.implementations.length)
      throw new RangeError("expected the same number of implementations in each report");
  }
  const implementations = first.implementations.map((_, at) =>
    mergeRuns(reports.map((report) => report.implementations[at]!)),
  );
  return { format: REPORT_FORMAT, implementations };
}

function mergeRuns(parts: readonly ImplementationReport[]): ImplementationReport {
  checkShards(parts);
  const { shard: _, ...first } = parts.find(hasHello) ?? parts[0]!;
  const stops = parts.flatMap(({ stopped }) => stopped ?? []);
  const stopped = stops.find(({ reason }) => reason === "driver-broken") ?? stops[0];
  const milliseconds = parts.map((part) => part.milliseconds);
  return {
    ...first,
    total: sum(parts.map(({ total }) => total)),
    ...(milliseconds.includes(undefined) ? {} : { milliseconds: sum(milliseconds as number[]) }),
    causes: mergeCauses(parts),
    causesIncomplete: parts.some(({ causesIncomplete }) => causesIncomplete),
    vectors: addCounts(parts.map(({ vectors }) => vectors)),
    stages: mergeCounts(parts.map(({ stages }) => stages)),
    rules: Object.fromEntries(
      Object.entries(mergeCounts(parts.map(({ rules }) => rules))).sort(([a], [b]) => compareIds(a, b)),
    ),
    failures: parts.flatMap(({ failures }) => failures).sort((a, b) => compareIds(a.id, b.id)),
    known: parts.flatMap(({ known }) => known).sort((a, b) => compareIds(a.id, b.id)),
    open: parts.flatMap(({ open }) => open).sort((a, b) => compareIds(a.id, b.id)),
    properties: mergeProperties(parts.flatMap(({ properties }) => properties)),
    driverProblems: parts.flatMap(({ driverProblems }) => driverProblems),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** Whether the driver sent hello, so that the report names its implementation. */
function hasHello({ implementation, stopped }: ImplementationReport): boolean {
  return stopped?.reason !== "driver-broken" || implementation.name !== UNKNOWN.name;
}

/** Checks that the parts are all shards of one run, each once. */
function checkShards(parts: readonly ImplementationReport[]): void {
  const { implementation } = parts.find(hasHello) ?? parts[0]!;
  const { seed, shard, settings = {} } = parts[0]!;
  const count = shard?.count ?? 0;
  const name = JSON.stringify(implementation);
  for (const part of parts) {
    if (part.shard === undefined)
      throw new RangeError(`expected the report of a shard, got the report of a whole run of ${name}`);
    if (part.shard.count !== count)
      throw new RangeError(`expected ${count} shards in each report, got ${part.shard.count}`);
    if (hasHello(part) && JSON.stringify(part.implementation) !== name)
      throw new RangeError(`expected reports of ${name}, got one of ${JSON.stringify(part.implementation)}`);
    checkSettings(settings, part.settings ?? {});
    if (part.seed !== seed)
      throw new RangeError(`expected the seed ${seed ?? "(none)"} in each report, got ${part.seed ?? "(none)"}`);
  }
  const indices = parts.map((part) => part.shard!.index).sort((a, b) => a - b);
  const wanted = Array.from({ length: count }, (_, at) => at + 1);
  if (indices.join() !== wanted.join())
    throw new RangeError(`expected each of the shards ${wanted.join(", ")} once, got ${indices.join(", ")}`);
}

function checkSettings(one: RunSettings, other: RunSettings): void {
  for (const name of ["profile", "filter", "quick", "runs"] as const) {
    const [wanted, got] = [one[name], other[name]].map((value) => JSON.stringify(value) ?? "(none)");
    if (wanted !== got) throw new RangeError(`expected ${name} to be ${wanted} in each report, got ${got}`);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function addCounts(parts: readonly Counts[]): Counts {
  const keys = Object.keys(parts[0]!) as (keyof Counts)[];
  return Object.fromEntries(keys.map((key) => [key, sum(parts.map((part) => part[key]))])) as unknown as Counts;
}

function mergeCounts(parts: readonly { readonly [name: string]: Counts }[]): Record<string, Counts> {
  const names = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  return Object.fromEntries(names.map((name) => [name, addCounts(parts.flatMap((part) => part[name] ?? []))]));
}

function mergeProperties(all: readonly PlainProperty[]): PlainProperty[] {
  const byId = groupBy(all, ({ id }) => id);
  return [...byId.values()].map(mergeProperty).sort((a, b) => compareIds(a.id, b.id));
}

/** Each shard searches in its own results. The passes are those of the shards that name the cause: only they were compared. */
function mergeCauses(parts: readonly ImplementationReport[]): PlainCause[] {
  const properties = mergeProperties(parts.flatMap((part) => part.properties));
  const falsified = properties.filter(({ verdict }) => verdict === "fail").length;
  const failures = sum(parts.map(({ vectors }) => vectors.failed)) + falsified;
  const groups = groupBy(
    parts.flatMap(({ causes }) => causes),
    ({ id, what }) => JSON.stringify([id, what]),
  );
  return [...groups.values()]
    .map((same) => ({
      ...same[0]!,
      explains: [...new Set(same.flatMap(({ explains }) => explains))].sort(),
      failures,
      passes: sum(same.map(({ passes }) => passes)),
    }))
    .sort((a, b) => b.explains.length - a.explains.length);
}

/** The counterexample of the whole is the first one: a saved case, or that of the lowest index. */
function mergeProperty(parts: readonly PlainProperty[]): PlainProperty {
  const index = ({ counterexample }: PlainProperty): number => counterexample?.origin?.index ?? -1;
  const falsified = parts.filter((part) => part.counterexample !== undefined).sort((a, b) => index(a) - index(b));
  const offered = parts.filter(({ verdict }) => verdict !== "not-offered");
  const known = offered.find(({ verdict }) => verdict === "known-failure");
  return {
    ...(falsified[0] ?? known ?? offered[0] ?? parts[0]!),
    runs: sum(parts.map(({ runs }) => runs)),
    notOffered: sum(parts.map(({ notOffered }) => notOffered)),
    failedCases: sum(parts.map(({ failedCases }) => failedCases)),
    knownCases: sum(parts.map(({ knownCases }) => knownCases)),
  };
}
