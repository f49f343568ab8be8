/**
 * Bad input of a request: what was expected, what came, at which line.
 *
 * @module
 */

import { visible } from "../../conformance/reporters/index.ts";
import { UsageError } from "../exit-codes.ts";

/** The error; lines count from 1. */
export function inputError(line: number | undefined, expected: string, got: string): UsageError {
  const where = line === undefined ? "" : `line ${line}: `;
  return new UsageError(`${where}expected ${expected}, got ${got}`);
}

/** A piece of input as an error shows it: short, in quotes. */
export function quoted(text: string): string {
  const shown = visible(JSON.stringify(text.slice(0, LONGEST)));
  return text.length > LONGEST ? `${shown} …` : shown;
}

const LONGEST = 60;

/** A text that is no request at all, without its content: whoever mixes up two files gives a secret here. */
export function described(text: string): string {
  const start = text.trimStart();
  if (start === "") return "an empty line";
  if (start.startsWith("-----BEGIN ")) return "a PEM file, which is a key or a certificate";
  if (/^HTTP\/\d/.test(start)) return "a response";
  if (/^[*<>] /.test(start))
    return 'the log of curl -v, of which only the lines after "> " are the request, without these signs';
  return `${text.length} characters that are none (not shown, since they may be a secret)`;
}
