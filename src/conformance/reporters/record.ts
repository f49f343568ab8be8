/** Keeps the events of runs, for the formats that are written at the end. */

import {
  type CaseResult,
  createSummary,
  type DriverProblem,
  type RunEvent,
  type RunStart,
  type Stopped,
  type Summary,
  UNKNOWN,
} from "../runner/index.ts";
import { createFindings, type Finding } from "./findings.ts";

/** One run. */
export interface RunRecord {
  readonly start: RunStart;
  /** In the order of their events. */
  readonly cases: readonly CaseResult[];
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly driverProblems: readonly DriverProblem[];
  readonly stopped?: Stopped;
  /** Absent if the run did not end. */
  readonly milliseconds?: number;
}

/** Listens to runs, one after the other. */
export function recordRuns(): {
  readonly listen: (event: RunEvent) => void;
  readonly runs: () => readonly RunRecord[];
} {
  const recordings: ReturnType<typeof recordRun>[] = [];
  return {
    listen(event) {
      const current = recordings.at(-1);
      if (current === undefined || (event.type === "start" && current.hasStarted())) recordings.push(recordRun());
      recordings.at(-1)!.listen(event);
    },
    runs: () => recordings.map(({ result }) => result()),
  };
}

function recordRun(): {
  readonly listen: (event: RunEvent) => void;
  readonly hasStarted: () => boolean;
  readonly result: () => RunRecord;
} {
  const summary = createSummary();
  const findings = createFindings();
  const cases: CaseResult[] = [];
  const driverProblems: DriverProblem[] = [];
  let start: RunStart | undefined;
  let stopped: Stopped | undefined;
  let milliseconds: number | undefined;
  return {
    listen(event) {
      summary.listen(event);
      if (event.type === "start") start = event;
      if (event.type === "driver-problem") driverProblems.push(event);
      if (event.type === "stopped") stopped = event;
      if (event.type === "end") ({ milliseconds } = event);
      if (event.type !== "case") return;
      cases.push(event.result);
      findings.add(event.result);
    },
    hasStarted: () => start !== undefined,
    result: () => ({
      start: start ?? { implementation: UNKNOWN, total: 0, properties: 0 },
      ...{ cases, summary: summary.result(), findings: findings.all(), driverProblems },
      ...(stopped === undefined ? {} : { stopped }),
      ...(milliseconds === undefined ? {} : { milliseconds }),
    }),
  };
}
