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

/** The rows of the page. */
export function readKillMatrix(page: string = readFileSync("docs/data/kill-matrix.md", "utf8")): Detection[] {
  return [...page.matchAll(ROW_RE)].map(([, fault, vectors, property, reference]) => ({
    fault: fault!,
    vectors: Number(vectors),
    ...(property === undefined ? {} : { property }),
    ...(reference === undefined ? {} : { reference }),
  }));
}

/** The faults that the page does not list yet, and those that it should no longer list. */
export function staleFaults(): string[] {
  const listed = readKillMatrix().map(({ fault }) => fault);
  const ids: readonly string[] = FAULTS.map(({ id }) => id);
  return [...ids.filter((id) => !listed.includes(id)), ...listed.filter((id) => !ids.includes(id))];
}
