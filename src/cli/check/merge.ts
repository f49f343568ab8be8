/** `countersign merge`: writes any report of a whole run from the JSON reports of its shards. */

import { proposedEntry } from "../../conformance/baseline/index.ts";
import {
  type Describe,
  mergeReports,
  REPORT,
  REPORT_FORMAT,
  type Report,
  type Terminal,
} from "../../conformance/reporters/index.ts";
import {
  adaptedCase,
  createSummary,
  descriptionOf,
  hasFailed,
  type RunEvent,
  type Summary,
  unchangedCase,
} from "../../conformance/runner/index.ts";
import { loadRules, loadVectors, loadVerificationVectors, verificationCases } from "../../conformance/vectors/index.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { readNumber } from "../input/read-number.ts";
import { checkVectorsFolder } from "../input/vectors-folder.ts";
import { openReports, readReports } from "../output/reports.ts";
import { EXIT, type ExitCode, highestCause, UsageError } from "../process/exit-codes.ts";
import { exitCodesOf } from "./exit-codes-of.ts";

/** The options as they were typed; the help text of the command describes them. */
export interface MergeOptions {
  readonly minRun?: string;
  readonly report?: readonly string[];
  readonly vectors?: string;
}

/** Writes the reports, by default as JSON to stdout. Returns the exit code that an unsharded run would have returned. */
export async function merge(
  paths: readonly string[],
  { minRun = "0", report = [], vectors }: MergeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const least = readNumber("--min-run", minRun);
  const choices = readReports({ report, json: report.length === 0 });
  const runs = merged(paths.map(readReport), readDescriptions(vectors));
  // The reports do not contain the name of the driver.
  const reporter = await openReports(choices, { rerun: () => undefined, baselineEntry: proposedEntry }, terminal);
  for (const event of runs.flat()) reporter.listen(event);
  reporter.finish();
  const [subject, ...references] = runs.map(summaryOf) as [Summary, ...Summary[]];
  const isInterrupted = runs[0]!.some((event) => event.type === "stopped" && event.reason === "interrupted");
  return highestCause([
    ...(isInterrupted ? [EXIT.interrupted] : []),
    ...exitCodesOf(subject, least),
    ...([subject, ...references].some(hasFailed) ? [EXIT.failures] : []),
  ]);
}

function summaryOf(events: readonly RunEvent[]): Summary {
  const { listen, result } = createSummary();
  for (const event of events) listen(event);
  return result();
}

function merged(reports: readonly Report[], describe: Describe): RunEvent[][] {
  try {
    return mergeReports(reports, describe);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

function readReport(path: string): Report {
  return parseChecked(readFile(path).toString("utf8"), REPORT, {
    what: `a report of format ${REPORT_FORMAT}`,
    file: path,
    hint: `to write one, run: countersign check --shard 1/2 --report json=${shellWord(path)}`,
  });
}

function readDescriptions(folder: string | undefined): Describe {
  checkVectorsFolder(folder);
  const rules = loadRules(folder);
  const cases = [...loadVectors(folder), ...verificationCases(loadVerificationVectors(folder)).cases];
  const byId = new Map(cases.map((one) => [one.id, one]));
  return ({ id, adapted, stage }, declared) => {
    const found = byId.get(id);
    if (found !== undefined) {
      const asked = declared && (adapted ? adaptedCase(found, declared) : unchangedCase(found, declared));
      return descriptionOf(asked ?? found, rules, stage);
    }
    throw new UsageError(
      `no vector has the id ${JSON.stringify(id)}, which a report names`,
      "use the version of countersign that wrote the reports, and the --vectors of the shards",
    );
  };
}
