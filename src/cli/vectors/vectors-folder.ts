/** The folder that `--vectors` names, checked against the published schemas. */

import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { VECTOR_FILES, VECTORS_FOLDER } from "../../conformance/vectors/index.ts";
import { type PublishedSchema, parseChecked } from "../input/checked-json.ts";

const SCHEMAS: readonly (readonly [file: string, schema: PublishedSchema])[] = [
  ...VECTOR_FILES.map((name) => [`${name}.json`, "schema.json"] as const),
  ["verifier.json", "verifier.schema.json"],
  ["rules.json", "rules.schema.json"],
  ["sources.json", "sources.schema.json"],
  ["faults.json", "faults.schema.json"],
  ["quick.json", "quick.schema.json"],
];

/**
 * Checks every file in the folder that has a schema. The package's own folder is not checked. A missing file is not
 * an error here: the code that needs it reports it.
 */
export function checkVectorsFolder(folder: string | undefined): void {
  if (folder === undefined || relative(VECTORS_FOLDER, folder) === "") return;
  for (const [name, schema] of SCHEMAS) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    parseChecked(readFileSync(file, "utf8"), schema, { what: "a file with vectors", file });
  }
}
