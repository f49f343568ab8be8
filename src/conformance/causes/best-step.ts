/** Chooses among the mistakes that a search for the causes of a run could add. */

import type { Step } from "./causes-of.ts";

/** What mistakes explain, before they are compared with others. */
export type Gain = Omit<Step, "same" | "alternatives">;

/** The step that explains most failures. Other mistakes that explain the same failures are its alternatives. */
export function bestStep(gains: readonly Gain[]): Step | undefined {
  const most = Math.max(...gains.map(({ gained }) => gained.length));
  const [first, ...rest] = gains.filter(({ gained }) => gained.length === most);
  if (first === undefined) return undefined;
  const same = [first, ...rest].filter(({ gained }) => gained.every((one) => first.gained.includes(one)));
  const distinct = same.filter((gain, at) => same.findIndex((other) => idsOf(other) === idsOf(gain)) === at);
  const least = Math.min(...distinct.map(costOfAll));
  const [chosen, ...others] = distinct.filter((gain) => costOfAll(gain) === least);
  const cheapestFirst = [chosen!, ...same.filter((gain) => gain !== chosen)].sort(
    (one, other) => costOfAll(one) - costOfAll(other),
  );
  return {
    ...chosen!,
    same: cheapestFirst.map(({ added }) => added),
    alternatives: others.flatMap(({ added }) => added),
  };
}

function costOfAll({ added }: Gain): number {
  return added.reduce((sum, { cost }) => sum + cost, 0);
}

function idsOf({ added }: Gain): string {
  return added.map(({ id }) => id).join("+");
}
