import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { VECTOR_FILES, VECTORS_FOLDER } from "../../src/conformance/vectors/index.ts";

interface JsonVector {
  readonly id: string;
  readonly [member: string]: unknown;
}

/**
 * Makes a temporary folder, which the caller removes, with the first vectors of each file, because a command reads each file whole.
 *
 * @param changed - a vector that takes the place of the one with its id
 */
export function fewVectors(changed?: JsonVector): string {
  const folder = mkdtempSync(join(tmpdir(), "few-vectors-"));
  // Vectors are missing, which a lock does not allow, and so is what outside implementations say of them.
  const files = [...VECTOR_FILES, "verifier"];
  const left = [...files, "ids.lock", "agreement"].map((name) => `${name}.json`);
  cpSync(VECTORS_FOLDER, folder, { recursive: true, filter: (path) => !left.includes(basename(path)) });
  for (const name of files) {
    const file = JSON.parse(readFileSync(join(VECTORS_FOLDER, `${name}.json`), "utf8")) as { vectors: JsonVector[] };
    const vectors = file.vectors
      .filter(({ id }, at) => at < 5 || id === changed?.id)
      .map((vector) => (vector.id === changed?.id ? changed : vector));
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...file, vectors }));
  }
  return folder;
}
