/** The formats of reports. Each is loaded when it is needed. */

import { reportAtEnd } from "./model/record.ts";
import type { Advice, Reporter, Terminal } from "./model/reporter.ts";
import type { ReporterName } from "./names.ts";

/** Where a reporter writes, and its advice on failures. */
export interface ReporterOptions extends Advice {
  /** Receives the text. The reporter `terminal` uses it only without {@link ReporterOptions.terminal}. */
  readonly write: (text: string) => void;
  /** For `terminal`. @default no colours, no progress, unlimited width */
  readonly terminal?: Terminal;
}

const FORMATS = {
  terminal: async ({ write, terminal, ...advice }) =>
    (await import("./text/terminal.ts")).terminalReporter(terminal ?? write, advice),
  ndjson: async ({ write }) => (await import("./machine/ndjson.ts")).ndjsonReporter(write),
  json: async (options) => reportAtEnd(options, (await import("./machine/json.ts")).jsonText),
  junit: async (options) => reportAtEnd(options, (await import("./machine/junit.ts")).junitText),
  github: async (options) => reportAtEnd(options, (await import("./machine/github.ts")).githubText),
  "github-summary": async (options) =>
    reportAtEnd(options, (await import("./machine/github-summary.ts")).githubSummaryText),
  html: async (options) => reportAtEnd(options, (await import("./html/html.ts")).htmlText),
} as const satisfies Readonly<Record<ReporterName, (options: ReporterOptions) => Promise<Reporter>>>;

/** Creates a reporter of a format. */
export function createReporter(name: ReporterName, options: ReporterOptions): Promise<Reporter> {
  return FORMATS[name](options);
}

/** A format, and the file to append it to; stdout if it is absent. */
export interface ReporterChoice {
  readonly name: ReporterName;
  readonly file?: string;
}

/**
 * The reports that a run writes by default: in GitHub Actions, annotations and the summary of the job.
 *
 * @param env such as process.env
 */
export function reportersFor(env: Readonly<Record<string, string | undefined>>): ReporterChoice[] {
  if (env.GITHUB_ACTIONS !== "true") return [];
  const file = env.GITHUB_STEP_SUMMARY;
  return [{ name: "github" }, ...(file ? [{ name: "github-summary", file } as const] : [])];
}
