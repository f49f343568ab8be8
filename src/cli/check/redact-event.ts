/** Hides the user's secrets in the parts of events that come from a driver. Values of vectors are public, so they stay. */

import {
  type CaseResult,
  type PropertyFailure,
  propertyResult,
  type RunEvent,
} from "../../conformance/runner/index.ts";
import { defined } from "../../conformance/vectors/index.ts";
import type { Redactor } from "../../redaction/index.ts";

/** The event without the secrets that a driver wrote. A wrong value is unchanged if the question itself contains the secret. */
export function redactEvent(event: RunEvent, redactor: Redactor): RunEvent {
  switch (event.type) {
    case "start":
      return { ...event, implementation: redactor.value(event.implementation) };
    case "case":
      return { ...event, result: redacted(event.result, event.result.question, redactor) };
    case "property": {
      const { failures = [] } = event.result;
      const shown = failures.map((failure) => redacted(failure, failure.counterexample, redactor));
      return { ...event, result: propertyResult(event.result, shown) };
    }
    case "driver-problem":
    case "stopped":
      return redactor.value(event);
    default:
      return event;
  }
}

/** @param asked the question that the driver was asked */
function redacted<Own extends CaseResult | PropertyFailure>(own: Own, asked: unknown, redactor: Redactor): Own {
  const { message, stderr, explained, difference }: Partial<CaseResult> = own;
  const actual = difference && redactor.text(difference.actual);
  const published = JSON.stringify([asked, difference?.expected]);
  return {
    ...own,
    ...redactor.value(defined({ message, stderr })),
    ...(explained && { explained: { ...explained, differences: redactor.value(explained.differences) } }),
    ...(difference && redactor.text(published) === published && { difference: { ...difference, actual } }),
  };
}
