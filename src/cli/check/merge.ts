/** `countersign merge`: merges the JSON reports of all shards into one. */

import {
  type ImplementationReport,
  mergeReports,
  REPORT_FORMAT,
  type Report,
  type Terminal,
} from "../../conformance/reporters/index.ts";
import { EXIT, type ExitCode, highestCause, UsageError } from "../exit-codes.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { shellWord } from "../output/commands-to-paste.ts";

/** Prints the merged report. Returns the exit code that a check of the whole would have had. */
export function merge(
  paths: readonly string[],
  { minRun = 0 }: { readonly minRun?: number },
  terminal: Terminal,
): ExitCode {
  const report = merged(paths);
  terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  const [subject] = report.implementations as [ImplementationReport];
  const { passed, failed, refused, known } = subject.vectors;
  const compared = passed + failed + refused + known;
  const hasProperties = subject.properties.some(({ verdict }) => verdict !== "not-offered");
  const isBroken = subject.driverProblems.length > 0 || subject.stopped?.reason === "driver-broken";
  const hasFailures = report.implementations.some(
    ({ vectors, properties }) => vectors.failed > 0 || properties.some(({ verdict }) => verdict === "fail"),
  );
  return highestCause([
    ...(subject.stopped?.reason === "interrupted" ? [EXIT.interrupted] : []),
    ...(isBroken ? [EXIT.driverBroken] : []),
    ...(compared < minRun || (compared === 0 && !hasProperties) ? [EXIT.nothingRan] : []),
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
  return parseChecked(readFile(path).toString("utf8"), "report.schema.json", {
    what: `a report of format ${REPORT_FORMAT}`,
    file: path,
    hint: `to write one, run: countersign check --report json=${shellWord(path)}`,
  });
}
