/** Baselines: files of known failures, and what they suppress. */

export {
  applying,
  type BaselineFinding,
  baselineFindings,
  entriesOfSearch,
  runWithBaseline,
  updatedEntries,
} from "./baseline.ts";
export { proposedEntries, subjectOf } from "./entries.ts";
export { baselineText, readBaseline } from "./file.ts";
export type { Entry } from "./schema.ts";
