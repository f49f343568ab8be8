/**
 * Which law notices which fault first.
 *
 * @module
 */

import { inProcessDriver } from "../../src/drivers/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { mutant } from "../../src/implementations/mutant.ts";
import { askApplicable, outsideOf } from "../../src/runner/applicable.ts";
import { generateCase, holds, LAWS, type Law, NotApplicable } from "../../src/suite/laws/index.ts";
import { kept } from "./kept.ts";

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
  const cases = new Map<Law, unknown[]>();
  const caseOf = (law: Law, index: number): unknown => {
    const own = cases.get(law) ?? [];
    cases.set(law, own);
    own[index] ??= generateCase(law.cases, SEED, index);
    return own[index];
  };
  const kills = new Map<string, LawKill | undefined>();
  for (const fault of faults) kills.set(fault.id, await firstBroken(fault, caseOf));
  return kills;
}

async function firstBroken(fault: Fault, caseOf: (law: Law, index: number) => unknown): Promise<LawKill | undefined> {
  const driver = inProcessDriver(mutant([fault], kept));
  const hello = await driver.hello();
  const ask = askApplicable(driver, outsideOf(hello, driver), hello);
  for (const law of LAWS) {
    for (let index = 0; index < CASES; index++) {
      try {
        if (await holds(law, caseOf(law, index), ask)) return { law: law.id, cases: index + 1 };
      } catch (error) {
        if (!(error instanceof NotApplicable)) throw error;
      }
    }
  }
  return undefined;
}
