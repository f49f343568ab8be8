import {
  type CreateReporter,
  loadReporter,
  REPORTER_NAMES,
  type Reporter,
  type ReporterName,
} from "../../../src/conformance/reporters/index.ts";

const LOADED = new Map<ReporterName, CreateReporter>();
for (const name of REPORTER_NAMES) LOADED.set(name, await loadReporter(name));

/** A reporter of a format, at once: all formats are loaded. */
export function createReporter(name: ReporterName, options: Parameters<CreateReporter>[0]): Reporter {
  return LOADED.get(name)!(options);
}
