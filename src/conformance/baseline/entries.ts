/** Which entry suppresses a failure, and the entry that would. */

import { candidateOf } from "../causes/index.ts";
import type { FailureKind } from "../properties/index.ts";
import { type CaseResult, type KnownFailure, type PropertyResult, type Result, stablePart } from "../runner/index.ts";
import type { Answer } from "../vectors/index.ts";
import type { Entry } from "./schema.ts";

/** An entry that should be removed or corrected: it suppresses nothing or less than it names, or it names nothing. */
export interface BaselineFinding {
  readonly kind: "stale" | "unmatched";
  readonly message: string;
}

/** The reason of an entry for which neither a person nor a cause gave one. */
export const NO_REASON = "not investigated yet";

/** The error text of an entry for wrong answers that the implementation does not repeat. */
export const UNSTABLE = "answers differ when asked again";

/** From an entry: why the failure is known. */
export function knownBy({ reason, address }: Pick<Entry, "reason" | "address">): KnownFailure {
  return { reason, ...(address !== undefined && { address }) };
}

/** What an entry states about the failure of a vector: the stage, or the verdict. */
export function failureOf({ difference, verdict }: Pick<Result, "difference" | "verdict">): string {
  return difference?.stage ?? verdict;
}

/** How a vector failed. */
export function kindOfCase({ verdict, difference }: Pick<CaseResult, "verdict" | "difference">): FailureKind {
  if (difference?.actual === "(refused)") return "refusal";
  return verdict === "fail" ? "wrong-value" : "error";
}

/** How a driver failed to answer. */
export function kindOfAnswer({ error }: Extract<Answer, { ok: false }>): "refusal" | "error" {
  return error === "refused" ? "refusal" : "error";
}

/** What an entry states about a refusal or an error: the stable part of the message, or the first rule. */
export function keyOf(message: string | undefined, rules: readonly string[]): string {
  return stablePart(message ?? "") || (rules[0] ?? "");
}

/** The entries of {@link entriesOf}: text to be pasted into a baseline. */
export function proposedEntry(failure: Failure): string {
  return entriesOf(failure)
    .map((entry) => JSON.stringify(entry))
    .join(",");
}

type Failure = Result & Partial<Pick<CaseResult & PropertyResult, "message" | "failures">>;

/** The entries that would suppress a failure. */
export function entriesOf(failure: Failure): Entry[] {
  const { id, rules, causes = [], failures, message } = failure;
  const forms = causes.flatMap((cause) => (cause.form === undefined ? [] : [{ ...cause, form: cause.form }]));
  if (forms.length > 0) return forms.map(({ form, title }) => ({ cause: form, reason: title }));
  if (failures !== undefined) return failures.map(({ kind }) => ({ property: id, failure: kind, reason: NO_REASON }));
  return [caseEntry({ ...failure, ...(message !== undefined && { message }) }, rules)];
}

function caseEntry(
  failure: Pick<CaseResult, "id" | "verdict" | "difference" | "message">,
  rules: readonly string[],
): Entry {
  const kind = kindOfCase(failure);
  if (kind === "wrong-value") return { vectors: [failure.id], failure: failureOf(failure), reason: NO_REASON };
  const key = keyOf(failure.message, rules);
  return kind === "refusal" ? { refusal: key, reason: NO_REASON } : { error: key, reason: NO_REASON };
}

/** The title of a form of a mistake. */
export function titleOfForm(form: string): string {
  const found = candidateOf(form);
  return found === undefined ? form : found.fault.title;
}

/** What an entry suppresses, in a few words. */
export function subjectOf(entry: Entry): string {
  if ("cause" in entry) return entry.cause;
  if ("refusal" in entry) return `refusals: ${entry.refusal}`;
  if ("error" in entry) return `errors: ${entry.error}`;
  if ("property" in entry)
    return entry.without === undefined
      ? `${entry.property} is not gated (${entry.failure})`
      : `${entry.property} is checked without ${entry.without.join(", ")} (${entry.failure})`;
  const [first, ...others] = entry.vectors;
  return others.length === 0 ? first! : `${first} and ${others.length} more at ${entry.failure}`;
}
