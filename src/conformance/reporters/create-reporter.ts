/** Loads reporters by the names of their formats. */

import picocolors from "picocolors";
import type { Advice, Reporter, Terminal } from "./reporter.ts";

/** All formats. */
export const REPORTER_NAMES = ["terminal", "ndjson", "json", "junit", "github", "github-summary", "html"] as const;

/** One of {@link REPORTER_NAMES}. */
export type ReporterName = (typeof REPORTER_NAMES)[number];

/** Where a reporter writes, and its advice on failures. */
export interface ReporterOptions extends Advice {
  /** Takes text as it is written. For `terminal`, only used without {@link ReporterOptions.terminal}. */
  readonly write: (text: string) => void;
  /** For `terminal`. @default no colours, no progress, unlimited width */
  readonly terminal?: Terminal;
}

/** Creates a reporter of one format. */
export type CreateReporter = (options: ReporterOptions) => Reporter;

/** Each format is loaded when it is needed: the one for JUnit needs a package. */
const FORMATS: Readonly<Record<ReporterName, () => Promise<CreateReporter>>> = {
  async terminal() {
    const { terminalReporter } = await import("./terminal.ts");
    return ({ write, terminal, ...advice }) => terminalReporter(terminal ?? plainTerminal(write), advice);
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
    return ({ write, ...advice }) => junitReporter(write, advice);
  },
  async github() {
    const { githubReporter } = await import("./github.ts");
    return ({ write, ...advice }) => githubReporter(write, advice);
  },
  async "github-summary"() {
    const { githubSummaryReporter } = await import("./github-summary.ts");
    return ({ write, ...advice }) => githubSummaryReporter(write, advice);
  },
  async html() {
    const { htmlReporter } = await import("./html.ts");
    return ({ write, ...advice }) => htmlReporter(write, advice);
  },
};

/** Loads the function that creates reporters of a format. */
export async function loadReporter(name: ReporterName): Promise<CreateReporter> {
  return FORMATS[name]();
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
