/**
 * Mutants: the executable specification with a fault or several in it, as an implementation.
 *
 * @module
 */

import type { Fault } from "../../faults/index.ts";
import { type Stages, specification } from "../../model/index.ts";
import type { Implementation } from "../drivers/index.ts";
import { implementationOf } from "./model.ts";

/**
 * The specification with these faults in it, each put into the stages that the one before it made.
 *
 * @param from the stages that the first fault is put into, for callers that keep what is slow to compute
 * @example
 * mutant([faultOf("tilde-encoded")!, faultOf("not-sorted")!]).about.name; // "mutant:tilde-encoded+not-sorted"
 */
export function mutant(faults: readonly Fault[], from: Stages = specification): Implementation {
  const stages = faults.reduce((made, fault) => fault.apply(made), from);
  return implementationOf(stages, `mutant:${faults.map(({ id }) => id).join("+")}`);
}
