/** Errors in the text of a request: the line, what was expected, what was found. */

import { visible } from "../../conformance/reporters/visible.ts";
import { UsageError } from "../exit-codes.ts";

/** @param line counted from 1 */
export function inputError(line: number | undefined, expected: string, got: string): UsageError {
  const where = line === undefined ? "" : `line ${line}: `;
  return new UsageError(`${where}expected ${expected}, got ${got}`);
}

/** A piece of the input in an error message: short, in quotes. */
export function quoted(text: string): string {
  const shown = visible(JSON.stringify(text.slice(0, LONGEST)));
  return text.length > LONGEST ? `${shown} …` : shown;
}

const LONGEST = 60;

/** Describes a text that is not a request, without quoting it: the user may have confused two files and given a secret. */
export function described(text: string): string {
  const start = text.trimStart();
  if (start === "") return "an empty line";
  if (start.startsWith("-----BEGIN ")) return "a PEM file, which is a key or a certificate";
  if (/^HTTP\/\d/.test(start)) return "a response";
  if (/^[*<>] /.test(start))
    return 'the log of curl -v; keep only the lines that start with "> ", without these two characters';
  return `${text.length} other characters (not shown, because they may be a secret)`;
}
