/** The exit codes of a run, except the code for failures. */

import { comparedIn, hasDriverProblems, hasResults, type Summary } from "../../conformance/runner/index.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode } from "../process/exit-codes.ts";

/** Reasons why a run fails even if every case passed. */
export function exitCodesOf(summary: Summary, minRun: number): ExitCode[] {
  const compared = comparedIn(summary.vectors);
  if (compared < minRun) logMessage(`countersign: ${compared} vectors were checked, and --min-run requires ${minRun}`);
  return [
    ...(hasDriverProblems(summary) ? [EXIT.driverBroken] : []),
    ...(compared < minRun || !hasResults(summary) ? [EXIT.nothingRan] : []),
  ];
}
