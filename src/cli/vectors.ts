/**
 * `countersign vectors`: lists the vectors, shows one, recomputes all of them by the model.
 *
 * @module
 */

import { inProcessDriver } from "../drivers/index.ts";
import { BUILTIN } from "../implementations/index.ts";
import { type Rerun, type Terminal, terminalReporter, verdictLine, visible } from "../reporters/index.ts";
import { createSummary, filterVectors, run } from "../runner/index.ts";
import { loadRules, loadSources, loadVectors } from "../suite/index.ts";
import { tell } from "./console.ts";
import { EXIT, UsageError } from "./exit-codes.ts";

/** What the commands share. */
export interface VectorsOptions {
  readonly filter?: string;
  readonly vectors?: string;
}

/** One line a vector: id, rule, comment. */
export function listVectors({ filter, vectors: folder }: VectorsOptions, terminal: Terminal): number {
  const vectors = filterVectors(loadVectors(folder), filter);
  if (vectors.length === 0) return noneMatches(filter);
  const width = Math.max(0, ...vectors.map(({ id }) => id.length));
  for (const { id, rule, comment, disputed } of vectors) {
    const mark = disputed === undefined ? "" : terminal.colors.yellow("disputed: ");
    terminal.out(`${id.padEnd(width)}  ${rule.padEnd(20)}  ${mark}${visible(comment)}\n`);
  }
  return EXIT.ok;
}

function noneMatches(filter: string | undefined): number {
  tell(`countersign: no vector matches ${JSON.stringify(filter)}`);
  return EXIT.nothingRan;
}

/** A vector whole, with its rule and source written out. */
export function showVector(id: string, { vectors: folder }: VectorsOptions, terminal: Terminal): number {
  const vector = loadVectors(folder).find((one) => one.id === id);
  if (vector === undefined)
    throw new UsageError(`no vector has the id ${JSON.stringify(id)}`, "countersign vectors list");
  const rule = loadRules(folder).get(vector.rule);
  const published = vector.source.kind === "published" ? loadSources(folder).get(vector.source.source) : undefined;
  terminal.out(`${JSON.stringify({ ...vector, rule, source: { ...vector.source, ...published } }, null, 2)}\n`);
  return EXIT.ok;
}

/** Computes every stated value anew by the model, which shares no code with the signer. */
export async function recomputeVectors(
  { filter, vectors: folder }: VectorsOptions,
  terminal: Terminal,
): Promise<number> {
  const vectors = filterVectors(loadVectors(folder), filter);
  if (vectors.length === 0) return noneMatches(filter);
  const { listen, result } = createSummary();
  const rerun: Rerun = (failure) =>
    "vector" in failure ? `npm run -s countersign -- vectors recompute --filter ${failure.vector.id}` : "";
  const write = terminalReporter(terminal, rerun);
  await run({
    vectors,
    rules: loadRules(folder),
    driver: inProcessDriver(BUILTIN.get("model")!),
    emit(event) {
      listen(event);
      write(event);
    },
  });
  terminal.out(verdictLine(result(), terminal.colors));
  return result().vectors.failed === 0 ? EXIT.ok : EXIT.failures;
}
