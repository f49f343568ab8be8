/**
 * A whole number that an option is given.
 *
 * @module
 */

import { UsageError } from "./exit-codes.ts";

/** The number, from `least` to `most`. */
export function readNumber(option: string, text: string, least: number, most: number): number {
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`);
}
