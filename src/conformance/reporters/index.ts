/** Reporters: one file for each format. */

export { visible } from "../../redaction/visible.ts";
export { groupBy } from "./model/group-by.ts";
export { type ImplementationReport, REPORT, type Report } from "./model/report-shape.ts";
export type { Advice, Reporter, Rerun, Terminal } from "./model/reporter.ts";
export { REPORTER_NAMES, type ReporterName } from "./names.ts";
export { createReporter, type ReporterChoice, reportersFor } from "./reporters.ts";
export { differenceLines } from "./text/failure-block.ts";
export { liveReporter } from "./text/live.ts";
export { stderrMessage, stderrTail } from "./text/stderr.ts";
export { styleOf } from "./text/style.ts";
export { notOfferedText, verdictLines } from "./text/tables.ts";
