/**
 * Which law notices which fault first.
 *
 * @module
 */

import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import {
  checkProperty,
  generateCase,
  NotApplicable,
  PROPERTIES,
  type Property,
} from "../../src/conformance/properties/index.ts";
import { askApplicable, outsideOf } from "../../src/conformance/runner/applicable.ts";
import type { Fault } from "../../src/faults/index.ts";
import { kept } from "./cached-specification.ts";

/** The law, and how many of its cases it took. */
export interface LawKill {
  readonly law: string;
  readonly cases: number;
}

/** The seed of CI, so that what is told here is what CI sees. */
const SEED = 5849;

/** What `check` runs of each law where nothing is said. */
const CASES = 100;

/** The first law that each fault breaks, by the id of the fault; `undefined` where none is broken. */
export async function lawKills(faults: readonly Fault[]): Promise<Map<string, LawKill | undefined>> {
  const cases = new Map<Property, unknown[]>();
  const caseOf = (law: Property, index: number): unknown => {
    const own = cases.get(law) ?? [];
    cases.set(law, own);
    own[index] ??= generateCase(law.cases, SEED, index);
    return own[index];
  };
  const kills = new Map<string, LawKill | undefined>();
  for (const fault of faults) kills.set(fault.id, await firstBroken(fault, caseOf));
  return kills;
}

async function firstBroken(
  fault: Fault,
  caseOf: (law: Property, index: number) => unknown,
): Promise<LawKill | undefined> {
  const driver = inProcessDriver(mutant([fault], kept));
  const hello = await driver.hello();
  const ask = askApplicable(driver, outsideOf(hello, driver), hello);
  for (const law of PROPERTIES) {
    for (let index = 0; index < CASES; index++) {
      try {
        if (await checkProperty(law, caseOf(law, index), ask)) return { law: law.id, cases: index + 1 };
      } catch (error) {
        if (!(error instanceof NotApplicable)) throw error;
      }
    }
  }
  return undefined;
}
