/**
 * A request as it arrived: headers found in any case, with nothing merged and nothing chosen.
 *
 * @module
 */

import { VerifierConfigurationError } from "./configuration-error.ts";
import type { ReceivedRequest } from "./types.ts";

/** The parts that a verifier looks at. */
export interface Received {
  readonly method: string;
  readonly url: string;
  /** One for each Authorization header that came. */
  readonly authorization: readonly string[];
  readonly contentType: readonly string[];
  /** Empty for none. */
  readonly body: string | Uint8Array;
}

/**
 * Takes a request apart.
 *
 * @throws {@link VerifierConfigurationError} `request-invalid` for what no client can cause: a body that somebody
 * parsed already, headers that are no record and no pairs
 */
export function receive(request: ReceivedRequest): Received {
  if (request === null || typeof request !== "object") throw invalid("request must be an object");
  const { method, url, headers, body } = request;
  if (typeof method !== "string") throw invalid("request.method must be text");
  if (typeof url !== "string") throw invalid("request.url must be text");
  if (headers === null || typeof headers !== "object") throw invalid("request.headers must be a record or pairs");
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw invalid("request.body must be the octets as received, or text; a parsed body cannot be verified");
  }
  return {
    method,
    url,
    authorization: headerValues(headers, "authorization"),
    contentType: headerValues(headers, "content-type"),
    body: body ?? "",
  };
}

/** All values of a header. A record whose names differ in case only holds it more than once, too. */
export function headerValues(headers: ReceivedRequest["headers"], name: string): readonly string[] {
  const values: string[] = [];
  if (isPairs(headers)) {
    for (const pair of headers) {
      if (!Array.isArray(pair) || typeof pair[0] !== "string") throw invalid("request.headers must hold pairs of text");
      if (isNamed(pair[0], name)) addValue(values, pair[1]);
    }
    return values;
  }
  if (Symbol.iterator in headers) throw invalid("request.headers must be a record or a list of pairs");
  for (const key of Object.keys(headers)) {
    if (!isNamed(key, name)) continue;
    const value = headers[key];
    if (Array.isArray(value)) for (const one of value) addValue(values, one);
    else if (value !== undefined) addValue(values, value);
  }
  return values;
}

function isPairs(headers: ReceivedRequest["headers"]): headers is readonly (readonly [string, string])[] {
  return Array.isArray(headers);
}

/** Field names have no case (RFC 7230 3.2). */
function isNamed(key: string, name: string): boolean {
  return key.length === name.length && (key === name || key.toLowerCase() === name);
}

function addValue(values: string[], value: unknown): void {
  if (typeof value !== "string") throw invalid("the values in request.headers must be text");
  values.push(value);
}

function invalid(message: string): VerifierConfigurationError {
  return new VerifierConfigurationError("request-invalid", message);
}
