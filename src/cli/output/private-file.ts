/** Files of requests, which may contain personal data. */

import { openSync } from "node:fs";
import { shownPath, systemReason } from "../input/system-reason.ts";
import { UsageError } from "../process/exit-codes.ts";

/** Opens a file for writing that only the user can read, before any work is done. Returns its descriptor. */
export function openPrivateFile(option: string, file: string): number {
  try {
    return openSync(file, "w", 0o600);
  } catch (error) {
    throw new UsageError(
      `${option} must be a file that can be written, got ${shownPath(file)}: ${systemReason(error)}`,
    );
  }
}
