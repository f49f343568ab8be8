/**
 * Names the mistake behind the failures of a run: which fault, put into the specification, gives the same wrong value.
 *
 * @module
 */

import { FAULTS, type Fault } from "../faults/index.ts";
import { mutant } from "../implementations/index.ts";
import type { CaseResult, Cause } from "../runner/index.ts";
import { type StageValues, stageText } from "../suite/index.ts";

/** All faults that explain every failure put down to one cause so far. */
interface Known {
  readonly id: string;
  faults: readonly Fault[];
}

/** Failures of which no fault is known are looked at closely so often. */
const MOST_SEARCHES = 100;

/**
 * An explainer for one run. It asks the faults first that explained earlier failures, so that a mistake which a thousand
 * vectors show costs little more than one which one shows.
 */
export function createExplainer(): (failure: CaseResult) => Cause | undefined {
  const known: Known[] = [];
  let searches = 0;
  return (failure) => {
    // A right value that a wrong vector does not expect is nobody's mistake.
    if (givesSame([], failure)) return undefined;
    for (const cause of known) {
      const left = cause.faults.filter((fault) => givesSame([fault], failure));
      if (left.length === 0) continue;
      cause.faults = left;
      return told(cause);
    }
    if (searches >= MOST_SEARCHES) return undefined;
    searches += 1;
    const faults = FAULTS.filter((fault) => givesSame([fault], failure));
    if (faults.length === 0) return undefined;
    const cause = { id: faults.map(({ id }) => id).join(" or "), faults };
    known.push(cause);
    return told(cause);
  };
}

function givesSame(faults: readonly Fault[], { vector, difference }: CaseResult): boolean {
  if (difference === undefined) return false;
  try {
    const stages = mutant(faults).operations[vector.operation]?.(vector.input) as StageValues | undefined;
    const value = stages?.[difference.stage];
    return value !== undefined && stageText(difference.stage, value) === difference.actual;
  } catch {
    // A mutant refuses what its fault makes of this input.
    return false;
  }
}

function told({ id, faults }: Known): Cause {
  const [one, ...others] = faults as [Fault, ...Fault[]];
  if (others.length > 0) {
    return {
      id,
      headline: `one of ${faults.map((fault) => fault.id).join(", ")}`,
      lines: faults.map((fault) => `${fault.id}: ${fault.title}, docs/faults/${fault.id}.md`),
    };
  }
  const calls = Object.entries(one.fix.calls ?? {}).map(([language, call]) => `  ${language}: ${call}`);
  return {
    id,
    headline: `${one.id}: ${one.title}`,
    lines: [one.what, `to fix it: ${one.fix.text}`, ...calls, `docs/faults/${one.id}.md`],
  };
}
