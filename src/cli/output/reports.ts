/**
 * The reports that a run was asked for: each a format, on stdout or in a file.
 *
 * @module
 */

import { closeSync, openSync, writeSync } from "node:fs";
import {
  type Advice,
  createReporter,
  REPORTER_NAMES,
  type Reporter,
  type ReporterChoice,
  type ReporterName,
  reportersFor,
  type Terminal,
} from "../../conformance/reporters/index.ts";
import { UsageError } from "../exit-codes.ts";

/** Every `--report` and, unless stdout has one already, the terminal's; inside CI also what it understands. */
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

/** Every `--report` of a command that has a report of its own on stdout. */
export function readFileReports(report: readonly string[] = []): ReporterChoice[] {
  return report.map((text) => {
    const choice = readChoice(text);
    if (choice.file !== undefined) return choice;
    throw new UsageError(`--report must name a file here, such as junit=report.xml, got ${JSON.stringify(text)}`);
  });
}

function readChoice(text: string): ReporterChoice {
  const [name = "", ...file] = text.split("=");
  if (!(REPORTER_NAMES as readonly string[]).includes(name)) {
    throw new UsageError(`--report must be one of ${REPORTER_NAMES.join(", ")}, got ${JSON.stringify(name)}`);
  }
  return { name: name as ReporterName, ...(file.length === 0 ? {} : { file: file.join("=") }) };
}

/** One reporter for all of them. Files are opened now, so that a wrong path is told before anything runs. */
export function openReports(choices: readonly ReporterChoice[], advice: Advice, terminal: Terminal): Reporter {
  const opened = choices.map(({ name, file }) => {
    const target = file === undefined ? { write: terminal.out, close: () => {} } : openFile(file);
    const own = file === undefined ? { terminal } : {};
    return { reporter: createReporter(name, { ...advice, ...own, write: target.write }), close: target.close };
  });
  return {
    listen(event) {
      for (const { reporter } of opened) reporter.listen(event);
    },
    finish() {
      for (const { reporter, close } of opened) {
        reporter.finish();
        close();
      }
    },
  };
}

/** What stands in the file of a job's summary is kept; any other report begins anew. */
function openFile(path: string): { readonly write: (text: string) => void; readonly close: () => void } {
  try {
    const file = openSync(path, path === process.env.GITHUB_STEP_SUMMARY ? "a" : "w");
    return { write: (text) => writeSync(file, text), close: () => closeSync(file) };
  } catch (error) {
    throw new UsageError(`expected a file that can be written at ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
