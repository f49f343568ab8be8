/**
 * Reporters: what a run looks like, one file a format.
 *
 * @module
 */

export { differenceLines, failureBlock } from "./failure-block.ts";
export { jsonReport } from "./json.ts";
export type { Reporter } from "./reporter.ts";
export {
  lawTable,
  type Rerun,
  referenceTable,
  summaryTables,
  type Terminal,
  terminalReporter,
  verdictLines,
} from "./terminal.ts";
export { visible } from "./visible.ts";
