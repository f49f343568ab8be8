/** Errors in the text of a request, with the line, what was expected and what was found. */

import { visible } from "../redaction/visible.ts";
import { kindOf } from "./kinds-of-text.ts";

/** The error for a text that is not one readable request. The message quotes no values, because they may be secrets. */
export class RequestTextError extends Error {
  override readonly name: string = "RequestTextError";
  readonly code = "request-unreadable";
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/**
 * @param line counted from 1
 * @param hint what to do next
 */
export function inputError(line: number | undefined, expected: string, got: string, hint?: string): RequestTextError {
  const where = line === undefined ? "" : `line ${line}: `;
  return new RequestTextError(`${where}expected ${expected}, got ${got}`, hint);
}

/** The line of an index in a text, counted from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** Quotes a short piece of the input in an error message. Do not use it for values, which may be secrets. */
export function quoted(text: string): string {
  const shown = visible(JSON.stringify(text.slice(0, LONGEST)));
  return text.length > LONGEST ? `${shown} …` : shown;
}

const LONGEST = 60;

/** Describes a text that is not a request, without quoting it, because the user may have passed a secret by mistake. */
export function described(text: string): string {
  if (text.trim() === "") return "an empty line";
  return kindOf(text) ?? `${text.length} other characters (not shown, because they may be a secret)`;
}
