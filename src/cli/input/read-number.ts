/** Whole numbers in options. */

import { UsageError } from "../process/exit-codes.ts";

/** The largest number that every option accepts, which is also the longest wait of a Node timer in milliseconds. */
export const LARGEST = 0x7fffffff;

/** Reads a whole number from `least` to `most`. */
export function readNumber(option: string, text: string, least = 0, most: number = LARGEST): number {
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`);
}

/** Like {@link readNumber}, for an option that may be absent. */
export function readOptional(
  option: string,
  text: string | undefined,
  least?: number,
  most?: number,
): number | undefined {
  return text === undefined ? undefined : readNumber(option, text, least, most);
}
