/** Finds the existing names that are most similar to a name that does not exist. */

import { editsBetween } from "../../platform/similar-text.ts";
import { UsageError } from "../process/exit-codes.ts";

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
 * @param next another step to suggest, such as a command that lists the names
 */
export function unknownName(message: string, text: string, names: Iterable<string>, next?: string): UsageError {
  const similar = similarNames(text, names);
  const question = similar.length === 0 ? [] : [`did you mean ${similar.join(" or ")}?`];
  const hint = [...question, ...(next === undefined ? [] : [next])].join(" ");
  return new UsageError(message, hint === "" ? undefined : hint);
}

/** Reads an option that accepts only a few names. */
export function readName<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === text);
  if (name !== undefined) return name;
  throw unknownName(`${option} must be one of ${names.join(", ")}, got ${JSON.stringify(text)}`, text, names);
}
