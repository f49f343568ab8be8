/**
 * `countersign vectors list`. The built command line reads a list that the build wrote, because reading and checking every
 * vector would take most of the time.
 */

import type { Terminal } from "../../conformance/reporters/index.ts";
import { isNamed } from "../../conformance/runner/questions/filter.ts";
import { readCompressed } from "../../platform/package-files.ts";
import { visible } from "../../redaction/visible.ts";
import type { VectorsOptions } from "../options/vectors.ts";
import { howToList } from "../output/commands-to-paste.ts";
import { logError } from "../output/terminal.ts";
import { EXIT, type ExitCode } from "../process/exit-codes.ts";
import type { ListedVector } from "./listed-vectors.ts";

/** The path of the list in the package. The build defines it; it does not exist in a checkout. */
declare const __VECTOR_LIST__: string | undefined;

/** Prints a line for each vector: id, rule, comment. */
export async function listVectors(options: VectorsOptions, terminal: Terminal): Promise<ExitCode> {
  const { filter } = options;
  const all = await readList(options.vectors);
  const vectors = filter === undefined ? all : all.filter(({ id, names }) => isNamed(id, names, filter));
  if (vectors.length === 0) return noneMatches(options);
  const width = Math.max(...vectors.map(({ id }) => id.length));
  const lines = vectors.map(({ id, rule, comment, isDisputed }) => {
    const mark = isDisputed ? terminal.colors.yellow("disputed: ") : "";
    return `${visible(id.padEnd(width))}  ${visible(rule.padEnd(20))}  ${mark}${visible(comment)}\n`;
  });
  terminal.out(lines.join(""));
  return EXIT.ok;
}

async function readList(folder: string | undefined): Promise<readonly ListedVector[]> {
  if (folder === undefined && typeof __VECTOR_LIST__ !== "undefined") {
    return readCompressed(__VECTOR_LIST__) as readonly ListedVector[];
  }
  const { listedVectors } = await import("./listed-vectors.ts");
  return listedVectors(folder);
}

/** Reports that no vector matches the filters. */
export function noneMatches({ filter = [], vectors }: VectorsOptions): ExitCode {
  logError({ message: `no vector matches ${JSON.stringify(filter)}`, hint: howToList(vectors) });
  return EXIT.nothingRan;
}
