/** Files of requests, which may contain personal data. */

import { openSync } from "node:fs";
import { UsageError } from "../process/exit-codes.ts";

/** Opens a file that only the user can read for writing, before any work is done. Returns its descriptor. */
export function openPrivateFile(option: string, file: string): number {
  try {
    return openSync(file, "w", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} must be a file that can be written, got ${JSON.stringify(file)}: ${code}`);
  }
}
