/** Keeps the events of a run, for the formats that are written at the end. */

import {
  type CaseResult,
  type Cause,
  type DriverProblem,
  eventsOf,
  type PropertyResult,
  type Result,
  type RunCauses,
  type RunEvent,
  type RunStart,
  type Stopped,
  type Summary,
  summaryOf,
  withoutType,
} from "../../runner/index.ts";
import { defined } from "../../vectors/index.ts";
import { type ExplainedCause, explainedCauses, inOrderOfRepair, knownCausesLine } from "./causes.ts";
import { type FalsifiedProperty, type Finding, falsifiedIn, findingsIn } from "./findings.ts";
import { type Advice, adviceFor, type Reporter, type RunAdvice } from "./reporter.ts";

/** One run. */
export interface RunRecord {
  readonly start: RunStart;
  /** In the order of their events. */
  readonly cases: readonly CaseResult[];
  readonly summary: Summary;
  readonly found?: RunCauses;
  /** The causes that were found, with the failures that they explain, in the order in which to fix them. */
  readonly causes: readonly ExplainedCause[];
  /** The causes that the baseline names, in one line; empty if there are none. */
  readonly knownCauses: string;
  /** The failures without a known cause, in the order in which to fix them. */
  readonly findings: readonly Finding[];
  /** The falsified properties, one for each defect. */
  readonly falsified: readonly FalsifiedProperty[];
  readonly driverProblems: readonly DriverProblem[];
  /** What was measured, in sentences. */
  readonly notes: readonly string[];
  readonly stopped?: Stopped;
}

/** Listens to one run. */
export function recordRun(): {
  readonly listen: (event: RunEvent) => void;
  /** @returns `undefined` if the run did not start */
  readonly result: () => RunRecord | undefined;
} {
  const events: RunEvent[] = [];
  return {
    listen: (event) => void events.push(event),
    result() {
      const [start] = eventsOf(events, "start");
      return start && recordOf(start, events);
    },
  };
}

/** A reporter that writes once, at the end of a run that started. */
export function reportAtEnd(
  { write, ...advice }: Advice & { readonly write: (text: string) => void },
  textOf: (run: RunRecord, advice: RunAdvice) => string,
): Reporter {
  const { listen, result } = recordRun();
  return {
    listen,
    finish() {
      const run = result();
      if (run !== undefined) write(textOf(run, adviceFor(advice, run.start.implementation)));
    },
  };
}

function recordOf(start: RunStart, events: readonly RunEvent[]): RunRecord {
  const [stopped] = eventsOf(events, "stopped");
  const [found] = eventsOf(events, "causes").map(withoutType);
  const cases = eventsOf(events, "case").map(({ result }) => result);
  return defined({
    start,
    ...explainedRun(cases, summaryOf(events), found),
    driverProblems: eventsOf(events, "driver-problem"),
    notes: eventsOf(events, "note").map(({ text }) => text),
    stopped,
  });
}

/** Adds the causes to the results that they explain. */
function explainedRun(
  cases: readonly CaseResult[],
  summary: Summary,
  found: RunCauses | undefined,
): Pick<RunRecord, "cases" | "summary" | "found" | "causes" | "knownCauses" | "findings" | "falsified"> {
  const byId = new Map<string, Cause[]>();
  for (const cause of found?.causes ?? [])
    for (const id of cause.explains) byId.set(id, [...(byId.get(id) ?? []), cause]);
  const explained = <Own extends Result>(result: Own): Own => {
    const causes = byId.get(result.id);
    return causes === undefined ? result : { ...result, causes };
  };
  const own = cases.map(explained);
  const properties: readonly PropertyResult[] = summary.properties.map(explained);
  const all = found === undefined ? [] : inOrderOfRepair(explainedCauses(found, own, properties), own);
  return {
    cases: own,
    summary: { ...summary, failures: summary.failures.map(explained), properties },
    ...(found && { found: { ...found, causes: all } }),
    causes: all.filter(({ isKnown }) => !isKnown),
    knownCauses: knownCausesLine(all),
    findings: inOrderOfRepair(findingsIn(own), own),
    falsified: falsifiedIn(properties),
  };
}
