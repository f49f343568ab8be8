/** Files that arguments and options name; `-` is standard input. */

import { readFileSync } from "node:fs";
import { UsageError } from "../exit-codes.ts";

/**
 * Reads all octets of a file.
 *
 * @param shown the name of the file in the error
 */
export function readFile(path: string, shown: string = JSON.stringify(path)): Buffer {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    throw new UsageError(`expected a readable file, got ${shown}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Refuses more than one `-`: standard input can be read only once. */
export function checkStandardInput(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === "-").length > 1) {
    throw new UsageError("only one option can read standard input (-)", "write the others to files");
  }
}
