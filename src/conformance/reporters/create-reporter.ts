/**
 * The formats by name, and which of them a run has without being asked.
 *
 * @module
 */

import picocolors from "picocolors";
import type { Terminal } from "./output.ts";
import type { Advice, Reporter } from "./reporter.ts";

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

/** Makes a reporter of one format. */
export type CreateReporter = (options: ReporterOptions) => Reporter;

/** Each format is loaded when it is asked for: the one for JUnit brings a package with it. */
const FORMATS: Readonly<Record<ReporterName, () => Promise<CreateReporter>>> = {
  async terminal() {
    const { terminalReporter } = await import("./terminal.ts");
    return (options) => terminalReporter(options.terminal ?? plainTerminal(options.write), options);
  },
  async ndjson() {
    const { ndjsonReporter } = await import("./ndjson.ts");
    return ({ write }) => ndjsonReporter(write);
  },
  async json() {
    const { jsonReporter } = await import("./json.ts");
    return ({ write }) => jsonReporter(write);
  },
  async junit() {
    const { junitReporter } = await import("./junit.ts");
    return (options) => junitReporter(options.write, options);
  },
  async github() {
    const { githubReporter } = await import("./github.ts");
    return (options) => githubReporter(options.write, options);
  },
  async "github-summary"() {
    const { githubSummaryReporter } = await import("./github-summary.ts");
    return (options) => githubSummaryReporter(options.write, options);
  },
  async html() {
    const { htmlReporter } = await import("./html.ts");
    return (options) => htmlReporter(options.write, options);
  },
};

/** Loads the function that makes reporters of a format. */
export async function loadReporter(name: ReporterName): Promise<CreateReporter> {
  return FORMATS[name]();
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
