/**
 * Bad input of a request: what was expected, what came, at which line.
 *
 * @module
 */

import { visible } from "../../reporters/index.ts";
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
