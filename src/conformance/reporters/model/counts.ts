/** Counts and the reasons behind them in words. */

import { counted, cut, plural, visible } from "../../../redaction/visible.ts";
import type { Counts } from "../../runner/index.ts";

/** The names of the counts of a run, the worst count first. */
export const COUNT_NAMES = [
  ["failed", "failed"],
  ["known", "known failures"],
  ["passed", "passed"],
  ["refused", "refused (allowed)"],
  ["open", "differs where the RFC is open"],
  ["notOffered", "not offered"],
] as const satisfies readonly (readonly [keyof Counts, string])[];

export type ReasonCount = readonly [reason: string, count: number];

/** Longer reasons are cut, because modules write some. */
const LONGEST_REASON = 200;

/** The most frequent reasons, each with its count, and the count of all others. */
export function reasonTexts(counts: readonly ReasonCount[], most: number): string[] {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(most);
  return [
    ...sorted.slice(0, most).map(([reason, count]) => `${visible(cut(reason, LONGEST_REASON))} (${counted(count)})`),
    ...(rest.length === 0 ? [] : [`${plural(rest.length, "other reason")} (${counted(totalOf(rest))})`]),
  ];
}

/** The sum of all counts. */
export function totalOf(counts: readonly ReasonCount[]): number {
  return counts.reduce((total, [, count]) => total + count, 0);
}
