/**
 * Counts what was captured and turns it into a report and an exit code.
 *
 * @module
 */

import { type CapturedRequest, type CommandEnd, type RuleBook, resultOf } from "../conformance/capture/index.ts";
import type { Reporter, Terminal } from "../conformance/reporters/index.ts";
import { type CaseResult, createSummary, hasFailed, hasJudged } from "../conformance/runner/index.ts";
import { captureReport, hasFailed as commandFailed, lastLine } from "./capture-report.ts";
import { EXIT, highestCause } from "./exit-codes.ts";
import { logMessage } from "./output/terminal.ts";

/** One count. */
export interface Tally {
  add(captured: CapturedRequest): void;
  readonly count: () => number;
  /** Writes what is left to write; returns the exit code. */
  conclude(end?: CommandEnd): number;
}

/** How it is told. */
export interface TallyOptions {
  /** Whether each request is written at once; else they wait until the command is done writing. */
  readonly isLive: boolean;
  /** Gets the whole as a run in which each request is a case. */
  readonly reporter: Reporter;
  /** What the client is called there. */
  readonly client: string;
}

/** Starts to count. */
export function createTally(ruleBook: RuleBook, terminal: Terminal, options: TallyOptions): Tally {
  const { isLive, reporter, client } = options;
  const { listen, result } = createSummary();
  const report = captureReport(terminal);
  const results: CaseResult[] = [];
  const began = performance.now();
  const kept: string[] = [];
  const write = isLive ? terminal.out : (text: string) => void kept.push(text);
  return {
    count: () => results.length,
    add(captured) {
      const own = resultOf(captured, ruleBook);
      results.push(own);
      listen({ type: "case", result: own });
      write(report(captured));
    },
    conclude(end) {
      const summary = result();
      terminal.out(kept.join(""));
      terminal.out(lastLine(results.length, summary.vectors.failed, end, terminal));
      const implementation = { name: client, version: "", language: "" };
      reporter.listen({ type: "start", implementation, total: results.length, laws: 0 });
      for (const own of results) reporter.listen({ type: "case", result: own });
      reporter.listen({ type: "end", milliseconds: performance.now() - began });
      reporter.finish();
      if (!hasJudged(summary)) {
        if (end !== undefined) logMessage("hint: the address to send requests to is in COUNTERSIGN_URL");
        return EXIT.nothingRan;
      }
      return highestCause([
        ...(hasFailed(summary) ? [EXIT.failures] : []),
        ...(end !== undefined && commandFailed(end) ? [EXIT.commandFailed] : []),
      ]);
    },
  };
}
