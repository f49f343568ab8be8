/** Names that do not exist: finds the existing names that are most similar. */

import { UsageError } from "../exit-codes.ts";

const MOST_SUGGESTIONS = 3;
const MOST_EDITS = 3;

/** The names that are similar to `text`, the most similar one first. */
export function similarNames(text: string, names: Iterable<string>): string[] {
  const lower = text.toLowerCase();
  const ranked = [...new Set(names)].map((name) => ({ name, edits: editsBetween(lower, name.toLowerCase()) }));
  const isSimilar = ({ name, edits }: (typeof ranked)[number]): boolean =>
    edits <= Math.min(MOST_EDITS, name.length * 0.4) || (lower.length > 3 && name.toLowerCase().includes(lower));
  return ranked
    .filter(isSimilar)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/**
 * The error for a name that does not exist.
 *
 * @param text the name that was given
 * @param next what to do otherwise, such as a command that lists the names
 */
export function unknownName(message: string, text: string, names: Iterable<string>, next?: string): UsageError {
  const similar = similarNames(text, names);
  const question = similar.length === 0 ? [] : [`did you mean ${similar.join(" or ")}?`];
  const hint = [...question, ...(next === undefined ? [] : [next])].join(" ");
  return new UsageError(message, hint === "" ? undefined : hint);
}

/** Reads an option that takes one of few names. */
export function readName<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === text);
  if (name !== undefined) return name;
  throw unknownName(`${option} must be one of ${names.join(", ")}, got ${JSON.stringify(text)}`, text, names);
}

/** How many letters must be inserted, deleted, replaced or swapped with their neighbour (Damerau and Levenshtein). */
function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last.at(-1)!;
}
