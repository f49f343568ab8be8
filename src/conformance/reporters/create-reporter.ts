/**
 * The formats by name, and which of them a run has without being asked.
 *
 * @module
 */

import picocolors from "picocolors";
import { githubReporter } from "./github.ts";
import { githubSummaryReporter } from "./github-summary.ts";
import { htmlReporter } from "./html.ts";
import { jsonReporter } from "./json.ts";
import { junitReporter } from "./junit.ts";
import { ndjsonReporter } from "./ndjson.ts";
import type { Terminal } from "./output.ts";
import type { Advice, Reporter } from "./reporter.ts";
import { terminalReporter } from "./terminal.ts";

/** All formats. */
export const REPORTER_NAMES = ["terminal", "ndjson", "json", "junit", "github", "github-summary", "html"] as const;

/** See {@link REPORTER_NAMES}. */
export type ReporterName = (typeof REPORTER_NAMES)[number];

/** Where a reporter writes, and what it may say of a failure. */
export interface ReporterOptions extends Advice {
  /** Takes text as it comes; also for `terminal`, where no terminal is given. */
  readonly write: (text: string) => void;
  /** For `terminal`: colours, progress and width of a real one. */
  readonly terminal?: Terminal;
}

type Create = (options: ReporterOptions) => Reporter;

const REPORTERS: Readonly<Record<ReporterName, Create>> = {
  terminal: (options) => terminalReporter(options.terminal ?? plainTerminal(options.write), options),
  ndjson: ({ write }) => ndjsonReporter(write),
  json: ({ write }) => jsonReporter(write),
  junit: (options) => junitReporter(options.write, options),
  github: (options) => githubReporter(options.write, options),
  "github-summary": (options) => githubSummaryReporter(options.write, options),
  html: (options) => htmlReporter(options.write, options),
};

/** A reporter by its name. */
export function createReporter(name: ReporterName, options: ReporterOptions): Reporter {
  return REPORTERS[name](options);
}

/** A reporter, and the file that it writes to; stdout without one. */
export interface ReporterChoice {
  readonly name: ReporterName;
  /** What stands in this file already is to be kept: append. */
  readonly file?: string;
}

/**
 * What a run reports beside what it is asked for: inside GitHub Actions annotations, and the summary of the job.
 *
 * @param env such as process.env
 */
export function reportersFor(env: Readonly<Record<string, string | undefined>>): ReporterChoice[] {
  if (env.GITHUB_ACTIONS !== "true") return [];
  const file = env.GITHUB_STEP_SUMMARY;
  return [{ name: "github" }, ...(file ? [{ name: "github-summary", file } as const] : [])];
}

function plainTerminal(out: (text: string) => void): Terminal {
  return { out, colors: picocolors.createColors(false), width: Number.POSITIVE_INFINITY };
}
