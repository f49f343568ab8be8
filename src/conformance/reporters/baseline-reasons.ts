/** The causes of known failures, as the reasons of baseline entries. */

import { type BaselineEntry, baselineEntry, type Cause, type Named, NO_REASON, type Result } from "../runner/index.ts";
import { causeTitle } from "./causes.ts";
import { groupBy } from "./group-by.ts";

/** The entry that would suppress a failure, with its causes as the reason: a line to be pasted into a baseline. */
export function proposedEntry(failure: Result): string {
  return JSON.stringify(withReason(baselineEntry(failure), failure.causes));
}

/** Replaces the reason of an entry that has none by the causes of its failure, if there are any. */
function withReason(entry: BaselineEntry, causes: readonly Cause[] = []): BaselineEntry {
  if (entry.reason !== NO_REASON || causes.length === 0) return entry;
  return { ...entry, reason: causes.map(causeTitle).join("; ") };
}

/**
 * Gives entries without a reason the causes that explain them, and groups all entries by reason. If every vector of a topic
 * fails for one new reason, one entry stands for all of them: it suppresses nothing else.
 *
 * @param causes of the run
 * @param all every vector there is
 * @returns at least one entry in each group; the group without a reason comes last
 */
export function groupByReason(
  entries: readonly BaselineEntry[],
  causes: readonly Cause[],
  all: readonly Named[],
): BaselineEntry[][] {
  const withoutReason = groupBy(
    entries.filter(({ reason }) => reason === NO_REASON),
    ({ id }) => id,
  );
  const explaining = groupBy(
    causes.flatMap((cause) => cause.explains.map((id) => ({ id, cause }))),
    ({ id }) => id,
  );
  const explained = entries.map((entry) => {
    // The causes of a property explain its counterexample: with several conditions, it is not known which one.
    const isOnly = withoutReason.get(entry.id)?.length === 1;
    return withReason(entry, isOnly ? explaining.get(entry.id)?.map(({ cause }) => cause) : []);
  });
  const groups = groupBy(explained, ({ reason }) => reason);
  const unknown = groups.get(NO_REASON);
  groups.delete(NO_REASON);
  const written = new Set(entries.map(({ reason }) => reason));
  const known = [...groups].map(([reason, group]) => (written.has(reason) ? group : joinTopics(group, all)));
  return unknown === undefined ? known : [...known, unknown];
}

/** Replaces the entries of whole topics. */
function joinTopics(entries: readonly BaselineEntry[], all: readonly Named[]): BaselineEntry[] {
  const alike = groupBy(entries, ({ id, failure }) => JSON.stringify([topicOf(id), failure]));
  const inTopic = groupBy(all, ({ id }) => topicOf(id));
  const isWhole = (topic: string, failure: string): boolean => {
    const own = alike.get(JSON.stringify([topic, failure]))!;
    return own.length > 1 && own.length === inTopic.get(topic)?.length;
  };
  const joined = new Map<string, BaselineEntry>();
  for (const entry of entries) {
    const topic = topicOf(entry.id);
    const { failure, reason } = entry;
    if (topic === undefined || !isWhole(topic, failure)) {
      joined.set(JSON.stringify([entry.id, failure, entry.flags]), entry);
      continue;
    }
    const id = `${topic}/*`;
    const key = JSON.stringify([id, failure]);
    joined.set(key, { id, failure, reason, count: (joined.get(key)?.count ?? 0) + 1 });
  }
  return [...joined.values()];
}

/** `area/topic` of a vector; properties have none. */
function topicOf(id: string): string | undefined {
  return /^(.+)\/[^/]+$/.exec(id)?.[1];
}
