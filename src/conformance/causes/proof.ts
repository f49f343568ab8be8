/** Which failures are evidence for a mistake. */

import type { Gain } from "./best-step.ts";
import type { Tried } from "./tried-cases.ts";

/** Texts of missing values. A mistake may explain them too, but they do not prove it. */
const NO_VALUES = ["", "(nothing)", "(refused)", "(unsupported)"];

/** Whether a value differs. Half of all mistakes would lead to a wrong boolean. */
export function hasValue({ result: { difference } }: Pick<Tried, "result">): boolean {
  return difference !== undefined && difference.stage !== "valid" && !NO_VALUES.includes(difference.actual);
}

/** A mistake in these stages also changes the method, but only a difference outside the method proves it. */
const ENCODERS: readonly string[] = ["percentEncode", "encodeForSending"];
const PLAIN_METHOD_RE = /^[A-Za-z]*$/;

/** Whether failures are evidence for mistakes: one failure must have a wrong value; for an encoder, with a plain HTTP method. */
export function isProven({ added, gained }: Gain): boolean {
  const isOfEncoder = added.some(({ fault }) => ENCODERS.includes(fault.stage));
  return gained.some((one) => hasValue(one) && !(isOfEncoder && hasUnusualMethod(one)));
}

function hasUnusualMethod({ input }: Tried): boolean {
  return "request" in input && !PLAIN_METHOD_RE.test(input.request.method);
}
