/** The folder in which this package is installed. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest folder above this file with a package.json: source, compiled file and bundle are at different depths. */
export const PACKAGE_ROOT: string = rootOf(dirname(fileURLToPath(import.meta.url)));

function rootOf(folder: string): string {
  return existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootOf(dirname(folder));
}
