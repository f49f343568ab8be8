/**
 * The built-in implementations, by the names that `check --builtin` takes.
 *
 * @module
 */

import { faultOf } from "../../faults/index.ts";
import type { Implementation } from "../drivers/index.ts";
import { nodeForge } from "../references/node-forge.ts";
import { oauth10a } from "../references/oauth-1.0a.ts";
import { countersign } from "./countersign.ts";
import { model } from "./model.ts";
import { mutant } from "./mutant.ts";

export { mutant } from "./mutant.ts";
export { OWN_VERSION } from "./own-version.ts";

/** The one that is judged where none is named. */
export const COUNTERSIGN = "countersign";

/** The ones that are judged beside it: written by others, from other readings of the RFC. */
export const REFERENCES: readonly string[] = ["oauth-1.0a", "node-forge"];

/** All of them, but for the mutants. */
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
 * @returns `undefined` where there is none, or a fault is not known
 * @example
 * builtin("mutant:tilde-encoded+not-sorted")?.about.name; // "mutant:tilde-encoded+not-sorted"
 */
export function builtin(name: string): Implementation | undefined {
  if (!name.startsWith(MUTANT)) return BUILTIN.get(name);
  const faults = name.slice(MUTANT.length).split("+").map(faultOf);
  const known = faults.filter((fault) => fault !== undefined);
  return known.length === faults.length ? mutant(known) : undefined;
}
