/** Finds the first property that detects each fault. */

import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import {
  checkProperty,
  generateCase,
  NotOffered,
  PROPERTIES,
  type Property,
} from "../../src/conformance/properties/index.ts";
import { askOffered, outsideOf } from "../../src/conformance/runner/offered.ts";
import type { Fault } from "../../src/faults/index.ts";
import { cachedSpecification } from "./stage-calls.ts";

/** The property, and the number of cases until it was falsified. */
export interface PropertyKill {
  readonly property: string;
  readonly cases: number;
}

/** The seed of CI. */
const SEED = 5849;

/** The default number of cases of `check`. */
const CASES = 100;

/** The first property that each fault falsifies, by the id of the fault; `undefined` if no property is falsified. */
export async function propertyKills(faults: readonly Fault[]): Promise<Map<string, PropertyKill | undefined>> {
  const cases = new Map<Property, unknown[]>();
  const caseOf = (property: Property, index: number): unknown => {
    const own = cases.get(property) ?? [];
    cases.set(property, own);
    own[index] ??= generateCase(property.cases, SEED, index);
    return own[index];
  };
  const kills = new Map<string, PropertyKill | undefined>();
  for (const fault of faults) kills.set(fault.id, await firstFalsified(fault, caseOf));
  return kills;
}

async function firstFalsified(
  fault: Fault,
  caseOf: (property: Property, index: number) => unknown,
): Promise<PropertyKill | undefined> {
  const driver = inProcessDriver(mutant([fault], cachedSpecification));
  const hello = await driver.hello();
  const ask = askOffered(driver, outsideOf(hello, driver), hello);
  for (const property of PROPERTIES) {
    for (let index = 0; index < CASES; index++) {
      try {
        if (await checkProperty(property, caseOf(property, index), ask))
          return { property: property.id, cases: index + 1 };
      } catch (error) {
        if (!(error instanceof NotOffered)) throw error;
      }
    }
  }
  return undefined;
}
