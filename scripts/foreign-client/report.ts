/** Counts judgements and writes them as text. */

import { type Case, commandFor, type Kind, type Mistake, type Wanted } from "./cases.ts";
import type { Grade, Judgement } from "./judge.ts";

/** The judgements of all cases that were generated together. */
export interface Group {
  readonly wanted: Wanted;
  readonly judged: readonly (Judgement & { readonly made: Case })[];
}

/** Shares of the cases in percent, and the mean number of alternatives of the named cases. */
export interface Score {
  readonly cases: number;
  readonly named: number;
  readonly set: number;
  readonly unknown: number;
  readonly wrong: number;
  readonly meanSet: number;
  /** Combinations that were tried, and processor time in milliseconds. */
  readonly tried: Spread;
  readonly milliseconds: Spread;
}

/** The median and the 95th percentile of the values. */
interface Spread {
  readonly median: number;
  readonly p95: number;
}

export function scoreOf({ judged }: Group): Score {
  const share = (grade: Grade): number =>
    (100 * judged.filter((one) => one.grade === grade).length) / Math.max(1, judged.length);
  const found = judged.filter(({ alternatives }) => alternatives > 0);
  const sum = found.reduce((total, { alternatives }) => total + alternatives, 0);
  return {
    cases: judged.length,
    named: share("named"),
    set: share("set"),
    unknown: share("unknown"),
    wrong: share("wrong"),
    meanSet: sum / Math.max(1, found.length),
    tried: spreadOf(judged.map(({ tried = 0 }) => tried)),
    milliseconds: spreadOf(judged.map(({ milliseconds = 0 }) => milliseconds)),
  };
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { median: at(0.5), p95: at(0.95) };
}

const TITLES: Readonly<Record<Kind, string>> = {
  single: "one mistake",
  pair: "two mistakes",
  triple: "three common mistakes",
  right: "valid requests",
};

/** One row for each group. For valid requests, the last column counts those that the diagnosis wrongly reports. */
export function tableOf(groups: readonly Group[]): string {
  const rows = groups.map((group) => {
    const { cases, named, set, unknown, wrong, meanSet, tried, milliseconds } = scoreOf(group);
    const { kind, heldOut } = group.wanted;
    const title = kind === "right" ? TITLES.right : `${TITLES[kind]}, ${heldOut ? "held out" : "open"}`;
    const shares = [named, set, unknown, wrong].map((share) => share.toFixed(1));
    const spreads = [tried, milliseconds].map(({ median, p95 }) => `${median} / ${p95}`);
    return [title, `${cases}`, ...shares, meanSet.toFixed(2), ...spreads];
  });
  const head = ["kind", "cases", "named %", "in set %", "unknown %", "wrong %", "mean set"];
  head.push("tried, median / p95", "processor ms, median / p95");
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The cases of a group that are not found, those of common mistakes first, with the commands that repeat them. */
export function detailsOf({ wanted, judged }: Group, mistakes: ReadonlyMap<string, Mistake>): string {
  const common = ({ mistakes: ids }: Case): number => ids.filter((id) => mistakes.get(id)?.common).length;
  const bad = judged
    .filter(({ grade }) => grade === "wrong" || grade === "unknown")
    .sort((one, other) => common(other.made) - common(one.made));
  if (bad.length === 0) return "";
  const lines = bad.map(({ made, grade, shown }) => {
    const what = made.mistakes.map((id) => {
      const { description, common: isCommon } = mistakes.get(id)!;
      return `${id}${isCommon ? " (common)" : ""}: ${description}`;
    });
    return `- case ${made.case}, ${grade}: ${what.join(" + ") || "a valid request"}\n  shown: ${shown}`;
  });
  return `## ${TITLES[wanted.kind]}: ${bad.length} not found\n\n\`${commandFor(wanted)}\`\n\n${lines.join("\n")}\n`;
}

/**
 * The answers as data, a line for each case, for comparison with those of an earlier version. Of mistakes that are held out, only
 * the grade is written.
 */
export function answersOf(groups: readonly Group[]): string {
  const rows = groups.flatMap(({ wanted: { kind, heldOut }, judged }) =>
    judged.map(({ made, grade, shown }) =>
      JSON.stringify([kind, made.mistakes.join(" + "), grade, ...(heldOut ? [] : [shown])]),
    ),
  );
  return `[\n${rows.join(",\n")}\n]\n`;
}
