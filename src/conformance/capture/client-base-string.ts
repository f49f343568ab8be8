/** The base string that a client signed, from a header that it may send for comparison. */

import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { percentDecode } from "./percent-decode.ts";

/** In lower case. The value is the base string as it is, percent-encoded after `percent:`, or in base64 after `base64:`. */
export const BASE_STRING_HEADER = "x-countersign-base-string";

/** The base string; `undefined` if the request does not have exactly one such header. */
export function clientBaseString(request: HttpRequest): string | undefined {
  const [value, ...others] = headerValues(request, BASE_STRING_HEADER);
  if (value === undefined || others.length > 0) return undefined;
  const [, form, rest] = /^(percent|base64):(.*)$/s.exec(value) ?? [];
  if (form === "base64") return Buffer.from(rest!, "base64").toString("utf8");
  if (form === "percent") return percentDecode(rest!);
  // node:http reads each octet of a header as one character.
  return Buffer.from(value, "latin1").toString("utf8");
}
