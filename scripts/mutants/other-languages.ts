/**
 * The reference in another language, which is not an npm package. Its results are recorded in a file, so that the matrix can be
 * generated without it.
 */

import { readFileSync } from "node:fs";
import { openDriver } from "../../src/conformance/drivers/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import {
  type ReferenceKill,
  type ReferenceKills,
  type ReferenceMiss,
  referenceKills,
  remembering,
} from "./reference-kills.ts";

export const RECORD = "scripts/mutants/other-languages.json";

const TITLE = "oauthlib";
const COMMAND = ["/usr/bin/python3", "examples/drivers/python-oauthlib.py"];

/** Measures faults with the program. */
export async function measureOtherLanguages(faults: readonly Fault[]): Promise<ReferenceKills> {
  const driver = remembering(openDriver({ command: COMMAND }));
  try {
    return await referenceKills(faults, { title: TITLE, start: [() => driver] });
  } finally {
    await driver.close();
  }
}

/** Reads the recorded results. A fault that was not measured is absent. */
export async function readOtherLanguages(faults: readonly Fault[]): Promise<ReferenceKills> {
  const recorded = JSON.parse(readFileSync(RECORD, "utf8")) as Readonly<Record<string, ReferenceKill | ReferenceMiss>>;
  const kills = new Map(faults.flatMap(({ id }) => (recorded[id] === undefined ? [] : [[id, recorded[id]] as const])));
  return { title: TITLE, kills };
}

export function recordText({ kills }: ReferenceKills): string {
  return `${JSON.stringify(Object.fromEntries(kills), undefined, 2)}\n`;
}
