/**
 * What a wrong request shows of its client's mistake, said by whoever has a catalogue of mistakes.
 *
 * @module
 */

import type { HttpRequest } from "../model/index.ts";
import type { ArrivedRequest, CapturedRequest } from "./captured.ts";
import { isTooLarge, sentRequest } from "./computation.ts";
import type { ExpectedCredentials } from "./expected.ts";
import { toldBaseString } from "./told-base-string.ts";

/** Finds the mistake; `undefined` where there is nothing to say. `told` is the base string that the client told. */
export type Explain = (
  sent: HttpRequest,
  credentials: ExpectedCredentials,
  told: string | undefined,
) => CapturedRequest["explanation"];

/** The explanation, free of secrets. */
export function explanationOf(
  request: ArrivedRequest,
  expected: ExpectedCredentials,
  explain: Explain | undefined,
  redact: (text: string) => string,
): CapturedRequest["explanation"] {
  if (isTooLarge(request)) return undefined;
  const explanation = explain?.(sentRequest(request), expected, toldBaseString(request));
  return explanation && { ...explanation, lines: explanation.lines.map(redact) };
}
