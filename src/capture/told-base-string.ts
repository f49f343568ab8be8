/**
 * The base string that a client says it signed, told in a header of the request for comparison.
 *
 * @module
 */

import type { ArrivedRequest } from "./captured.ts";
import { percentDecode } from "./percent-decode.ts";

/** Lower case; the value is the base string as it is, or `percent:` and percent-encoded, or `base64:` and in base64. */
export const BASE_STRING_HEADER = "x-countersign-base-string";

/** The text; `undefined` where no such header came, or more than one. */
export function toldBaseString({ headers }: ArrivedRequest): string | undefined {
  const [value, ...others] = headers
    .filter(([name]) => name.toLowerCase() === BASE_STRING_HEADER)
    .map(([, text]) => text);
  if (value === undefined || others.length > 0) return undefined;
  const [, form, rest] = /^(percent|base64):(.*)$/s.exec(value) ?? [];
  if (form === "base64") return Buffer.from(rest!, "base64").toString("utf8");
  if (form === "percent") return percentDecode(rest!);
  // node:http reads each octet of a header as one character.
  return Buffer.from(value, "latin1").toString("utf8");
}
