/**
 * The version of this package.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../vectors/package-root.ts";

export const OWN_VERSION: string = (
  JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as { version: string }
).version;
