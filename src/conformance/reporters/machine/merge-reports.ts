/** Turns the JSON reports of all shards of a run into the events of the whole run, from which any report can be written. */

import { capabilitiesOf } from "../../drivers/index.ts";
import {
  type CaseResult,
  type Corroborated,
  type descriptionOf,
  type PropertyResult,
  type RunCauses,
  type RunEvent,
  type RunSettings,
  type RunStart,
  UNKNOWN,
} from "../../runner/index.ts";
import { compareIds, groupBy } from "../model/group-by.ts";
import {
  type ImplementationReport,
  type PlainCause,
  type PlainProperty,
  type PlainResult,
  REPORT_FORMAT,
  type Report,
} from "../model/report-shape.ts";

/** Returns what a report does not repeat about a vector, from its result and what the implementation declares. */
export type Describe = (
  result: Pick<PlainResult, "id" | "adapted" | "stage">,
  declared: RunStart["declared"],
) => ReturnType<typeof descriptionOf>;

/**
 * Returns the events of the whole run, a list for each implementation. They are those of a run without shards, except for
 * times, for the order of the vectors, for causes, and for the conditions of a falsified property, which are those of one shard.
 *
 * @param reports of the shards 1 to n of one run, in any order
 * @param describe describes the vector with an id as it was asked
 * @throws RangeError if a report has another format or is not of a shard, if a shard is missing or occurs twice, or if
 *   the reports are of different runs
 */
export function mergeReports(reports: readonly Report[], describe: Describe): RunEvent[][] {
  const [first] = reports;
  if (first === undefined) throw new RangeError("expected the reports of at least one shard, got none");
  for (const { format, implementations } of reports) {
    if (format !== REPORT_FORMAT)
      throw new RangeError(`expected reports of format ${REPORT_FORMAT}, got format ${JSON.stringify(format)}`);
    if (implementations.length === 0) throw new RangeError("expected an implementation in each report, got none");
    if (implementations.length !== first.implementations.length)
      throw new RangeError("expected the same number of implementations in each report");
  }
  return first.implementations.map((_, at) =>
    mergeRuns(
      reports.map((report) => report.implementations[at]!),
      describe,
    ),
  );
}

function mergeRuns(parts: readonly ImplementationReport[], describe: Describe): RunEvent[] {
  checkShards(parts);
  const { implementation, sources, seed, settings, ...first } = parts.find(hasHello) ?? parts[0]!;
  const declared = first.declared && { ...capabilitiesOf(first.declared), operations: first.declared.operations };
  const cases = parts.flatMap(({ failures, known, open, others = [] }) => [...failures, ...known, ...open, ...others]);
  const properties = mergeProperties(parts.flatMap((part) => part.properties));
  const stops = parts.flatMap(({ stopped }) => stopped ?? []);
  const stopped = stops.find(({ reason }) => reason === "driver-broken") ?? stops[0];
  const total = sum(parts.map((part) => part.total));
  return [
    {
      type: "start",
      implementation,
      total,
      properties: properties.length,
      ...(declared && { declared }),
      ...(sources === undefined ? {} : { sources }),
      ...(seed === undefined ? {} : { seed }),
      ...(settings === undefined ? {} : { settings }),
    },
    ...parts
      .flatMap(({ driverProblems }) => driverProblems)
      .map((problem): RunEvent => ({ type: "driver-problem", ...problem })),
    ...cases
      .sort((a, b) => compareIds(a.id, b.id))
      .map((one): RunEvent => ({ type: "case", result: caseResult(one, describe(one, declared)) })),
    ...properties.map((one): RunEvent => ({ type: "property", result: propertyResult(one) })),
    ...mergeCorroboration(parts.flatMap(({ corroboration }) => corroboration ?? [])),
    { type: "causes", ...mergeCauses(parts, properties) },
    ...(stopped === undefined ? [] : [{ type: "stopped", ...stopped } as const]),
    { type: "end", milliseconds: sum(parts.map(({ milliseconds = 0 }) => milliseconds)) },
  ];
}

/** The causes of a result come with those of the run; what a request to a verifier tests is in its vector. */
function caseResult(plain: PlainResult, description: ReturnType<Describe>): CaseResult {
  const { verdict, passedStages, message, stderr, known, notSuppressed, milliseconds } = plain;
  const { stage, expected, actual, index } = plain;
  const hasDifference = stage !== undefined && expected !== undefined && actual !== undefined && index !== undefined;
  return {
    ...description,
    verdict,
    passedStages,
    ...(hasDifference && { difference: { stage, expected, actual, index } }),
    ...(message !== undefined && { message }),
    ...(stderr !== undefined && { stderr }),
    ...(known && { known }),
    ...(notSuppressed !== undefined && { notSuppressed }),
    ...(milliseconds !== undefined && { milliseconds }),
  };
}

function propertyResult({ statement, counterexample, causes: _, ...plain }: PlainProperty): PropertyResult {
  const result = { refusedCases: 0, explainedCases: 0, ...plain };
  if (counterexample === undefined) return { ...result, title: statement };
  const { difference, ...found } = counterexample;
  return { ...result, title: statement, counterexample: found, difference };
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
  for (const name of ["profile", "filter", "quick", "exhaustive", "runs"] as const) {
    const [wanted, got] = [one[name], other[name]].map((value) => JSON.stringify(value) ?? "(none)");
    if (wanted !== got) throw new RangeError(`expected ${name} to be ${wanted} in each report, got ${got}`);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mergeProperties(all: readonly PlainProperty[]): PlainProperty[] {
  const byId = groupBy(all, ({ id }) => id);
  return [...byId.values()].map(mergeProperty).sort((a, b) => compareIds(a.id, b.id));
}

/** The first failure of each kind, with the cases of all. */
function mergeFailures(failures: NonNullable<PlainProperty["failures"]>): NonNullable<PlainProperty["failures"]> {
  const byKind = groupBy(failures, ({ kind }) => kind);
  return [...byKind.values()].map((all) => ({ ...all[0]!, cases: sum(all.map(({ cases }) => cases)) }));
}

/** The counterexample of the whole run is the first one: a saved case, or that of the lowest index. */
function mergeProperty(parts: readonly PlainProperty[]): PlainProperty {
  const index = ({ counterexample }: PlainProperty): number => counterexample?.origin?.index ?? -1;
  const falsified = parts.filter((part) => part.counterexample !== undefined).sort((a, b) => index(a) - index(b));
  const failures = mergeFailures(falsified.flatMap((part) => part.failures ?? []));
  const offered = parts.filter(({ verdict }) => verdict !== "not-offered");
  const [suppressed] = ["not-gated", "explained", "known-failure"].flatMap((wanted) =>
    offered.filter(({ verdict }) => verdict === wanted),
  );
  const answered = offered.find(({ verdict }) => verdict !== "refused");
  return {
    ...(falsified[0] ?? suppressed ?? answered ?? offered[0] ?? parts[0]!),
    ...(failures.length > 0 && { failures }),
    runs: sum(parts.map(({ runs }) => runs)),
    notOffered: sum(parts.map(({ notOffered }) => notOffered)),
    failedCases: sum(parts.map(({ failedCases }) => failedCases)),
    knownCases: sum(parts.map(({ knownCases }) => knownCases)),
    refusedCases: sum(parts.map(({ refusedCases = 0 }) => refusedCases)),
    explainedCases: sum(parts.map(({ explainedCases = 0 }) => explainedCases)),
    ...(offered.length > 0 && { milliseconds: sum(parts.map(({ milliseconds = 0 }) => milliseconds)) }),
  };
}

function sumByReason(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const reasons = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  return Object.fromEntries(reasons.map((reason) => [reason, sum(parts.map((part) => part[reason] ?? 0))]));
}

function mergeCorroboration(parts: readonly Corroborated[]): RunEvent[] {
  const [first] = parts;
  if (first === undefined) return [];
  const references = first.references.map(({ implementation }, at) => {
    const counts = parts.map((part) => part.references[at]!);
    return {
      implementation,
      compared: {
        vectors: sum(counts.map(({ compared }) => compared.vectors)),
        generated: sum(counts.map(({ compared }) => compared.generated)),
      },
      outside: sumByReason(counts.map(({ outside = {} }) => outside)),
      different: sum(counts.map(({ different }) => different)),
      differences: counts.flatMap(({ differences }) => differences),
    };
  });
  const requests = sum(parts.map((part) => part.requests));
  return [{ type: "corroboration", references, requests, corroborated: sum(parts.map((part) => part.corroborated)) }];
}

/**
 * Each shard searches in its own results. A cause was compared only with the passes of the shards that name it, so the number
 * of passes is that of the cause with the fewest.
 */
function mergeCauses(parts: readonly ImplementationReport[], properties: readonly PlainProperty[]): RunCauses {
  const groups = groupBy(
    parts.flatMap(({ causes }) => causes),
    ({ id, form, what }) => JSON.stringify([id, form, what]),
  );
  const same = [...groups.values()];
  const falsified = properties.filter(({ verdict }) => verdict === "fail").length;
  return {
    causes: same.map(mergeCause).sort((a, b) => b.explains.length - a.explains.length),
    failures: sum(parts.map(({ vectors }) => vectors.failed)) + falsified,
    passes: same.length === 0 ? 0 : Math.min(...same.map((one) => sum(one.map(({ passes }) => passes)))),
    limitReached: parts.some(({ causesIncomplete }) => causesIncomplete),
  };
}

function mergeCause(same: readonly PlainCause[]): RunCauses["causes"][number] {
  const { failures: _, passes: __, contradicts: ___, ...cause } = same[0]!;
  return { ...cause, explains: [...new Set(same.flatMap((one) => one.explains))].sort() };
}
