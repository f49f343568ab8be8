/** Counts captured requests, and writes them as a report. */

import {
  type CapturedRequest,
  type CaptureVerifier,
  type CommandEnd,
  type RuleOf,
  resultOf,
} from "../../conformance/capture/index.ts";
import type { Reporter, Terminal } from "../../conformance/reporters/index.ts";
import {
  type CaseResult,
  type Cause,
  createSummary,
  hasFailed,
  hasResults,
  isFailure,
  type RunCauses,
  type RunStart,
  type Stopped,
} from "../../conformance/runner/index.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, highestCause } from "../process/exit-codes.ts";
import { captureReport, hasFailed as commandFailed, lastLine } from "./request-report.ts";

/** The captured requests so far. */
export interface CaptureResults {
  add(captured: CapturedRequest): void;
  readonly count: () => number;
  /** Writes the rest of the report; returns the exit code. A run in which no request has the expected token fails. */
  finish(end?: CommandEnd, verifier?: Pick<CaptureVerifier, "hasToken">): number;
}

/** The settings of the report. */
export interface CaptureResultsOptions {
  readonly ruleOf: RuleOf;
  readonly terminal: Terminal;
  /** Whether to write each request at once. Otherwise they are written after the output of the command. */
  readonly isLive: boolean;
  /** Receives a run that contains a case for each request. */
  readonly reporter: Reporter;
  /** The name of the client in reports. */
  readonly client: string;
}

/** Starts without any requests. */
export function createCaptureResults(options: CaptureResultsOptions): CaptureResults {
  const { ruleOf, terminal, isLive, reporter, client } = options;
  const { listen, result } = createSummary();
  const report = captureReport(terminal);
  const results: CaseResult[] = [];
  const began = performance.now();
  const kept: string[] = [];
  const write = isLive ? terminal.out : (text: string) => void kept.push(text);
  return {
    count: () => results.length,
    add(captured) {
      const own = resultOf(captured, ruleOf);
      results.push(own);
      listen({ type: "case", result: own });
      write(report(captured));
    },
    finish(end, { hasToken } = { hasToken: () => true }) {
      const summary = result();
      terminal.out(kept.join(""));
      terminal.out(lastLine(results.length, summary.vectors.failed, end, terminal));
      const implementation = { name: client, version: "", language: "" };
      reportResults(results, {
        reporter,
        milliseconds: performance.now() - began,
        start: { implementation, unit: "request" },
      });
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

/** Writes the reports of a run that has ended. */
export function reportResults(
  results: readonly CaseResult[],
  { reporter, milliseconds, start, stopped }: ReportedRun,
): void {
  reporter.listen({ type: "start", ...start, total: results.length, properties: 0 });
  for (const result of results) reporter.listen({ type: "case", result });
  reporter.listen({ type: "causes", ...causesIn(results) });
  if (stopped !== undefined) reporter.listen({ type: "stopped", ...stopped });
  reporter.listen({ type: "end", milliseconds });
  reporter.finish();
}

interface ReportedRun {
  readonly reporter: Reporter;
  readonly milliseconds: number;
  readonly start: Pick<RunStart, "implementation" | "unit" | "seed">;
  readonly stopped?: Stopped;
}

/** The causes of all requests, those that explain the most requests first. Valid requests were not compared with them. */
function causesIn(results: readonly CaseResult[]): RunCauses {
  const failed = results.filter(({ verdict }) => isFailure(verdict));
  const byText = new Map<string, Cause>();
  for (const { explains, ...cause } of failed.flatMap(({ causes = [] }) => causes)) {
    const key = JSON.stringify(cause);
    byText.set(key, { ...cause, explains: [...(byText.get(key)?.explains ?? []), ...explains] });
  }
  const causes = [...byText.values()].sort((one, other) => other.explains.length - one.explains.length);
  return { causes, failures: failed.length, passes: 0, limitReached: false };
}
