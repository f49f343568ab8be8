/**
 * The baseline: known failures that do not fail a check, each with its reason. It suppresses exactly what its entries
 * name, and reports entries that no longer suppress anything.
 */

import type { Result } from "./result.ts";
import { isFailure } from "./summary.ts";

/** One known failure, or several of one kind. */
export interface BaselineEntry {
  /** Id of a vector or a property; or many vectors: `area/topic/*`, or the id of a rule. */
  readonly id: string;
  /** The first stage that differs; without a value to compare, the verdict: `crashed`, `timed-out`, … */
  readonly failure: string;
  /** Why it is suppressed, for people. */
  readonly reason: string;
  /** Where the failure is being worked on. */
  readonly address?: string;
  /** How many vectors it suppresses; required where it names many. @default 1 */
  readonly count?: number;
}

/** The names under which an entry can refer to a vector or a property. */
export type Named = Pick<Result, "id" | "rules">;

/** Returns a known failure with the verdict `known-failure`, and any other result as it is. */
export type Suppress = <Own extends Result>(result: Own) => Own;

/** An entry that should be removed: it suppresses fewer failures than it says, or names nothing. */
export interface BaselineFinding {
  readonly kind: "stale" | "unmatched";
  readonly entry: BaselineEntry;
  readonly message: string;
}

/** A baseline during one run. */
export interface Baseline {
  readonly suppress: Suppress;
  /** After the run. An entry is left out if the run had only some of the vectors that it names. */
  readonly findings: () => readonly BaselineFinding[];
  /** After the run: the entries that suppress its failures, old ones with their reasons. */
  readonly updated: () => readonly BaselineEntry[];
}

/** What an entry states of a failure: the stage, or the verdict. */
function failureOf({ difference, verdict }: Result): string {
  return difference?.stage ?? verdict;
}

/** The entry that would suppress a failure, to be pasted into a baseline. */
export function baselineEntry(result: Result): BaselineEntry {
  return { id: result.id, failure: failureOf(result), reason: NO_REASON };
}

/** The reason of an entry that nobody and no cause has explained. */
export const NO_REASON = "not investigated yet";

/** What a run found about one entry. */
interface Usage {
  readonly entry: BaselineEntry;
  /** How many vectors and properties it names, of all there are. */
  readonly named: number;
  /** How many of them the run had. */
  checked: number;
  suppressed: number;
  /** The failure of the entry, more often than the entry says. */
  exceeded: number;
  /** Another failure than that of the entry. */
  otherwise: number;
}

/**
 * Opens a baseline for one run.
 *
 * @param all every vector and property there is, whether or not this run has them
 * @param isPart whether properties run on only a part of their cases, so that passing proves nothing
 */
export function openBaseline(
  entries: readonly BaselineEntry[],
  { all, isPart = false }: { readonly all: readonly Named[]; readonly isPart?: boolean },
): Baseline {
  const usages = entries.map((entry): Usage => {
    const named = all.filter((one) => isNamedBy(entry, one)).length;
    return { entry, named, checked: 0, suppressed: 0, exceeded: 0, otherwise: 0 };
  });
  const added: BaselineEntry[] = [];

  const suppress: Suppress = (result) => {
    const own = usages.filter(({ entry }) => isNamedBy(entry, result));
    if (!(isPart && "runs" in result)) for (const usage of own) usage.checked++;
    if (!isFailure(result.verdict)) return result;
    const failure = failureOf(result);
    const same = own.filter(({ entry }) => entry.failure === failure);
    const free = same.find(({ entry, suppressed }) => suppressed < (entry.count ?? 1));
    if (free !== undefined) {
      free.suppressed++;
      const { reason, address } = free.entry;
      return { ...result, verdict: "known-failure", known: { reason, ...(address === undefined ? {} : { address }) } };
    }
    const [exceeded] = same;
    if (exceeded !== undefined) {
      exceeded.exceeded++;
      return {
        ...result,
        notSuppressed: `the baseline entry ${exceeded.entry.id} suppresses ${exceeded.entry.count ?? 1} failures only`,
      };
    }
    added.push(baselineEntry(result));
    for (const usage of own) usage.otherwise++;
    return own[0] === undefined
      ? result
      : { ...result, notSuppressed: `the baseline entry expects the failure ${own[0].entry.failure}` };
  };

  return {
    suppress,
    findings: () => usages.flatMap(findingOf),
    updated: () => [...usages.flatMap(keptEntry), ...added],
  };
}

function findingOf({ entry, named, checked, suppressed, otherwise }: Usage): BaselineFinding[] {
  const { id, failure, count = 1 } = entry;
  if (named === 0) return [{ kind: "unmatched", entry, message: `no vector, property or rule has the id ${id}` }];
  if (checked < named || suppressed + otherwise >= count) return [];
  const message =
    count === 1 ? `${id} no longer fails at ${failure}` : `${id} suppresses ${suppressed} failures, not ${count}`;
  return [{ kind: "stale", entry, message }];
}

function keptEntry({ entry, named, checked, suppressed, exceeded }: Usage): BaselineEntry[] {
  if (named > 0 && checked < named) return [entry];
  const count = suppressed + exceeded;
  if (count === 0) return [];
  return [entry.count === undefined && count === 1 ? entry : { ...entry, count }];
}

function isNamedBy({ id }: BaselineEntry, one: Named): boolean {
  return id === one.id || one.rules.includes(id) || (id.endsWith("/*") && one.id.startsWith(id.slice(0, -1)));
}
