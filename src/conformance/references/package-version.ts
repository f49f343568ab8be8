/**
 * Versions of the packages that the command line includes: from package.json in a checkout, from the build in the bundle.
 *
 * @module
 */

import { createRequire } from "node:module";

/** Put in by the build; in a checkout it does not exist. */
declare const __BUNDLED_VERSIONS__: Readonly<Record<string, string>> | undefined;

/** The version of a package that the command line brings along. */
export function packageVersion(name: string): string {
  const bundled = typeof __BUNDLED_VERSIONS__ === "undefined" ? undefined : __BUNDLED_VERSIONS__[name];
  if (bundled !== undefined) return bundled;
  return (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version;
}
