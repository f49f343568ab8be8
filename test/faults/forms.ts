/** Finds the forms of a fault for tests. */

import type { StageChange } from "../../src/faults/fault.ts";
import { allFaults, formsOf as formsOfFault } from "../../src/faults/index.ts";
import { type SigningInput, specification, type Trace, trace } from "../../src/model/index.ts";

/** The changes of a fault, the most common form first. */
export function formsOf(id: string): StageChange[] {
  return formsOfFault(allFaults().find((fault) => fault.id === id)!).map(({ apply }) => apply);
}

/** One value of the trace for each form of a fault. */
export function valuesOf(id: string, request: SigningInput, field: keyof Trace): unknown[] {
  return formsOf(id).map((apply) => trace(request, apply(specification))[field]);
}
