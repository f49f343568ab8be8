/** The entries that a failure needs to be suppressed. */

import { createHash } from "node:crypto";
import { candidateOf } from "../causes/index.ts";
import {
  type CaseResult,
  type Explained,
  NOT_REPEATABLE,
  type PropertyFailure,
  type PropertyResult,
  type Result,
} from "../runner/index.ts";
import type { Entry } from "./schema.ts";

/** A result that a baseline can suppress. */
export type AnyResult = CaseResult | PropertyResult;

/** The reason of an entry for which neither a person nor a cause gave one. */
export const NO_REASON = "not investigated yet: fix it, or write here why it stays";

/** The entries that together suppress a failure: one for each cause and difference of the failure. */
export function entriesOf(result: AnyResult): Entry[] {
  if ("runs" in result)
    return (result.failures ?? []).filter(isNew).flatMap((failure) => entriesOfFailure(failure, result.id));
  const { id, causes = [], explained } = result;
  if (explained?.isComplete) return described(explained, id);
  // A run of captured requests does not explain failures, but each failure has causes.
  const named = causes.flatMap(({ form, title }) => (form === undefined ? [] : [{ cause: form, reason: title }]));
  if (explained === undefined && named.length > 0) return named;
  return [entryOfValue(result)];
}

/** The entry that suppresses only the wrong value of a result, or what is left of a property. */
export function entryOfValue(result: AnyResult): Entry {
  const { id } = result;
  if ("runs" in result) return { property: id, reason: NO_REASON };
  return { vectors: { [id]: wrongValueOf(result) }, reason: NO_REASON };
}

function isNew({ known }: PropertyFailure): boolean {
  return known === undefined;
}

/** The entries that suppress the cases of a property that fail in one way. */
export function entriesOfFailure({ explained }: PropertyFailure, property: string): Entry[] {
  return explained?.isComplete ? described(explained) : [{ property, reason: NO_REASON }];
}

function described({ causes, differences }: Omit<Explained, "isComplete">, example?: string): Entry[] {
  return [
    ...causes.map((cause) => ({ cause, reason: titleOf(cause) })),
    ...differences.map((difference) => ({ difference, ...(example !== undefined && { example }), reason: NO_REASON })),
  ];
}

function titleOf(form: string): string {
  return candidateOf(form)?.fault.title ?? form;
}

/** Digits of a digest: two wrong values of one vector hardly ever share them. */
const DIGITS = 12;

/** What an entry states about the wrong value of a vector: a digest, or what came instead of a value. */
function wrongValueOf({ difference, verdict, explained }: CaseResult): string {
  if (difference === undefined || explained === undefined) return difference?.stage ?? verdict;
  return createHash("sha256").update(`${difference.stage}\n${difference.actual}`).digest("hex").slice(0, DIGITS);
}

/** The entries of {@link entriesOf}: text to be pasted into a baseline. */
export function proposedEntries(failure: Result): string {
  const entries = entriesOf(failure as AnyResult).map((entry) => JSON.stringify(entry));
  return [...new Set(entries)].join(",");
}

/** What an entry suppresses, as a key. */
export function keyOf(entry: Entry): string {
  if ("vectors" in entry) return `vector ${JSON.stringify(entry.vectors)}`;
  if ("cause" in entry) return `cause ${entry.cause}`;
  return "difference" in entry ? `difference ${entry.difference}` : `property ${entry.property}`;
}

/** What an entry suppresses, in a few words. */
export function subjectOf(entry: Entry): string {
  if ("cause" in entry) return entry.cause;
  if ("difference" in entry) return entry.difference;
  if ("property" in entry) return `requests of ${entry.property} of which only a wrong signature is known`;
  const [first = "", ...others] = Object.keys(entry.vectors);
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** Whether other failures of the same cases would be suppressed too. */
export function isNotGated(entry: Entry): boolean {
  return "property" in entry || ("difference" in entry && entry.difference === NOT_REPEATABLE);
}
