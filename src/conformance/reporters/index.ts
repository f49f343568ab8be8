/** Reporters: one file for each format. */

export { visible } from "../../redaction/visible.ts";
export { differenceLines } from "./failure-block.ts";
export { groupBy } from "./group-by.ts";
export { liveReporter } from "./live.ts";
export { type Describe, mergeReports } from "./merge-reports.ts";
export { type ImplementationReport, REPORT, REPORT_FORMAT, type Report } from "./report-shape.ts";
export type { Advice, Reporter, Rerun, Terminal } from "./reporter.ts";
export {
  createReporter,
  REPORTER_NAMES,
  type ReporterChoice,
  type ReporterName,
  reportersFor,
} from "./reporters.ts";
export { stderrTail } from "./stderr.ts";
export { styleOf } from "./style.ts";
export { notOfferedText, verdictLines } from "./tables.ts";
