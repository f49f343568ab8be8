/**
 * Reads a file that an argument names; `-` is standard input.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { UsageError } from "../exit-codes.ts";

/** The octets of the file; `shown` is what an error says of its name. */
export function readInput(path: string, shown: string = JSON.stringify(path)): Buffer {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    throw new UsageError(`expected a readable file, got ${shown}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
