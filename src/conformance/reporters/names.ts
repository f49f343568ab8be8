/** The names of the formats of reports, which help texts list without loading a format. */

export const REPORTER_NAMES = ["terminal", "ndjson", "json", "junit", "github", "github-summary", "html"] as const;

export type ReporterName = (typeof REPORTER_NAMES)[number];
