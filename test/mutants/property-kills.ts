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
import { askOffered, outsideOf } from "../../src/conformance/runner/questions/offer.ts";
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

const cases = new Map<Property, unknown[]>();

/** The generated case of a property, which is the same for every fault. */
function caseOf(property: Property, index: number): unknown {
  const own = cases.get(property) ?? [];
  cases.set(property, own);
  own[index] ??= generateCase(property.cases, SEED, index);
  return own[index];
}

/** The first property that a fault falsifies; `undefined` if no property is falsified. */
export async function propertyKill(fault: Fault): Promise<PropertyKill | undefined> {
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
