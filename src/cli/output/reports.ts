/** The reports of a run: each has a format and goes to stdout or to a file. */

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import {
  type Advice,
  createReporter,
  REPORTER_NAMES,
  type Reporter,
  type ReporterChoice,
  reportersFor,
  type Terminal,
} from "../../conformance/reporters/index.ts";
import { type RunEvent, type Summary, summaryOf } from "../../conformance/runner/index.ts";
import { readName } from "../input/similar-names.ts";
import { systemReason } from "../input/system-reason.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The reports that `--report` and `--json` request, the terminal report unless stdout is used, and the reports for CI. */
export function readReports({
  report = [],
  json = false,
}: {
  readonly report?: readonly string[];
  readonly json?: boolean;
}): ReporterChoice[] {
  const asked = [...report, ...(json ? ["json"] : [])].map(readChoice);
  const hasStdout = asked.some(({ file }) => file === undefined);
  if (hasStdout) return [...asked, ...reportersFor(process.env).filter(({ file }) => file !== undefined)];
  return [{ name: "terminal" }, ...asked, ...reportersFor(process.env)];
}

/** Every `--report` of a command that writes something else to stdout. */
export function readFileReports(report: readonly string[] = []): ReporterChoice[] {
  return report.map((text) => {
    const choice = readChoice(text);
    if (choice.file !== undefined) return choice;
    throw new UsageError(`--report must name a file here, such as junit=report.xml, got ${JSON.stringify(text)}`);
  });
}

function readChoice(text: string): ReporterChoice {
  const [name = "", ...file] = text.split("=");
  return {
    name: readName("--report", name, REPORTER_NAMES),
    ...(file.length === 0 ? {} : { file: file.join("=") }),
  };
}

/**
 * Returns one reporter for all reports. A wrong path is reported before anything runs. The report of an earlier run is removed
 * at the same time. Files are opened when the first text is written, so a process that is killed earlier leaves no report.
 *
 * @throws {@link UsageError} if a file cannot be written
 */
export async function openReports(
  choices: readonly ReporterChoice[],
  advice: Advice,
  terminal: Terminal,
): Promise<Reporter & { readonly summary: () => Summary }> {
  const opening = choices.map(async ({ name, file }) => {
    if (file === undefined) {
      return { reporter: await createReporter(name, { ...advice, terminal, write: terminal.out }), close() {} };
    }
    const { write, close } = openFile(file);
    return { reporter: await createReporter(name, { ...advice, write }), close };
  });
  const opened = await Promise.all(opening);
  const events: RunEvent[] = [];
  return {
    listen(event) {
      events.push(event);
      for (const { reporter } of opened) reporter.listen(event);
    },
    finish() {
      for (const { reporter, close } of opened) {
        reporter.finish();
        close();
      }
    },
    /** The counts of the events so far. */
    summary: () => summaryOf(events),
  };
}

/** Appends to the summary of a job in CI; any other file is overwritten. */
function openFile(path: string): { readonly write: (text: string) => void; readonly close: () => void } {
  checkWritable(path);
  const isAppended = path === process.env.GITHUB_STEP_SUMMARY;
  // The target of a link, such as /dev/stdout, is not removed.
  if (!isAppended && lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
  let file: number | undefined;
  return {
    write(text) {
      file ??= openSync(path, isAppended ? "a" : "w");
      writeSync(file, text);
    },
    close() {
      if (file !== undefined) closeSync(file);
    },
  };
}

function checkWritable(path: string): void {
  const problem = writingProblem(path);
  if (problem !== undefined) throw new UsageError(`expected a file that can be written at ${path}: ${problem}`);
}

/** Why writing a file would fail. */
function writingProblem(path: string): string | undefined {
  try {
    const isThere = existsSync(path);
    const place = isThere ? path : dirname(path);
    accessSync(place, constants.W_OK);
    const isFolder = statSync(place).isDirectory();
    if (isThere === isFolder) return systemReason({ code: isThere ? "EISDIR" : "ENOTDIR" });
    return undefined;
  } catch (error) {
    return systemReason(error);
  }
}
