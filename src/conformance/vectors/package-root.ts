/**
 * Where this package is installed.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest folder above this file that has a package.json. The source, the compiled file and the bundle differ in depth. */
export const PACKAGE_ROOT: string = rootOf(dirname(fileURLToPath(import.meta.url)));

function rootOf(folder: string): string {
  return existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootOf(dirname(folder));
}
