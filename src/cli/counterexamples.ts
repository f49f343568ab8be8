/**
 * The folder of counterexamples: each a plain JSON file that the next run checks first.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SavedCase } from "../conformance/runner/index.ts";
import { parseChecked } from "./checked-json.ts";
import { readInput } from "./read-input.ts";

/** All cases of a folder, sorted by file name; none where there is no folder. */
export function readCounterexamples(folder: string | undefined): SavedCase[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => readCounterexample(join(folder, name)));
}

const SCHEMA = {
  type: "object",
  required: ["property", "case"],
  properties: { property: { type: "string" }, case: {} },
};

/** Reads one file. The shape of the case depends on the property, which checks it. */
export function readCounterexample(path: string): SavedCase {
  const text = readInput(path).toString("utf8");
  const saved = parseChecked<SavedCase>(text, SCHEMA, { what: "a counterexample", file: path });
  return { property: saved.property, case: saved.case };
}

/** Writes one case, always under the same name; returns the path. */
export function saveCounterexample(folder: string, saved: SavedCase): string {
  const hash = createHash("sha256").update(JSON.stringify(saved)).digest("hex").slice(0, 12);
  const path = join(folder, `${saved.property}-${hash}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`);
  return path;
}
