/**
 * The timestamp (RFC 5849 3.3): a number of seconds in one spelling, and neither too old nor too far ahead.
 *
 * @module
 */

import { quote } from "./quote.ts";
import { addProblem, type Problems } from "./verdicts.ts";

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
    return addProblem(
      problems,
      "timestamp-malformed",
      `oauth_timestamp must be a positive whole number of seconds in decimal digits, got ${quote(text)}`,
    );
  }
  if (timestamp < now - toleranceSeconds) {
    return addProblem(problems, "timestamp-too-old", tooFar(now - timestamp, "behind", toleranceSeconds));
  }
  if (timestamp > now + toleranceSeconds) {
    return addProblem(problems, "timestamp-in-future", tooFar(timestamp - now, "ahead of", toleranceSeconds));
  }
  return timestamp;
}

/** Digits alone, as the RFC says, and few enough to be exact as a number. Any other spelling would be a second text for the same second. */
const SECONDS_RE = /^[1-9][0-9]{0,14}$/;

function secondsOf(text: string): number | undefined {
  return SECONDS_RE.test(text) ? Number(text) : undefined;
}

function tooFar(seconds: number, side: string, toleranceSeconds: number): string {
  return `oauth_timestamp is ${seconds} s ${side} the clock, the tolerance is ${toleranceSeconds} s`;
}
