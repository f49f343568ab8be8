/** The folder that `--vectors` names, checked against the shapes of its files. */

import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { LIST_FILES } from "../../conformance/vectors/file-shapes.ts";
import { VECTOR_FILES, VECTORS_FOLDER } from "../../conformance/vectors/index.ts";
import { VECTORS_FILE } from "../../conformance/vectors/vector-shapes.ts";
import { VERIFIER_FILE } from "../../conformance/vectors/verifier-shapes.ts";
import type { Shape } from "../../shapes/shape.ts";
import { parseChecked } from "./checked-json.ts";
import { readFile } from "./read-file.ts";

const SHAPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(VECTOR_FILES.map((name) => [name, VECTORS_FILE])),
  verifier: VERIFIER_FILE,
  ...LIST_FILES,
};

/**
 * Checks each file of the folder for which there is a shape. The package's own folder is not checked. A missing file is not
 * an error here: the code that needs it reports it.
 */
export function checkVectorsFolder(folder: string | undefined): void {
  if (folder === undefined || relative(VECTORS_FOLDER, folder) === "") return;
  // Reports a path that is a file, or a folder that cannot be read.
  if (existsSync(folder)) readdirSync(folder);
  for (const [name, shape] of Object.entries(SHAPES)) {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) continue;
    parseChecked(readFile(file).toString("utf8"), shape, { what: "a file with vectors", file });
  }
}

/** Checks the text of a file that is to be written into the folder. */
export function checkVectorsFile(file: string, text: string): void {
  const shape = SHAPES[basename(file, ".json")];
  if (shape !== undefined) parseChecked(text, shape, { what: "what can be read again", file });
}
