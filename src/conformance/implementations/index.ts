/** The built-in implementations, by the names that `check --builtin` takes. */

import { faultOf } from "../../faults/index.ts";
import { type Driver, type Implementation, inProcessDriver } from "../drivers/index.ts";
import { countersign } from "./countersign.ts";
import { model, modelAnswer, mutant } from "./model.ts";

export { countersign, model, modelAnswer, mutant };

/** The name of the executable specification. */
export const MODEL = "model";

/** The names of the references: implementations that others wrote from their own reading of the RFC. */
export const REFERENCES: readonly string[] = ["oauth-1.0a", "node-forge"];

/** Loads each implementation by its name. The package of a reference is loaded only when the reference is. */
export const BUILTIN: ReadonlyMap<string, () => Promise<Implementation>> = new Map([
  ["countersign", async () => countersign],
  [MODEL, async () => model],
  ["oauth-1.0a", async () => (await import("../references/oauth-1.0a.ts")).oauth10a],
  ["node-forge", async () => (await import("../references/node-forge.ts")).nodeForge],
]);

const MUTANT = "mutant:";

/**
 * Loads a built-in implementation.
 *
 * @param name one of {@link BUILTIN}, or `mutant:` and the ids of faults, joined by "+"
 * @returns `undefined` if no implementation has that name, or if a fault is unknown
 * @example
 * (await loadBuiltin("mutant:tilde-encoded+not-sorted"))?.about.name; // "mutant:tilde-encoded+not-sorted"
 */
export async function loadBuiltin(name: string): Promise<Implementation | undefined> {
  if (!name.startsWith(MUTANT)) return BUILTIN.get(name)?.();
  const faults = name.slice(MUTANT.length).split("+").map(faultOf);
  const known = faults.filter((fault) => fault !== undefined);
  return known.length === faults.length ? mutant(known) : undefined;
}

/** Opens built-in implementations, one after the other: Jest cannot link two modules at a time. */
export async function openBuiltins(names: readonly string[]): Promise<Driver[]> {
  const drivers: Driver[] = [];
  for (const name of names) drivers.push(inProcessDriver((await loadBuiltin(name))!));
  return drivers;
}
