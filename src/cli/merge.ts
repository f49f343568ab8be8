/**
 * `countersign merge`: one JSON report of those of all shards.
 *
 * @module
 */

import { type ImplementationReport, mergeReports, type Report, type Terminal } from "../conformance/reporters/index.ts";
import { parseChecked } from "./checked-json.ts";
import { EXIT, type ExitCode, highestCause, UsageError } from "./exit-codes.ts";
import { readInput } from "./read-input.ts";
import { shellWord } from "./shell-word.ts";

/** Prints the report of the whole; the exit code is what a check of the whole would have had. */
export function merge(
  paths: readonly string[],
  { minRun = 0 }: { readonly minRun?: number },
  terminal: Terminal,
): ExitCode {
  const report = merged(paths);
  terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  const [subject] = report.implementations as [ImplementationReport];
  const { passed, failed, refused, known } = subject.vectors;
  const judged = passed + failed + refused + known;
  const hasLaws = subject.properties.some(({ verdict }) => verdict !== "not-applicable");
  const isBroken = subject.driverProblems.length > 0 || subject.stopped?.reason === "driver-broken";
  const hasFailures = report.implementations.some(
    ({ vectors, properties }) => vectors.failed > 0 || properties.some(({ verdict }) => verdict === "fail"),
  );
  return highestCause([
    ...(isBroken ? [EXIT.driverBroken] : []),
    ...(judged < minRun || (judged === 0 && !hasLaws) ? [EXIT.nothingRan] : []),
    ...(hasFailures ? [EXIT.failures] : []),
  ]);
}

function merged(paths: readonly string[]): Report {
  const reports = paths.map(readReport);
  try {
    return mergeReports(reports);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

function readReport(path: string): Report {
  return parseChecked(readInput(path).toString("utf8"), "report.schema.json", {
    what: "a report of format 2",
    file: path,
    hint: `countersign check --report json=${shellWord(path)} writes one`,
  });
}
