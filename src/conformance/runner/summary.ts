/** Counts a run by stage and by rule. */

import type { Hello } from "../drivers/index.ts";
import { defined, STAGES, type Stage } from "../vectors/index.ts";
import type { Corroborated } from "./answers/corroboration.ts";
import { eventsOf, type RunEvent, UNKNOWN, type Unit, withoutType } from "./events.ts";
import type { CaseResult, KnownFailure, PropertyResult, Verdict } from "./results/result.ts";

/** How many results have each verdict. `disputed`: vectors whose published value is wrong, if they are offered. */
export interface Counts {
  passed: number;
  failed: number;
  refused: number;
  open: number;
  notOffered: number;
  known: number;
  disputed: number;
}

/** The counts of one run. */
export interface Summary {
  readonly implementation: Hello["implementation"];
  readonly unit: Unit;
  readonly total: number;
  /** How many published sources state vectors that are asked unchanged. */
  readonly sources?: number;
  /** Absent if the run did not end. */
  readonly milliseconds?: number;
  readonly vectors: Counts;
  /** Counts of compared values. A vector counts in each of its stages up to the first difference, unless it is not offered. */
  readonly byStage: ReadonlyMap<Stage, Counts>;
  /** Vectors by the id of their rule, without those that are not offered. */
  readonly byRule: ReadonlyMap<string, Counts>;
  /** Why vectors were not offered, with counts, the largest first. Several reasons of one vector form one combined reason. */
  readonly notOfferedBecause: readonly (readonly [reason: string, count: number])[];
  readonly failures: readonly CaseResult[];
  /** How many failing cases are suppressed whatever the failure, by the id of the property or, for vectors, by the unit. */
  readonly notGated: ReadonlyMap<string, number>;
  readonly properties: readonly PropertyResult[];
  /** How the references computed the inputs; absent if none was asked. */
  readonly corroborated?: Corroborated;
  /** The number of driver problems that no single question caused. */
  readonly driverProblems: number;
  /** Whether the driver broke before the end of the run. */
  readonly isDriverBroken: boolean;
  /** What the run should have checked but could not, in sentences. */
  readonly unchecked: readonly string[];
}

/** Whether any vector or property failed, or a reference differs from the model that everything is compared with. */
export function hasFailed({ vectors, properties, corroborated }: Summary): boolean {
  const differs = corroborated?.references.some(({ different }) => different > 0) === true;
  return vectors.failed > 0 || properties.some(({ verdict }) => verdict === "fail") || differs;
}

/** Whether problems with the driver make the run fail, whatever passed. */
export function hasDriverProblems({ driverProblems, isDriverBroken }: Summary): boolean {
  return driverProblems > 0 || isDriverBroken;
}

/** How many vectors were offered. */
export function comparedIn({ passed, failed, refused, open, known }: Counts): number {
  return passed + failed + refused + open + known;
}

/** Whether any vector or property was offered. */
export function hasResults({ vectors, properties }: Summary): boolean {
  return comparedIn(vectors) > 0 || properties.some(({ verdict }) => verdict !== "not-offered");
}

/** The verdicts that are no failures. */
const COUNTED_AS: { readonly [verdict in Verdict]?: Exclude<keyof Counts, "disputed"> } = {
  pass: "passed",
  refused: "refused",
  open: "open",
  "not-offered": "notOffered",
  "known-failure": "known",
  explained: "known",
};

function countedAs(verdict: Verdict): Exclude<keyof Counts, "disputed"> {
  return COUNTED_AS[verdict] ?? "failed";
}

/** Whether a verdict counts against the implementation. */
export function isFailure(verdict: Verdict): boolean {
  return countedAs(verdict) === "failed";
}

/** How many results have each verdict; `disputed` stays 0. */
export function countsOf(results: readonly Pick<PropertyResult, "verdict">[]): Counts {
  const counts = noCounts();
  for (const { verdict } of results) counts[countedAs(verdict)]++;
  return counts;
}

/** Counts the events of one run, even an unfinished one. */
export function summaryOf(events: readonly RunEvent[]): Summary {
  const [start] = eventsOf(events, "start");
  const { implementation = UNKNOWN, total = 0, sources, unit = "vector" } = start ?? {};
  const cases = eventsOf(events, "case").map(({ result }) => result);
  const properties = eventsOf(events, "property").map(({ result }) => result);
  const [corroboration] = eventsOf(events, "corroboration");
  const [end] = eventsOf(events, "end");
  const vectors = noCounts();
  const byStage = new Map(STAGES.map((stage) => [stage, noCounts()]));
  const byRule = new Map<string, Counts>();
  const reasons = new Map<string, number>();
  const notGated = new Map<string, number>();

  function count(result: CaseResult): void {
    const { rules, verdict, passedStages, difference, requiredStage, disputed, message = "" } = result;
    if (verdict === "not-offered") {
      vectors.notOffered++;
      reasons.set(message, (reasons.get(message) ?? 0) + 1);
      return;
    }
    for (const counts of [vectors, ...rules.map(countsOfRule)]) {
      counts[countedAs(verdict)]++;
      if (disputed !== undefined) counts.disputed++;
    }
    for (const stage of passedStages) byStage.get(stage)!.passed++;
    const other = difference?.stage ?? (verdict === "pass" ? undefined : requiredStage);
    if (other !== undefined) byStage.get(other)![countedAs(verdict)]++;
    const disputedCounts = disputed && byStage.get(disputed.stage as Stage);
    if (disputedCounts !== undefined) disputedCounts.disputed++;
  }

  function countNotGated(what: string, { isNotGated }: KnownFailure = { reason: "" }, cases = 1): void {
    if (isNotGated) notGated.set(what, (notGated.get(what) ?? 0) + cases);
  }

  function countsOfRule(id: string): Counts {
    const counts = byRule.get(id) ?? noCounts();
    byRule.set(id, counts);
    return counts;
  }

  for (const result of cases) {
    count(result);
    countNotGated(unit, result.known);
  }
  for (const { id, failures = [] } of properties)
    for (const failure of failures) countNotGated(id, failure.known, failure.cases);
  return defined({
    implementation,
    unit,
    total,
    sources,
    milliseconds: end?.milliseconds,
    vectors,
    byStage: new Map([...byStage].filter(([, counts]) => Object.values(counts).some((count) => count > 0))),
    byRule,
    notOfferedBecause: [...reasons].sort(([, one], [, other]) => other - one),
    failures: cases.filter(({ verdict }) => isFailure(verdict)),
    notGated,
    properties,
    corroborated: corroboration && withoutType(corroboration),
    driverProblems: eventsOf(events, "driver-problem").length,
    isDriverBroken: eventsOf(events, "stopped").at(-1)?.reason === "driver-broken",
    unchecked: eventsOf(events, "unchecked").map(({ text }) => text),
  });
}

function noCounts(): Counts {
  return { passed: 0, failed: 0, refused: 0, open: 0, notOffered: 0, known: 0, disputed: 0 };
}
