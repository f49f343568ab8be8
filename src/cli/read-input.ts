/**
 * Reads a file that an argument names; `-` is standard input.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { UsageError } from "./exit-codes.ts";

/** The octets of the file. */
export function readInput(path: string): Buffer {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    throw new UsageError(
      `expected a readable file, got ${JSON.stringify(path)}: ${(error as NodeJS.ErrnoException).code}`,
    );
  }
}
