/** `countersign faults`: lists the known mistakes, and prints the page of one. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { addressHypotheses } from "../../diagnosis/environment-causes.ts";
import { keyHypotheses } from "../../diagnosis/key-causes.ts";
import { FAULTS, UNMODELLED_MISTAKES } from "../../faults/index.ts";
import type { SigningInput } from "../../model/index.ts";
import { PACKAGE_ROOT } from "../../platform/package-root.ts";
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
  const cause = ENVIRONMENT_CAUSES.find((one) => one.id === id);
  if (other === undefined && cause === undefined) throw unknownFault(id);
  if (other !== undefined) terminal.out(`${other.what}\nIt has no page: ${other.reason}\n`);
  if (cause !== undefined) terminal.out(`The client ${cause.title}.\nTo fix it: ${cause.fix.text}\n`);
  return EXIT.ok;
}

const SAMPLE: SigningInput = {
  method: "GET",
  url: "https://gateway.example/status",
  signatureMethod: "HMAC-SHA1",
  protocolParameters: [],
};

/** Causes that `explain` names although the code of the client may be right, such as `other-scheme`. */
const ENVIRONMENT_CAUSES = [
  ...addressHypotheses(SAMPLE, [], (text) => text),
  ...keyHypotheses({ consumerSecret: "secret", tokenSecret: "other" }, [], SAMPLE),
];

function unknownFault(id: string): Error {
  const ids = [...FAULTS, ...UNMODELLED_MISTAKES, ...ENVIRONMENT_CAUSES].map((one) => one.id);
  const hint = "to list all faults, run: countersign faults list";
  return unknownName(`no fault has the id ${JSON.stringify(id)}`, id, ids, hint);
}
