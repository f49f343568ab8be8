/** Hides the user's secrets in the parts of events that come from a driver. Values of vectors are public, so they stay. */

import type { CaseResult, PropertyResult, RunEvent } from "../../conformance/runner/index.ts";
import type { Redactor } from "../../redaction/index.ts";

/** The event without the secrets that a driver wrote. A text is unchanged if the vector itself contains the secret. */
export function redactEvent(event: RunEvent, redactor: Redactor): RunEvent {
  switch (event.type) {
    case "start":
      return { ...event, implementation: redactor.value(event.implementation) };
    case "case":
      return { ...event, result: redactCase(event.result, redactor) };
    case "property":
      return { ...event, result: redactActual(event.result, event.result.counterexample, redactor) };
    case "driver-problem":
    case "stopped":
      return redactor.value(event);
    default:
      return event;
  }
}

function redactCase(result: CaseResult, redactor: Redactor): CaseResult {
  const { message, stderr, question } = result;
  return {
    ...redactActual(result, question, redactor),
    ...(message === undefined ? {} : { message: redactor.text(message) }),
    ...(stderr === undefined ? {} : { stderr: redactor.text(stderr) }),
  };
}

/** @param asked the question that the driver was asked */
function redactActual<Own extends CaseResult | PropertyResult>(result: Own, asked: unknown, redactor: Redactor): Own {
  const { difference } = result;
  if (difference === undefined) return result;
  const actual = redactor.text(difference.actual);
  if (actual === difference.actual) return result;
  const published = JSON.stringify([asked, difference.expected]);
  return redactor.text(published) === published ? { ...result, difference: { ...difference, actual } } : result;
}
