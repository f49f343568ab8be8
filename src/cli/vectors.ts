/**
 * `countersign vectors`: lists the vectors, shows one, recomputes all of them by the model.
 *
 * @module
 */

import { inProcessDriver } from "../conformance/drivers/index.ts";
import { BUILTIN } from "../conformance/implementations/index.ts";
import { liveReporter, type Terminal, verdictLines, visible } from "../conformance/reporters/index.ts";
import {
  createSummary,
  filterVectors,
  filterVerificationVectors,
  hasFailed,
  run,
} from "../conformance/runner/index.ts";
import {
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  writeVector,
  writeVerificationVector,
} from "../conformance/vectors/index.ts";
import { tell } from "./console.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { rerunCommand } from "./rerun.ts";
import { checkVectorsFolder } from "./vectors-folder.ts";

/** What the commands share. */
export interface VectorsOptions {
  /** Any of these names. */
  readonly filter?: readonly string[];
  readonly vectors?: string;
}

/** One line a vector: id, rule, comment. */
export function listVectors({ filter, vectors: folder }: VectorsOptions, terminal: Terminal): number {
  checkVectorsFolder(folder);
  const vectors = [
    ...filterVectors(loadVectors(folder), filter),
    ...filterVerificationVectors(loadVerificationVectors(folder), filter),
  ];
  if (vectors.length === 0) return noneMatches(filter);
  const width = Math.max(0, ...vectors.map(({ id }) => id.length));
  for (const vector of vectors) {
    const mark = "disputed" in vector ? terminal.colors.yellow("disputed: ") : "";
    terminal.out(`${vector.id.padEnd(width)}  ${vector.rule.padEnd(20)}  ${mark}${visible(vector.comment)}\n`);
  }
  return EXIT.ok;
}

function noneMatches(filter: readonly string[] = []): number {
  tell(`countersign: no vector matches ${JSON.stringify(filter)}`);
  return EXIT.nothingRan;
}

/** A vector whole, with its rule and source written out. */
export function showVector(id: string, { vectors: folder }: VectorsOptions, terminal: Terminal): number {
  checkVectorsFolder(folder);
  const vector = [...loadVectors(folder), ...loadVerificationVectors(folder)].find((one) => one.id === id);
  if (vector === undefined)
    throw new UsageError(`no vector has the id ${JSON.stringify(id)}`, "countersign vectors list");
  const rule = loadRules(folder).get(vector.rule);
  const json = "input" in vector ? writeVector(vector) : writeVerificationVector(vector);
  const published = vector.source.kind === "published" ? loadSources(folder).get(vector.source.source) : undefined;
  terminal.out(`${JSON.stringify({ ...json, rule, source: { ...vector.source, ...published } }, null, 2)}\n`);
  return EXIT.ok;
}

/** Computes every stated value anew by the model, which shares no code with the signer. */
export async function recomputeVectors(options: VectorsOptions, terminal: Terminal): Promise<number> {
  const { filter, vectors: folder } = options;
  checkVectorsFolder(folder);
  const vectors = filterVectors(loadVectors(folder), filter);
  if (vectors.length === 0) return noneMatches(filter);
  const { listen, result } = createSummary();
  const rerun = rerunCommand("vectors recompute", { vectors: folder });
  const live = liveReporter(terminal, { rerun });
  await run({
    vectors,
    rules: loadRules(folder),
    driver: inProcessDriver(BUILTIN.get("model")!),
    emit(event) {
      listen(event);
      live.listen(event);
    },
    properties: [],
    saved: [],
    seed: 0,
    indices: { first: 0, count: 0 },
  });
  const summary = result();
  terminal.out(verdictLines([summary], terminal.colors));
  return hasFailed(summary) ? EXIT.failures : EXIT.ok;
}
