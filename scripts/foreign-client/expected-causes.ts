/** Reads the names that describe each mistake correctly. */

import { readFileSync } from "node:fs";

/**
 * For each mistake, the ids of causes and notices that describe it correctly, as regular expressions; the part after the colon
 * of an id may be left out. A regular expression for the text follows " = " if only some texts of the id are correct.
 */
export type ExpectedCauses = Readonly<Record<string, readonly string[]>>;

export function readExpectedCauses(): ExpectedCauses {
  return { ...read("expected-causes.json"), ...read("expected-causes-held-out.json") };
}

function read(name: string): ExpectedCauses {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as ExpectedCauses;
}
