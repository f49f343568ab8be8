/** The formats of reports, without the reporters: the help text of every command lists them. */

/** All formats. */
export const REPORTER_NAMES = ["terminal", "ndjson", "json", "junit", "github", "github-summary", "html"] as const;

/** One of {@link REPORTER_NAMES}. */
export type ReporterName = (typeof REPORTER_NAMES)[number];
