/**
 * Reporters: what a run looks like, one file a format.
 *
 * @module
 */

export {
  type CreateReporter,
  loadReporter,
  REPORTER_NAMES,
  type ReporterChoice,
  type ReporterName,
  reportersFor,
} from "./create-reporter.ts";
export { differenceLines, stderrLines } from "./failure-block.ts";
export type { ImplementationReport, Report } from "./json.ts";
export { liveReporter } from "./live.ts";
export { mergeReports } from "./merge-reports.ts";
export type { Terminal } from "./output.ts";
export type { Advice, Reporter, Rerun } from "./reporter.ts";
export { verdictLines } from "./tables.ts";
export { visible } from "./visible.ts";
