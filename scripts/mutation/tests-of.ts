/** The tests that have to detect a mutant: those of its own folder. */

import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** The model is also tested by each vector, and the public entry by the tests of what it exports. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  "src/model": ["test/conformance/vectors/**/*.test.ts"],
  src: ["test/oauth1/**/*.test.ts", "test/verifier/**/*.test.ts"],
};

/**
 * @param file a file of `src`, or an entry with lines such as `src/oauth1/form.ts:10-12`
 * @returns patterns for vitest: the tests in the folder of the same name, or in the nearest one above it that exists
 */
export function testsOf(file: string): readonly string[] {
  const source = dirname(file);
  const more = MORE[source] ?? [];
  let folder = source.replace(/^src/, "test");
  while (!existsSync(folder)) folder = dirname(folder);
  return folder === "test" ? more : [`${folder}/**/*.test.ts`, ...more];
}
