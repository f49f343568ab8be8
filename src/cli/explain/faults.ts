/** `countersign faults`: lists the known mistakes, and prints the page of one. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { PACKAGE_ROOT } from "../../conformance/vectors/package-root.ts";
import { FAULTS, UNMODELLED_MISTAKES } from "../../faults/index.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { unknownName } from "../input/similar-names.ts";

const PAGES = join(PACKAGE_ROOT, "docs/faults");

/** Prints a line for each fault: id, title. */
export function listFaults(terminal: Terminal): ExitCode {
  const width = Math.max(...FAULTS.map(({ id }) => id.length));
  for (const { id, title } of FAULTS) terminal.out(`${id.padEnd(width)}  ${title}\n`);
  return EXIT.ok;
}

/** Prints the page of a fault: what goes wrong, the smallest request that shows it, the fix, the evidence. */
export function showFault(id: string, terminal: Terminal): ExitCode {
  if (FAULTS.some((fault) => fault.id === id)) {
    terminal.out(readFileSync(join(PAGES, `${id}.md`), "utf8"));
    return EXIT.ok;
  }
  const other = UNMODELLED_MISTAKES.find((one) => one.id === id);
  if (other === undefined) throw unknownFault(id);
  terminal.out(`${other.what}\nIt has no page: ${other.reason}\n`);
  return EXIT.ok;
}

/** `explain` also names causes that are not mistakes in the code of a client, such as `other-scheme`. */
function unknownFault(id: string): Error {
  const ids = [...FAULTS, ...UNMODELLED_MISTAKES].map((fault) => fault.id);
  return unknownName(
    `no fault has the id ${JSON.stringify(id)}`,
    id,
    ids,
    "to list all faults, run: countersign faults list; if explain named this cause, its report says how to fix it",
  );
}
