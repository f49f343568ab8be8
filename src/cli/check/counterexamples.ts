/** The folder of counterexamples. Each is a JSON file that the next run checks first. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkProperty, NotOffered, PROPERTIES } from "../../conformance/properties/index.ts";
import type { SavedCase } from "../../conformance/runner/index.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { openObject } from "../../shapes/shape.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { unknownName } from "../input/similar-names.ts";
import { UsageError } from "../process/exit-codes.ts";

/** Reads all cases of a folder, sorted by file name; none if the folder does not exist. */
export async function readCounterexamples(folder: string | undefined): Promise<SavedCase[]> {
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Promise.all(names.sort().map((name) => readCounterexample(join(folder, name))));
}

const SAVED = openObject(["property", "case"], { property: { type: "string" }, case: {} });

/** Reads one file, and checks that its case belongs to a property. */
export async function readCounterexample(path: string, hint?: string): Promise<SavedCase> {
  const text = readFile(path).toString("utf8");
  const source = { what: "a counterexample", file: path, hint };
  const { property: id, case: saved } = parseChecked(text, SAVED, source);
  const property = PROPERTIES.find((one) => one.id === id);
  const toDelete = `to run without it, delete the file: rm ${shellWord(path)}`;
  if (property === undefined) {
    const ids = PROPERTIES.map((one) => one.id);
    const message = `expected a counterexample at ${path}: no property is called ${JSON.stringify(id)}`;
    throw unknownName(message, id, ids, toDelete);
  }
  try {
    // A property reads its case before it asks a question.
    await checkProperty(property, saved, () => ({ ok: false, error: "unsupported", message: "" }));
  } catch (error) {
    if (error instanceof NotOffered) return { property: id, case: saved };
    const message = `expected a counterexample at ${path}: /case is not a case of ${id}: ${(error as Error).message}`;
    throw new UsageError(message, toDelete);
  }
  return { property: id, case: saved };
}

/** Writes one case. The same case always has the same name. Returns the path. */
export function saveCounterexample(folder: string, saved: SavedCase): string {
  const hash = createHash("sha256").update(JSON.stringify(saved)).digest("hex").slice(0, 12);
  const path = join(folder, `${saved.property}-${hash}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`);
  return path;
}
