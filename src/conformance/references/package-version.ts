/** Versions of packages: the bundled command line gets them from the build, a checkout from package.json. */

import { createRequire } from "node:module";

/** Defined by the build; does not exist in a checkout. */
declare const __BUNDLED_VERSIONS__: Readonly<Record<string, string>> | undefined;

/** The version of this package, or of a package that the command line bundles. */
export function packageVersion(name: string): string {
  const bundled = typeof __BUNDLED_VERSIONS__ === "undefined" ? undefined : __BUNDLED_VERSIONS__[name];
  if (bundled !== undefined) return bundled;
  return (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version;
}
