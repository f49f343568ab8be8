/**
 * The baseline: failures that are known and excused, each with its reason. It excuses exactly what it names, and tells
 * of entries that excuse nothing any more.
 *
 * @module
 */

import type { CaseResult, LawResult } from "./events.ts";
import { isFailure } from "./summary.ts";

/** One known failure, or several of one kind. */
export interface BaselineEntry {
  /** Id of a vector or a law; or many vectors: `area/topic/*`, or the id of a rule. */
  readonly id: string;
  /** The first stage that differs; where no value came, the verdict: `crashed`, `timed-out`, … */
  readonly failure: string;
  /** Why it is excused, for people. */
  readonly reason: string;
  /** Where that is being worked on. */
  readonly address?: string;
  /** How many vectors it hides; compulsory where it names many. @default 1 */
  readonly count?: number;
}

/** A vector or a law, by the names under which an entry can speak of it. */
export interface Named {
  readonly id: string;
  readonly rules: readonly string[];
}

/** Turns a failure that is known into a `known-failure`; all else stays what it was. */
export type Excuse = <Result extends CaseResult | LawResult>(result: Result) => Result;

/** Without a baseline. */
export const noExcuse: Excuse = (result) => result;

/** An entry that should go: it excuses fewer failures than it says, or names nothing. */
export interface BaselineFinding {
  readonly kind: "stale" | "unmatched";
  readonly entry: BaselineEntry;
  readonly message: string;
}

/** A baseline at work in one run. */
export interface Baseline {
  readonly excuse: Excuse;
  /** After the run. Entries of which this run judged only a part are not told of. */
  readonly findings: () => readonly BaselineFinding[];
  /** After the run: the entries that excuse its failures, old ones with their reasons. */
  readonly updated: () => readonly BaselineEntry[];
}

/** What the entry of a failure names: the stage, or the verdict. */
export function failureOf(result: CaseResult | LawResult): string {
  const difference = "vector" in result ? result.difference : result.counterexample?.difference;
  return difference?.stage ?? result.verdict;
}

/** The entry that would excuse a failure, to be pasted into a baseline. */
export function baselineEntry(result: CaseResult | LawResult): BaselineEntry {
  return { id: namesOf(result).id, failure: failureOf(result), reason: NO_REASON };
}

const NO_REASON = "not looked into yet";

/** How an entry fared. */
interface Tally {
  readonly entry: BaselineEntry;
  /** How many vectors and laws there are that it names. */
  readonly named: number;
  judged: number;
  excused: number;
  /** The same failure once more than the entry says. */
  exceeded: number;
  /** Another failure than the entry says. */
  otherwise: number;
}

/**
 * Puts a baseline to work.
 *
 * @param all every vector and law there is, whether or not this run has them
 * @param isPart whether laws are run on a part of their cases only, so that one that holds proves nothing
 */
export function openBaseline(
  entries: readonly BaselineEntry[],
  { all, isPart = false }: { readonly all: readonly Named[]; readonly isPart?: boolean },
): Baseline {
  const tallies = entries.map((entry): Tally => {
    const named = all.filter((one) => isNamedBy(entry, one)).length;
    return { entry, named, judged: 0, excused: 0, exceeded: 0, otherwise: 0 };
  });
  const added: BaselineEntry[] = [];

  const excuse: Excuse = (result) => {
    const own = tallies.filter(({ entry }) => isNamedBy(entry, namesOf(result)));
    if (!(isPart && "law" in result)) for (const tally of own) tally.judged++;
    if (!isFailure(result.verdict)) return result;
    const failure = failureOf(result);
    const same = own.filter(({ entry }) => entry.failure === failure);
    const free = same.find(({ entry, excused }) => excused < (entry.count ?? 1));
    if (free !== undefined) {
      free.excused++;
      const { reason, address } = free.entry;
      return { ...result, verdict: "known-failure", known: { reason, ...(address === undefined ? {} : { address }) } };
    }
    const [exceeded] = same;
    if (exceeded !== undefined) {
      exceeded.exceeded++;
      return { ...result, unexcused: `the baseline's ${exceeded.entry.id} hides ${exceeded.entry.count ?? 1} of them` };
    }
    added.push(baselineEntry(result));
    for (const tally of own) tally.otherwise++;
    return own[0] === undefined ? result : { ...result, unexcused: `the baseline knows it as ${own[0].entry.failure}` };
  };

  return {
    excuse,
    findings: () => tallies.flatMap(findingOf),
    updated: () => [...tallies.flatMap(keptEntry), ...added],
  };
}

function findingOf({ entry, named, judged, excused, otherwise }: Tally): BaselineFinding[] {
  const { id, failure, count = 1 } = entry;
  if (named === 0) return [{ kind: "unmatched", entry, message: `no vector, law or rule is called ${id}` }];
  if (judged < named || excused + otherwise >= count) return [];
  const message = count === 1 ? `${id} no longer fails at ${failure}` : `${id} hides ${excused}, not ${count}`;
  return [{ kind: "stale", entry, message }];
}

function keptEntry({ entry, named, judged, excused, exceeded }: Tally): BaselineEntry[] {
  if (named > 0 && judged < named) return [entry];
  const count = excused + exceeded;
  if (count === 0) return [];
  return [entry.count === undefined && count === 1 ? entry : { ...entry, count }];
}

function namesOf(result: CaseResult | LawResult): Named {
  return "vector" in result
    ? { id: result.vector.id, rules: [result.vector.rule] }
    : { id: result.law.id, rules: result.law.rules };
}

function isNamedBy({ id }: BaselineEntry, one: Named): boolean {
  return id === one.id || one.rules.includes(id) || (id.endsWith("/*") && one.id.startsWith(id.slice(0, -1)));
}
