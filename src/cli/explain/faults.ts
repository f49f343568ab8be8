/**
 * `countersign faults`: lists the mistakes that have a name, prints the page of one.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { PACKAGE_ROOT } from "../../conformance/vectors/package-root.ts";
import { FAULTS, UNMODELLED_MISTAKES } from "../../faults/index.ts";
import { EXIT, UsageError } from "../exit-codes.ts";

const PAGES = join(PACKAGE_ROOT, "docs/faults");

/** One line a fault: id, title. */
export function listFaults(terminal: Terminal): number {
  const width = Math.max(...FAULTS.map(({ id }) => id.length));
  for (const { id, title } of FAULTS) terminal.out(`${id.padEnd(width)}  ${title}\n`);
  return EXIT.ok;
}

/** The page of a fault: what goes wrong, the smallest request that shows it, the fix, the evidence. */
export function showFault(id: string, terminal: Terminal): number {
  if (FAULTS.some((fault) => fault.id === id)) {
    terminal.out(readFileSync(join(PAGES, `${id}.md`), "utf8"));
    return EXIT.ok;
  }
  const other = UNMODELLED_MISTAKES.find((one) => one.id === id);
  if (other === undefined) throw new UsageError(`no fault has the id ${JSON.stringify(id)}`, "countersign faults list");
  terminal.out(`${other.what}\nIt has no page: ${other.reason}\n`);
  return EXIT.ok;
}
