/**
 * The built-in implementations, by the names that `check --builtin` takes.
 *
 * @module
 */

import { faultOf } from "../../faults/index.ts";
import type { Implementation } from "../drivers/index.ts";
import { nodeForge } from "../references/node-forge.ts";
import { oauth10a } from "../references/oauth-1.0a.ts";
import { packageVersion } from "../references/package-version.ts";
import { countersign } from "./countersign.ts";
import { model, mutant } from "./model.ts";

export { mutant };

/** The version of this package. */
export const OWN_VERSION: string = packageVersion("countersign");

/** The default implementation under test. */
export const COUNTERSIGN = "countersign";

/** The third-party implementations that it is compared with. */
export const REFERENCES: readonly string[] = ["oauth-1.0a", "node-forge"];

/** All built-in implementations except the mutants. */
export const BUILTIN: ReadonlyMap<string, Implementation> = new Map([
  [COUNTERSIGN, countersign],
  ["model", model],
  ["oauth-1.0a", oauth10a],
  ["node-forge", nodeForge],
]);

const MUTANT = "mutant:";

/**
 * The implementation of that name: a built-in one, or `mutant:` and the ids of faults joined by "+".
 *
 * @returns `undefined` if there is no such implementation or fault
 * @example
 * builtin("mutant:tilde-encoded+not-sorted")?.about.name; // "mutant:tilde-encoded+not-sorted"
 */
export function builtin(name: string): Implementation | undefined {
  if (!name.startsWith(MUTANT)) return BUILTIN.get(name);
  const faults = name.slice(MUTANT.length).split("+").map(faultOf);
  const known = faults.filter((fault) => fault !== undefined);
  return known.length === faults.length ? mutant(known) : undefined;
}
