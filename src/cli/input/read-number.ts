/**
 * Whole numbers that options are given.
 *
 * @module
 */

import { UsageError } from "../exit-codes.ts";

/** Where nothing else is said: what fits everywhere. */
export const LARGEST = 0x7fffffff;

/** The number, from `least` to `most`. */
export function readNumber(option: string, text: string, least = 0, most: number = LARGEST): number {
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`);
}

/** The same of an option that may be absent. */
export function readOptional(option: string, text: string | undefined, least = 0): number | undefined {
  return text === undefined ? undefined : readNumber(option, text, least);
}
