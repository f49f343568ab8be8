/** Shrinks a case that falsifies a property, one question after the other. Saved and listed cases are as small as they can be. */

import { generateCase, type Property, shrinkCase, type Unequal } from "../../properties/index.ts";
import { writeInput } from "../../vectors/index.ts";
import type { Difference, PropertyFailure } from "../results/result.ts";
import { differenceOf } from "./check-answer.ts";
import type { CheckCase, Falsified } from "./check-case.ts";

/** The smallest case, as a result contains it, and what was asked for it. */
export type Shrunk = Pick<PropertyFailure, "counterexample" | "difference" | "repeat"> &
  Pick<Falsified, "asked" | "answers">;

/** Shrinking allows this many cases without an answer: each costs a restart of the driver, or a wait until the timeout. */
const MOST_WITHOUT_ANSWER = 3;

/**
 * Searches for a smaller case that fails too, among a limited number of cases.
 *
 * @param check checks a case, and returns a failure only if the case fails in the same way as the first one
 */
export async function shrinkFalsified(
  property: Property,
  first: Falsified,
  seed: number,
  check: CheckCase,
): Promise<Shrunk> {
  const { planned } = first;
  const whole = asGenerated(property, first, seed);
  if ("saved" in planned || planned.listed !== undefined) return whole;
  const { index } = planned;
  /** How each smaller case fails. Some are proposed several times, but checked once. */
  const tried = new Map<string, Falsified | undefined>();
  let withoutAnswer = first.isWithoutAnswer ? 1 : 0;
  async function tryCase(smaller: unknown): Promise<Falsified | undefined> {
    if (withoutAnswer > MOST_WITHOUT_ANSWER) return undefined;
    // A driver that broke for good, or was interrupted, cannot show that a case fails.
    const found = await check(planned, smaller).catch(() => "not-offered" as const);
    if (typeof found === "string" || "passed" in found) return undefined;
    if (found.isWithoutAnswer) withoutAnswer++;
    return found;
  }
  const fails = async (smaller: unknown): Promise<boolean> => {
    const json = JSON.stringify(smaller);
    if (!tried.has(json)) tried.set(json, await tryCase(smaller));
    return tried.get(json) !== undefined;
  };
  const smallest = await shrinkCase(property.cases, { seed, index, fails });
  return {
    ...whole,
    counterexample: { case: smallest, origin: { seed, index } },
    ...membersOf(tried.get(JSON.stringify(smallest)) ?? first),
  };
}

/** The case as it was saved, listed or generated. */
export function asGenerated(property: Property, found: Falsified, seed: number): Shrunk {
  const { planned } = found;
  if ("saved" in planned) return { counterexample: { case: planned.saved }, ...membersOf(found) };
  const { index, listed } = planned;
  const generated = listed === undefined ? generateCase(property.cases, seed, index) : writeInput(listed);
  return {
    counterexample: { case: generated, origin: { seed, index } },
    ...membersOf(found),
    repeat: listed === undefined ? ["--replay", `${property.id}:${seed}:${index}`] : ["--exhaustive"],
  };
}

function membersOf({ falsification, asked, answers }: Falsified): Omit<Shrunk, "counterexample" | "repeat"> {
  return { difference: toDifference(falsification), asked, answers };
}

/** The difference of a falsification, as a result contains it. */
function toDifference({ stage, expected, actual }: Unequal): Difference {
  return differenceOf(stage, expected, actual) ?? { stage, expected, actual, index: expected.length };
}
