/**
 * The built-in implementations, by the names that `check --builtin` takes.
 *
 * @module
 */

import type { Implementation } from "../drivers/index.ts";
import { inHouse } from "./in-house.ts";
import { model } from "./model.ts";
import { nodeForge } from "./node-forge.ts";
import { oauth10a } from "./oauth-1.0a.ts";

export { OWN_VERSION } from "./package-version.ts";

/** The one that is judged where none is named. */
export const IN_HOUSE = "countersign";

/** The ones that are judged beside it: written by others, from other readings of the RFC. */
export const REFERENCES: readonly string[] = ["oauth-1.0a", "node-forge"];

/** All of them. */
export const BUILTIN: ReadonlyMap<string, Implementation> = new Map([
  [IN_HOUSE, inHouse],
  ["model", model],
  ["oauth-1.0a", oauth10a],
  ["node-forge", nodeForge],
]);
