/** Baselines: files of known failures, and what they suppress during a run. */

export { openBaseline, RUNS_OF_UPDATE } from "./baseline.ts";
export { entriesOf, proposedEntry, subjectOf } from "./entries.ts";
export { baselineText, readBaseline } from "./file.ts";
export type { Entry } from "./schema.ts";
