/** Counts captured requests, and writes them as a report. */

import { type CapturedRequest, type CaptureVerifier, resultOf } from "../../conformance/capture/index.ts";
import type { ProcessEnd } from "../../conformance/drivers/index.ts";
import { groupBy, type Reporter, type Terminal } from "../../conformance/reporters/index.ts";
import {
  type CaseResult,
  type Cause,
  hasFailed,
  hasResults,
  isFailure,
  type RunCauses,
  type RunEvent,
  type RunStart,
  type Summary,
  summaryOf,
} from "../../conformance/runner/index.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, highestCause } from "../process/exit-codes.ts";
import { captureReport, commandFailed, lastLine } from "./request-report.ts";

/** The settings of the report. */
export interface CaptureResultsOptions {
  readonly terminal: Terminal;
  /** Whether to write each request at once. Otherwise requests are written after the output of the command. */
  readonly isLive: boolean;
  /** Receives a run that contains a case for each request. */
  readonly reporter: Reporter;
  /** The name of the client in reports. */
  readonly client: string;
}

export type CaptureResults = ReturnType<typeof createCaptureResults>;

/** Creates empty results. */
export function createCaptureResults(options: CaptureResultsOptions) {
  const { terminal, isLive, reporter, client } = options;
  const report = captureReport(terminal);
  const results: CaseResult[] = [];
  const began = performance.now();
  const kept: string[] = [];
  const write = isLive ? terminal.out : (text: string) => void kept.push(text);
  return {
    count: () => results.length,
    add(captured: CapturedRequest): void {
      results.push(resultOf(captured));
      write(report(captured));
    },
    /** Writes the rest of the report; returns the exit code. A run in which no request has the expected token fails. */
    finish(end?: ProcessEnd, { hasToken }: Pick<CaptureVerifier, "hasToken"> = { hasToken: () => true }): number {
      terminal.out(kept.join(""));
      const summary = reportResults(results, reporter, began, { client, unit: "request" });
      terminal.out(lastLine(results.length, summary.vectors.failed, end, terminal));
      if (!hasResults(summary)) {
        if (end !== undefined) logMessage("hint: send requests to the URL in COUNTERSIGN_URL");
        return EXIT.nothingRan;
      }
      return highestCause([
        ...(hasFailed(summary) || !hasToken() ? [EXIT.failures] : []),
        ...(end !== undefined && commandFailed(end) ? [EXIT.commandFailed] : []),
      ]);
    },
  };
}

/** What a report states about a run besides its results. */
interface ReportedRun extends Pick<RunStart, "unit" | "seed"> {
  readonly client: string;
  readonly language?: string | undefined;
  /** What was not checked, in sentences. */
  readonly unchecked?: readonly string[];
  /** What interrupted the run. */
  readonly interruption?: string | false;
}

/**
 * Writes the reports of a run that has ended, and counts its results.
 *
 * @param began the time when the run began, from `performance.now`
 */
export function reportResults(
  results: readonly CaseResult[],
  reporter: Reporter,
  began: number,
  { client, language = "", unchecked = [], interruption, ...start }: ReportedRun,
): Summary {
  const implementation = { name: client, version: "", language };
  const events: RunEvent[] = [
    { type: "start", implementation, ...start, total: results.length, properties: 0 },
    ...results.map((result) => ({ type: "case", result }) as const),
    { type: "causes", ...causesIn(results) },
    ...unchecked.map((text) => ({ type: "unchecked", text }) as const),
    ...(interruption ? [{ type: "stopped", reason: "interrupted", message: interruption } as const] : []),
    { type: "end", milliseconds: performance.now() - began },
  ];
  events.forEach(reporter.listen);
  reporter.finish();
  return summaryOf(events);
}

/** The causes of all requests, the most frequent first. Valid requests were not compared with the causes. */
function causesIn(results: readonly CaseResult[]): RunCauses {
  const all = results.flatMap(({ causes = [], known }) =>
    causes.map((one): Cause => ({ ...one, ...(known && { isKnown: true }) })),
  );
  const equal = [...groupBy(all, (cause) => JSON.stringify({ ...cause, explains: [] })).values()];
  const causes = equal.map(([cause, ...same]) => ({
    ...cause!,
    explains: [cause!, ...same].flatMap((one) => one.explains),
  }));
  causes.sort((one, other) => other.explains.length - one.explains.length);
  const failures = results.filter(({ verdict }) => isFailure(verdict)).length;
  return { causes, failures, passes: 0, limitReached: false };
}
