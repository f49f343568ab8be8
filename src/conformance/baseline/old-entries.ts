/** Entries of format 1: they name vectors by id, prefix or rule, and properties by stage and flags. */

import {
  type CaseResult,
  caseFlags,
  type FalsifiedCase,
  isUnder,
  type KnownFailure,
  type Named,
} from "../runner/index.ts";
import { type BaselineFinding, failureOf, knownBy } from "./entries.ts";
import type { OldEntry } from "./schema.ts";

/** The entries during one run. */
export interface OldEntries {
  readonly knownCase: (result: CaseResult) => KnownFailure | undefined;
  readonly knownFalsified: (one: FalsifiedCase) => KnownFailure | undefined;
  /** Takes every result of a vector, passed or not. */
  readonly note: (result: CaseResult) => void;
  readonly findings: () => BaselineFinding[];
}

export function isNamedBy({ id }: OldEntry, one: Named): boolean {
  return id === one.id || one.rules.includes(id) || (id.endsWith("/*") && one.id.startsWith(id.slice(0, -1)));
}

/** @param all every vector and property there is */
export function openOldEntries(entries: readonly OldEntry[], all: readonly Named[]): OldEntries {
  const usages = entries.map((entry) => {
    const named = all.filter((one) => isNamedBy(entry, one));
    return { entry, named, checked: 0, failed: 0, suppressed: 0, properties: new Set<string>() };
  });
  return {
    note(result) {
      for (const usage of usages) if (isNamedBy(usage.entry, result)) usage.checked++;
    },
    knownCase(result) {
      const named = usages.filter(({ entry }) => isNamedBy(entry, result));
      for (const usage of named) usage.failed++;
      const same = named.filter(({ entry }) => entry.failure === failureOf(result));
      const free = same.find(({ entry, suppressed }) => suppressed < (entry.count ?? 1));
      if (free === undefined) return undefined;
      free.suppressed++;
      return knownBy(free.entry);
    },
    knownFalsified({ property, falsification, asked }) {
      const found = usages.find(({ entry, properties, suppressed }) => {
        if (!isNamedBy(entry, property) || entry.failure !== falsification.stage) return false;
        if (!isUnder(entry.flags ?? [], caseFlags(asked))) return false;
        return properties.has(property.id) || suppressed < (entry.count ?? 1);
      });
      if (found === undefined) return undefined;
      if (!found.properties.has(property.id)) found.suppressed++;
      found.properties.add(property.id);
      return knownBy(found.entry);
    },
    findings: () =>
      usages.flatMap(({ entry, named, checked, failed, suppressed }): BaselineFinding[] => {
        const { id, failure, count = 1 } = entry;
        if (named.length === 0) return [{ kind: "unmatched", message: `no vector, property or rule has the id ${id}` }];
        const hasProperties = named.some((one) => !isVector(one));
        // Which cases a property has depends on the seed.
        if (hasProperties || checked < named.length || Math.max(suppressed, failed) >= count) return [];
        const message =
          count === 1 ? `${id} no longer fails at ${failure}` : `${id} suppresses ${suppressed} failures, not ${count}`;
        return [{ kind: "stale", message }];
      }),
  };
}

/** `area/topic/number` */
export function isVector({ id }: Pick<Named, "id">): boolean {
  return id.includes("/");
}
