/**
 * The timestamp (RFC 5849 3.3): a number of seconds in one spelling, and neither too old nor too far ahead.
 *
 * @module
 */

import { quote } from "./quote.ts";
import { found, type Problems } from "./verdicts.ts";

/** Fifteen digits are exact as a number, and last. */
const MOST_DIGITS = 15;

/**
 * Reads a timestamp and holds it against the clock, on both sides.
 *
 * @param now - whole seconds
 */
export function readTimestamp(
  text: string,
  now: number,
  toleranceSeconds: number,
  problems: Problems,
): number | undefined {
  const timestamp = secondsOf(text);
  if (timestamp === undefined) {
    return found(
      problems,
      "timestamp-malformed",
      `oauth_timestamp must be a positive whole number of seconds in decimal digits, got ${quote(text)}`,
    );
  }
  if (timestamp < now - toleranceSeconds) {
    return found(problems, "timestamp-too-old", tooFar(now - timestamp, "behind", toleranceSeconds));
  }
  if (timestamp > now + toleranceSeconds) {
    return found(problems, "timestamp-in-future", tooFar(timestamp - now, "ahead of", toleranceSeconds));
  }
  return timestamp;
}

/**
 * Digits alone, as the RFC says. No sign, fraction, exponent, space, leading zero or digit of another script: each would
 * be a second text for the same second.
 */
function secondsOf(text: string): number | undefined {
  if (text.length === 0 || text.length > MOST_DIGITS || text.startsWith("0")) return undefined;
  let seconds = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    seconds = seconds * 10 + digit;
  }
  return seconds;
}

function tooFar(seconds: number, side: string, toleranceSeconds: number): string {
  return `oauth_timestamp is ${seconds} s ${side} the clock, the tolerance is ${toleranceSeconds} s`;
}
