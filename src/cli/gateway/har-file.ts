/** The file of `countersign gateway --har`. */

import { closeSync, writeFileSync } from "node:fs";
import type { Har } from "../../gateway/simulator/index.ts";
import { openPrivateFile } from "../output/private-file.ts";

/** A file that is opened at the start, so that a wrong path is reported before any work is done. */
export interface HarFile {
  /** Writes the file and closes it. */
  write(har: Har): void;
}

/**
 * Creates the file.
 */
export function openHarFile(file: string | undefined): HarFile | undefined {
  if (file === undefined) return undefined;
  const descriptor = openPrivateFile("--har", file);
  return {
    write(har) {
      writeFileSync(descriptor, `${JSON.stringify(har, undefined, 2)}\n`);
      closeSync(descriptor);
    },
  };
}
