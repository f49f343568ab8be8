/**
 * `countersign check`: the vectors against an implementation, the references beside it.
 *
 * @module
 */

import { inProcessDriver } from "../drivers/index.ts";
import { BUILTIN, IN_HOUSE, REFERENCES } from "../implementations/index.ts";
import {
  jsonReport,
  referenceTable,
  summaryTables,
  type Terminal,
  terminalReporter,
  verdictLine,
} from "../reporters/index.ts";
import { createSummary, filterVectors, type RunEvent, run, type Summary } from "../runner/index.ts";
import { loadRules, loadVectors, type Rule, type Vector } from "../suite/index.ts";
import { tell } from "./console.ts";
import { EXIT, UsageError } from "./exit-codes.ts";

/** What the command takes. */
export interface CheckOptions {
  readonly builtin?: string;
  readonly filter?: string;
  readonly json?: boolean;
  /** Folder with vectors; the shipped ones where absent. */
  readonly vectors?: string;
}

/** Runs and reports; returns the exit code. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const subject = options.builtin ?? IN_HOUSE;
  if (!BUILTIN.has(subject)) {
    throw new UsageError(`--builtin must be one of ${[...BUILTIN.keys()].join(", ")}, got ${JSON.stringify(subject)}`);
  }
  const rules = loadRules(options.vectors);
  const all = loadVectors(options.vectors);
  const vectors = filterVectors(all, options.filter);
  if (vectors.length === 0) {
    tell(
      options.filter === undefined
        ? "countersign: there are no vectors"
        : `countersign: no vector matches ${JSON.stringify(options.filter)}`,
    );
    return EXIT.nothingRan;
  }
  const beside = REFERENCES.filter((name) => name !== subject);
  const summaries: Summary[] = [];
  for (const name of [subject, ...beside]) {
    summaries.push(await runOne(name, vectors, rules, options, terminal));
  }
  terminal.out(options.json ? jsonReport(summaries) : report(summaries, rules, terminal));
  return exitCode(summaries);
}

async function runOne(
  name: string,
  vectors: readonly Vector[],
  rules: ReadonlyMap<string, Rule>,
  options: CheckOptions,
  terminal: Terminal,
): Promise<Summary> {
  const { listen, result } = createSummary();
  const write = options.json
    ? () => {}
    : terminalReporter(terminal, ({ vector }) => rerunCommand(name, vector.id, options));
  const emit = (event: RunEvent): void => {
    listen(event);
    write(event);
  };
  await run({ vectors, rules, driver: inProcessDriver(BUILTIN.get(name)!), emit });
  return result();
}

function rerunCommand(name: string, id: string, { vectors }: CheckOptions): string {
  const builtin = name === IN_HOUSE ? "" : ` --builtin ${name}`;
  const folder = vectors === undefined ? "" : ` --vectors ${JSON.stringify(vectors)}`;
  return `npm run -s countersign -- check${builtin}${folder} --filter ${id}`;
}

function report(
  [subject, ...references]: readonly Summary[],
  rules: ReadonlyMap<string, Rule>,
  terminal: Terminal,
): string {
  const { name, version } = subject!.implementation;
  return [
    terminal.colors.bold(`${name} ${version}\n`),
    summaryTables(subject!, rules, terminal),
    referenceTable(references, terminal),
    verdictLine(subject!, terminal.colors),
  ].join("\n");
}

/** A run in which nothing was judged is never green. */
function exitCode(summaries: readonly Summary[]): number {
  const { passed, failed, refused } = summaries[0]!.vectors;
  if (passed + failed + refused === 0) return EXIT.nothingRan;
  return summaries.some(({ vectors }) => vectors.failed > 0) ? EXIT.failures : EXIT.ok;
}
