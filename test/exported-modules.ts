/** The modules that the package exports, by sub-path. */

import { readFileSync } from "node:fs";

type Exports = Readonly<Record<string, string | { readonly default: string }>>;

/** The sub-paths of package.json whose modules are in a folder of `src`, without "./". */
export function subPathsOf(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly exports: Exports };
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object" && target.default.startsWith(`./dist/${folder}/`))
    .map(([subPath]) => subPath.replace("./", ""));
}
