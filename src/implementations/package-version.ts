/**
 * Versions: our own, and that of a reference: from its package.json in a checkout, from the build inside the bundled command line.
 *
 * @module
 */

import { createRequire } from "node:module";

/** Our own; package.json is two levels up, from the source as from the built command line. */
export const OWN_VERSION: string = (createRequire(import.meta.url)("../../package.json") as { version: string })
  .version;

/** Put in by the build; in a checkout it does not exist. */
declare const __BUNDLED_VERSIONS__: Readonly<Record<string, string>> | undefined;

/** The version of a package that the command line brings along. */
export function packageVersion(name: string): string {
  const bundled = typeof __BUNDLED_VERSIONS__ === "undefined" ? undefined : __BUNDLED_VERSIONS__[name];
  if (bundled !== undefined) return bundled;
  return (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version;
}
