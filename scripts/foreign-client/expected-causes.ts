/** Reads which names describe each mistake truly. */

import { readFileSync } from "node:fs";

/**
 * For each mistake, the ids of causes and notices that describe it truly, as regular expressions; what follows a colon in
 * an id need not be given. After " = " stands a regular expression for the text, if only some texts of the id are true.
 */
export type ExpectedCauses = Readonly<Record<string, readonly string[]>>;

export function readExpectedCauses(): ExpectedCauses {
  return { ...read("expected-causes.json"), ...read("expected-causes-held-out.json") };
}

function read(name: string): ExpectedCauses {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as ExpectedCauses;
}
