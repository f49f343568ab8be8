/** The file of `countersign gateway --har`. */

import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Har } from "../../gateway/simulator/index.ts";
import { UsageError } from "../process/exit-codes.ts";

/** A file that is opened at the start, so that a wrong path is reported before any work is done. */
export interface HarFile {
  /** Writes the file and closes it. */
  write(har: Har): void;
}

/**
 * Creates the file, which only the user can read: requests may contain personal data.
 *
 * @throws {@link UsageError}
 */
export function openHarFile(file: string | undefined): HarFile | undefined {
  if (file === undefined) return undefined;
  const descriptor = openOrExplain(file);
  return {
    write(har) {
      writeFileSync(descriptor, `${JSON.stringify(har, undefined, 2)}\n`);
      closeSync(descriptor);
    },
  };
}

function openOrExplain(file: string): number {
  try {
    return openSync(file, "w", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--har must be a file that can be written, got ${JSON.stringify(file)}: ${code}`);
  }
}
