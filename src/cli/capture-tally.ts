/**
 * Counts what was captured and turns it into a report and an exit code.
 *
 * @module
 */

import { type CapturedRequest, type CommandEnd, caseResultOf, type RuleBook } from "../capture/index.ts";
import type { Terminal } from "../reporters/index.ts";
import { createSummary, hasFailed, hasJudged } from "../runner/index.ts";
import { captureReport, hasFailed as commandFailed, lastLine } from "./capture-report.ts";
import { tell } from "./console.ts";
import { EXIT, highestCause } from "./exit-codes.ts";

/** One count. */
export interface Tally {
  add(captured: CapturedRequest): void;
  readonly count: () => number;
  /** Writes what is left to write; returns the exit code. */
  conclude(end?: CommandEnd): number;
}

/** Starts to count. A live tally writes each request at once, others wait until the command is done writing. */
export function createTally(ruleBook: RuleBook, terminal: Terminal, { isLive }: { readonly isLive: boolean }): Tally {
  const { listen, result } = createSummary();
  const report = captureReport(terminal);
  const kept: string[] = [];
  const write = isLive ? terminal.out : (text: string) => void kept.push(text);
  let count = 0;
  return {
    count: () => count,
    add(captured) {
      count++;
      listen({ type: "case", result: caseResultOf(captured, ruleBook) });
      write(report(captured));
    },
    conclude(end) {
      const summary = result();
      terminal.out(kept.join(""));
      terminal.out(lastLine(count, summary.vectors.failed, end, terminal));
      if (!hasJudged(summary)) {
        if (end !== undefined) tell("hint: the address to send requests to is in COUNTERSIGN_URL");
        return EXIT.nothingRan;
      }
      return highestCause([
        ...(hasFailed(summary) ? [EXIT.failures] : []),
        ...(end !== undefined && commandFailed(end) ? [EXIT.commandFailed] : []),
      ]);
    },
  };
}
