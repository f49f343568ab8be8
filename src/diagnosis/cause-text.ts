/** Describes causes in lines of text: what the client does wrong, and the fix in the reader's programming language. */

import { type Fix, faultOf, fixInLanguage, languageOfUserAgent } from "../faults/index.ts";
import { type HttpRequest, headerValues, type SigningInput } from "../model/index.ts";
import type { Cause, ChangedParameter } from "./diagnosis.ts";

/** The language in which the client that sent a request is probably written; empty if its User-Agent does not say so. */
export function languagesOfClient({ headers = [] }: HttpRequest | SigningInput): string[] {
  return headerValues({ method: "", url: "", headers }, "user-agent").flatMap(
    (text) => languageOfUserAgent(text) ?? [],
  );
}

/** One cause of several: its name and what the client does wrong, then the fix. */
export function causeLines(cause: Cause, languages: readonly string[]): string[] {
  const lines = [...fixLines(cause, languages), ...moreLines(cause)];
  return [`${cause.id}: ${cause.what}`, ...lines.map((line) => `  ${line}`)];
}

/**
 * The fix of a cause.
 *
 * @param languages programming languages of the reader, if they are known; then those of which the cause is typical count
 */
export function fixLines(
  { fix, change, languages: own = [] }: Pick<Cause, "fix" | "change" | "languages">,
  languages: readonly string[],
): string[] {
  return [...(change === undefined ? [] : [changeLine(change)]), ...plainFixLines(fix, [...languages, ...own])];
}

/** Where to read more, if the cause has a page. */
export function moreLines({ id }: Pick<Cause, "id">): string[] {
  return faultOf(id) === undefined ? [] : [`more: countersign faults show ${id}, or docs/faults/${id}.md`];
}

/** A fix and its code, in the first of the languages that has code. */
export function plainFixLines(fix: Fix, languages: readonly string[]): string[] {
  const code = fixInLanguage(fix, [...languages, ...Object.keys(fix.calls ?? {})]);
  return [`fix: ${fix.text}`, ...(code === undefined ? [] : [`  ${code.language}: ${code.call}`])];
}

/** The signed and the sent value of a parameter. */
export function changeLine({ name, signed, sent }: ChangedParameter): string {
  if (signed === undefined) return sent === undefined ? name : `${name}: sent ${JSON.stringify(sent)}, but not signed`;
  return `${name}: signed ${JSON.stringify(signed)}, ${sent === undefined ? "but not sent" : `sent ${JSON.stringify(sent)}`}`;
}
