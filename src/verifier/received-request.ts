/**
 * A request as it arrived: headers found in any case, with nothing merged and nothing chosen.
 *
 * @module
 */

import { type HeaderField, type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import { utf8Octets } from "../platform/index.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import type { ReceivedRequest } from "./types.ts";

/** A request, and what is known about the connection that brought it. */
export interface Received extends HttpRequest {
  readonly body: Uint8Array;
  /** Text of a body with a lone surrogate has no octets; such a body is malformed. */
  readonly isBodyWellFormed: boolean;
  readonly authorization: readonly string[];
  readonly contentType: readonly string[];
  readonly secure: boolean;
  readonly remoteAddress: string | undefined;
}

/**
 * Checks a request and converts it, once, to the one shape.
 *
 * @throws {@link VerifierConfigurationError} `request-invalid` for what no client can cause: a body that somebody
 * parsed already, headers that are no record and no pairs
 */
export function receive(request: ReceivedRequest): Received {
  if (request === null || typeof request !== "object") throw invalid("request must be an object");
  const { method, url, headers, body = "", secure, remoteAddress } = request;
  if (typeof method !== "string") throw invalid("request.method must be text");
  if (typeof url !== "string") throw invalid("request.url must be text");
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw invalid("request.body must be the octets as received, or text; a parsed body cannot be verified");
  }
  const fields = headerFields(headers);
  return {
    method,
    url,
    headers: fields,
    body: typeof body === "string" ? utf8Octets(body) : body,
    isBodyWellFormed: typeof body !== "string" || body.isWellFormed(),
    authorization: textValues(fields, "authorization"),
    contentType: textValues(fields, "content-type"),
    secure: secure !== false,
    remoteAddress,
  };
}

/** Header fields as pairs. A record whose names differ in case only holds a field more than once, too. */
function headerFields(headers: ReceivedRequest["headers"]): readonly HeaderField[] {
  if (headers === null || typeof headers !== "object") throw invalid("request.headers must be a record or pairs");
  if (isPairs(headers)) {
    const isText = headers.every((pair: unknown) => Array.isArray(pair) && typeof pair[0] === "string");
    if (!isText) throw invalid("request.headers must hold pairs of text");
    return headers;
  }
  if (Symbol.iterator in headers) throw invalid("request.headers must be a record or a list of pairs");
  const fields: HeaderField[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (isList(value)) for (const one of value) fields.push([name, one]);
    else if (value !== undefined) fields.push([name, value]);
  }
  return fields;
}

function isList(value: string | readonly string[] | undefined): value is readonly string[] {
  return Array.isArray(value);
}

function isPairs(headers: ReceivedRequest["headers"]): headers is readonly HeaderField[] {
  return Array.isArray(headers);
}

/** All values of a header field. Of the fields that nobody reads nothing is checked. */
export function textValues(headers: readonly HeaderField[], name: string): readonly string[] {
  const values = headerValues({ headers }, name);
  if (values.some((value) => typeof value !== "string")) throw invalid("the values in request.headers must be text");
  return values;
}

function invalid(message: string): VerifierConfigurationError {
  return new VerifierConfigurationError("request-invalid", message);
}
