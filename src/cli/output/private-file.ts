/** Files of requests, which may contain personal data. */

import { fchmodSync, fstatSync, openSync } from "node:fs";
import { shownPath, systemReason } from "../input/system-reason.ts";
import { UsageError } from "../process/exit-codes.ts";

const OWNER_ONLY = 0o600;

/** Opens for writing a file that only its owner can read, before any work starts. Returns the descriptor. */
export function openPrivateFile(option: string, file: string): number {
  try {
    const descriptor = openSync(file, "w", OWNER_ONLY);
    // Only a new file gets its mode from `openSync`. A device or a pipe keeps its own.
    if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, OWNER_ONLY);
    return descriptor;
  } catch (error) {
    throw new UsageError(
      `${option} must be a file that can be written, got ${shownPath(file)}: ${systemReason(error)}`,
    );
  }
}
