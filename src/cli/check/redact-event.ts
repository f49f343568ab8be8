/** Hides the user's secrets in events. Values of vectors are public, so they stay. */

import type { RunEvent } from "../../conformance/runner/index.ts";
import { defined } from "../../conformance/vectors/index.ts";
import type { Redactor } from "../../redaction/index.ts";

/** The event without the secrets that a driver wrote. If a vector itself contains the secret, only its values stay. */
export function redactEvent(event: RunEvent, redactor: Redactor): RunEvent {
  if (event.type !== "case") return redactor.value(event);
  const { question, difference } = event.result;
  const published = JSON.stringify([question, difference?.expected]);
  const kept = redactor.text(published) === published ? {} : defined({ question, difference });
  return { ...event, result: { ...redactor.value(event.result), ...kept } };
}
