/** Creates reporters by the names of their formats. */

import picocolors from "picocolors";
import { githubReporter } from "./github.ts";
import { githubSummaryReporter } from "./github-summary.ts";
import { htmlReporter } from "./html.ts";
import { jsonReporter } from "./json.ts";
import { junitReporter } from "./junit.ts";
import { ndjsonReporter } from "./ndjson.ts";
import type { Advice, Reporter, Terminal } from "./reporter.ts";
import type { ReporterName } from "./reporter-names.ts";
import { terminalReporter } from "./terminal.ts";

/** Where a reporter writes, and its advice on failures. */
export interface ReporterOptions extends Advice {
  /** Takes text as it is written. For `terminal`, only used without {@link ReporterOptions.terminal}. */
  readonly write: (text: string) => void;
  /** For `terminal`. @default no colours, no progress, unlimited width */
  readonly terminal?: Terminal;
}

const FORMATS: Readonly<Record<ReporterName, (options: ReporterOptions) => Reporter>> = {
  terminal: ({ write, terminal, ...advice }) => terminalReporter(terminal ?? plainTerminal(write), advice),
  ndjson: ({ write }) => ndjsonReporter(write),
  json: ({ write }) => jsonReporter(write),
  junit: ({ write, ...advice }) => junitReporter(write, advice),
  github: ({ write, ...advice }) => githubReporter(write, advice),
  "github-summary": ({ write, ...advice }) => githubSummaryReporter(write, advice),
  html: ({ write, ...advice }) => htmlReporter(write, advice),
};

/** Creates a reporter of a format. */
export function createReporter(name: ReporterName, options: ReporterOptions): Reporter {
  return FORMATS[name](options);
}

/** A format, and the file to append it to; stdout without one. */
export interface ReporterChoice {
  readonly name: ReporterName;
  readonly file?: string;
}

/**
 * The reports that a run writes without being asked: in GitHub Actions, annotations and the summary of the job.
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
