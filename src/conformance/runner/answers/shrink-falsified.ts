/** Shrinks a case that falsifies a property, one question after the other. Saved and listed cases are as small as they can be. */

import { generateCase, type Property, shrinkCase, type Unequal } from "../../properties/index.ts";
import { writeInput } from "../../vectors/index.ts";
import type { Difference, PropertyFailure } from "../results/result.ts";
import { differenceOf } from "./check-answer.ts";
import type { CheckCase, Falsified } from "./check-case.ts";

/** The smallest case, as a result contains it, and what was asked for it. */
export type Shrunk = Pick<PropertyFailure, "counterexample" | "difference" | "repeat"> &
  Pick<Falsified, "asked" | "answers">;

/** Cases without an answer, after which shrinking ends: each costs a restart of the driver, or the wait for its answer. */
const MOST_WITHOUT_ANSWER = 3;

/**
 * Searches for a smaller case that fails too, among a limited number of cases.
 *
 * @param check checks a case; its failures must not include a case that fails in a different way from the first one
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
  let last: { readonly json: string; readonly found: Falsified } | undefined;
  let withoutAnswer = first.isWithoutAnswer ? 1 : 0;
  const fails = async (smaller: unknown): Promise<boolean> => {
    if (withoutAnswer > MOST_WITHOUT_ANSWER) return false;
    // A driver that broke for good, or was interrupted, cannot show that a case fails.
    const found = await check(planned, smaller).catch(() => "not-offered" as const);
    if (typeof found === "string" || "passed" in found) return false;
    if (found.isWithoutAnswer) withoutAnswer++;
    last = { json: JSON.stringify(smaller), found };
    return true;
  };
  const smallest = await shrinkCase(property.cases, { seed, index, fails });
  // The last counterexample is the smallest, because shrinking continues only from counterexamples.
  return {
    ...whole,
    counterexample: { case: smallest, origin: { seed, index } },
    ...membersOf(last?.json === JSON.stringify(smallest) ? last.found : first),
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
