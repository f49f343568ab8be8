/**
 * What a wrong request shows of its client's mistake, said by whoever has a catalogue of mistakes.
 *
 * @module
 */

import type { HttpRequest } from "../../model/index.ts";
import type { CapturedRequest, IncomingRequest } from "./captured.ts";
import { clientBaseString } from "./client-base-string.ts";
import { isTooLarge, sentRequest } from "./computation.ts";
import type { ExpectedCredentials } from "./expected.ts";

/** Finds the mistake; `undefined` where there is nothing to say. `told` is the base string that the client told. */
export type Explain = (
  sent: HttpRequest,
  credentials: ExpectedCredentials,
  told: string | undefined,
) => CapturedRequest["explanation"];

/** The explanation, free of secrets. */
export function explanationOf(
  request: IncomingRequest,
  expected: ExpectedCredentials,
  explain: Explain | undefined,
  redact: (text: string) => string,
): CapturedRequest["explanation"] {
  if (isTooLarge(request)) return undefined;
  const explanation = explain?.(sentRequest(request), expected, clientBaseString(request));
  return explanation && { ...explanation, lines: explanation.lines.map(redact) };
}
