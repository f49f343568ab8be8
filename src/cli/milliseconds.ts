/**
 * An option that is a time.
 *
 * @module
 */

import { UsageError } from "./exit-codes.ts";

/** The longest that a timer of Node can wait. */
const LONGEST = 0x7fffffff;

/** A whole number of milliseconds, from 1 on. */
export function readMilliseconds(option: string, text: string): number {
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= LONGEST) return number;
  throw new UsageError(`${option} must be milliseconds from 1 to ${LONGEST}, got ${JSON.stringify(text)}`);
}
