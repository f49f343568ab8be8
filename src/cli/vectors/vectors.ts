/** `countersign vectors`: shows a vector, and recomputes all of them with the model. */

import { inProcessDriver } from "../../conformance/drivers/index.ts";
import { model } from "../../conformance/implementations/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { filterVectors, hasFailed, run } from "../../conformance/runner/index.ts";
import {
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  writeVector,
  writeVerificationVector,
} from "../../conformance/vectors/index.ts";
import { unknownName } from "../input/similar-names.ts";
import { checkVectorsFolder } from "../input/vectors-folder.ts";
import type { VectorsOptions } from "../options/vectors.ts";
import { howToList, rerunCommand } from "../output/commands-to-paste.ts";
import { openReports } from "../output/reports.ts";
import { EXIT, type ExitCode } from "../process/exit-codes.ts";
import { noneMatches } from "./list.ts";

/** Prints one vector as JSON, with its rule and its source written out. */
export function showVector(id: string, { vectors: folder }: VectorsOptions, terminal: Terminal): ExitCode {
  checkVectorsFolder(folder);
  const vectors = [...loadVectors(folder), ...loadVerificationVectors(folder)];
  const vector = vectors.find((one) => one.id === id);
  if (vector === undefined) {
    const ids = vectors.map((one) => one.id);
    throw unknownName(`no vector has the id ${JSON.stringify(id)}`, id, ids, howToList(folder));
  }
  const rule = loadRules(folder).get(vector.rule);
  const json = "input" in vector ? writeVector(vector) : writeVerificationVector(vector);
  const published = vector.source.kind === "published" ? loadSources(folder).get(vector.source.source) : undefined;
  terminal.out(`${JSON.stringify({ ...json, rule, source: { ...vector.source, ...published } }, null, 2)}\n`);
  return EXIT.ok;
}

/** Computes every stated value with the model, which shares no code with the signer, and compares. */
export async function recomputeVectors(
  options: VectorsOptions,
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<ExitCode> {
  const { filter, vectors: folder } = options;
  checkVectorsFolder(folder);
  const vectors = filterVectors(loadVectors(folder), filter);
  if (vectors.length === 0) return noneMatches(options);
  const rerun = rerunCommand("vectors recompute", { vectors: folder });
  const reporter = await openReports([{ name: "terminal" }], { rerun }, terminal);
  await run({
    vectors,
    rules: loadRules(folder),
    driver: inProcessDriver(model),
    emit: reporter.listen,
    properties: [],
    saved: [],
    seed: 0,
    indices: { first: 0, count: 0 },
    ...(signal === undefined ? {} : { signal }),
  });
  reporter.finish();
  if (signal?.aborted) return EXIT.interrupted;
  return hasFailed(reporter.summary()) ? EXIT.failures : EXIT.ok;
}
