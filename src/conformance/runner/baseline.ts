/**
 * The baseline: known failures that do not fail a check, each with its reason. It suppresses exactly what its entries
 * name, and reports entries that no longer suppress anything.
 */

import { isUnder } from "./conditions.ts";
import type { FailureCondition, KnownFailure, PropertyResult, Result } from "./result.ts";
import { isFailure } from "./summary.ts";

/** One known failure, or several of one kind. */
export interface BaselineEntry {
  /** Id of a vector or a property; or many vectors: `area/topic/*`, or the id of a rule. */
  readonly id: string;
  /** The first stage that differs; without a value to compare, the verdict: `crashed`, `timed-out`, … */
  readonly failure: string;
  /** For a property: flags of the cases that fail so. A case with all of them is suppressed. @default all cases */
  readonly flags?: readonly string[];
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

/** The known failure that one case of a property is; `undefined` if the baseline has none. The property goes on. */
export type KnownCase = (property: Named, condition: FailureCondition) => KnownFailure | undefined;

/** An entry that should be removed: it suppresses fewer failures than it says, or names nothing. */
export interface BaselineFinding {
  readonly kind: "stale" | "unmatched";
  readonly entry: BaselineEntry;
  readonly message: string;
}

/** A baseline during one run. */
export interface Baseline {
  readonly suppress: Suppress;
  readonly knownCase: KnownCase;
  /** After the run. An entry is left out if the run had only some of the vectors that it names. */
  readonly findings: () => readonly BaselineFinding[];
  /** After the run: the entries that suppress its failures, old ones with their reasons. */
  readonly updated: () => readonly BaselineEntry[];
}

/** What an entry states of a failure: the stage, or the verdict. */
function failureOf({ difference, verdict }: Result): string {
  return difference?.stage ?? verdict;
}

/** The entry that would suppress a failure, to be pasted into a baseline. For a property, the first stage that differs. */
export function baselineEntry(result: Result & Pick<PropertyResult, "conditions">): BaselineEntry {
  return entriesOf(result)[0]!;
}

/**
 * The entries that would suppress a failure: one for each stage at which cases of a property fail. They have no flags,
 * because other requests that the same mistake affects have other flags.
 */
function entriesOf(result: Result & Pick<PropertyResult, "conditions">): BaselineEntry[] {
  const { id, conditions = [{ failure: failureOf(result) }] } = result;
  const failures = new Set(conditions.map(({ failure }) => failure));
  return [...failures].map((failure) => ({ id, failure, reason: NO_REASON }));
}

/** The reason of an entry that has no other one, from a person or a cause. */
export const NO_REASON = "not investigated yet";

/** What a run found about one entry. */
interface Usage {
  readonly entry: BaselineEntry;
  /** How many vectors and properties it names, of all there are. */
  readonly named: number;
  /** How many of them the run had. */
  checked: number;
  suppressed: number;
  /** Properties of which it suppresses cases; they are counted in `suppressed`. */
  readonly properties: Set<string>;
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
 * @param isUpdated whether the entries are written anew, so that failures without a reason need their causes searched again
 */
export function openBaseline(
  entries: readonly BaselineEntry[],
  {
    all,
    isPart = false,
    isUpdated = false,
  }: { readonly all: readonly Named[]; readonly isPart?: boolean; readonly isUpdated?: boolean },
): Baseline {
  const usages = entries.map((entry): Usage => {
    const named = all.filter((one) => isNamedBy(entry, one)).length;
    return { entry, named, checked: 0, suppressed: 0, properties: new Set(), exceeded: 0, otherwise: 0 };
  });
  const added: BaselineEntry[] = [];

  const suppress: Suppress = (result) => {
    const own = usages.filter(({ entry }) => isNamedBy(entry, result));
    if (!(isPart && "runs" in result)) for (const usage of own) usage.checked++;
    if (!isFailure(result.verdict)) return result;
    // The known failures of a property are those of its cases, which `knownCase` has suppressed.
    if ("runs" in result) return unknownFailure(result, own);
    const same = own.filter(({ entry }) => entry.failure === failureOf(result));
    const free = same.find(({ entry, suppressed }) => suppressed < (entry.count ?? 1));
    if (free !== undefined) {
      free.suppressed++;
      if (isUpdated && free.entry.reason === NO_REASON) return result;
      return { ...result, verdict: "known-failure", known: knownBy(free.entry) };
    }
    const [exceeded] = same;
    if (exceeded === undefined) return unknownFailure(result, own);
    exceeded.exceeded++;
    const { id, count = 1 } = exceeded.entry;
    return { ...result, notSuppressed: `the baseline entry ${id} suppresses ${count} failures only` };
  };

  function unknownFailure<Own extends Result>(result: Own, own: readonly Usage[]): Own {
    added.push(...entriesOf(result));
    for (const usage of own) usage.otherwise++;
    const [first] = own;
    if (first === undefined) return result;
    return { ...result, notSuppressed: `the baseline entry expects the failure ${failureText(first.entry)}` };
  }

  const knownCase: KnownCase = ({ id, rules }, { failure, flags }) => {
    const usage = usages.find(({ entry, properties, suppressed }) => {
      const isNamed = isNamedBy(entry, { id, rules }) && entry.failure === failure && isUnder(entry.flags ?? [], flags);
      return isNamed && (properties.has(id) || suppressed < (entry.count ?? 1));
    });
    if (usage === undefined) return undefined;
    if (!usage.properties.has(id)) usage.suppressed++;
    usage.properties.add(id);
    return knownBy(usage.entry);
  };

  return {
    suppress,
    knownCase,
    findings: () => usages.flatMap(findingOf),
    updated: () => [...usages.flatMap(keptEntry), ...added],
  };
}

function knownBy({ reason, address }: BaselineEntry): KnownFailure {
  return { reason, ...(address === undefined ? {} : { address }) };
}

function failureText({ failure, flags }: BaselineEntry): string {
  return flags === undefined ? failure : `${failure} for cases with ${flags.join(", ")}`;
}

function findingOf({ entry, named, checked, suppressed, otherwise }: Usage): BaselineFinding[] {
  const { id, count = 1 } = entry;
  if (named === 0) return [{ kind: "unmatched", entry, message: `no vector, property or rule has the id ${id}` }];
  if (checked < named || suppressed + otherwise >= count) return [];
  const message =
    count === 1
      ? `${id} no longer fails at ${failureText(entry)}`
      : `${id} suppresses ${suppressed} failures, not ${count}`;
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
