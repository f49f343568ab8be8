/** Reads docs/data/kill-matrix.md, which `npm run mutants -- --check` keeps up to date. */

import { readFileSync } from "node:fs";
import { FAULTS } from "../../src/faults/index.ts";

/** The vectors, the property and the reference that detect one fault. */
export interface Detection {
  readonly fault: string;
  /** The number of vectors. */
  readonly vectors: number;
  /** The id of the first property; absent if no property detects the fault. */
  readonly property?: string;
  /** The name of the first reference; absent if no reference differs. */
  readonly reference?: string;
}

const ROW_RE =
  /^\| \[[^\]]+\]\(\.\.\/faults\/([\w-]+)\.md\) \| (\d+) \| [^|]* \| (?:([\w-]+), case \d+)? ?\| (?:\d+ starts)? ?\| (?:(.+), input \d+)? ?\|$/gm;

/** @throws Error if the page does not list every fault */
export function readKillMatrix(): Detection[] {
  const rows = [...readFileSync("docs/data/kill-matrix.md", "utf8").matchAll(ROW_RE)].map(
    ([, fault, vectors, property, reference]) => ({
      fault: fault!,
      vectors: Number(vectors),
      ...(property === undefined ? {} : { property }),
      ...(reference === undefined ? {} : { reference }),
    }),
  );
  if (rows.length !== FAULTS.length || FAULTS.some(({ id }) => !rows.some(({ fault }) => fault === id)))
    throw new Error("docs/data/kill-matrix.md does not list every fault; run npm run mutants");
  return rows;
}
