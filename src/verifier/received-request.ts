/**
 * Checks the argument of `verify` and converts it to one shape. Header names are case-insensitive; values are not merged.
 */

import { kindOf } from "../oauth1/errors.ts";
import { type HeaderField, type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import { isList } from "../oauth1/request-to-sign.ts";
import { utf8Octets } from "../platform/index.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import type { ReceivedRequest } from "./types.ts";

/** A received request and the connection that it came on. */
export interface Received extends HttpRequest {
  readonly body: Uint8Array;
  /** `false` for text with a lone surrogate, which has no UTF-8 encoding. */
  readonly isBodyWellFormed: boolean;
  /** Whether the header fields announce a body but the program passed none. It may then read a body that is not verified. */
  readonly isBodyMissing: boolean;
  readonly authorization: readonly string[];
  readonly contentType: readonly string[];
  readonly secure: boolean;
  readonly remoteAddress: string | undefined;
}

/**
 * @throws {@link VerifierConfigurationError} `request-invalid` for mistakes in the program: a parsed body, headers that
 * are neither a record nor pairs
 */
export function receive(request: ReceivedRequest): Received {
  if (request === null || typeof request !== "object") throw invalid("request must be an object");
  const { method, url, headers, body = "", secure, remoteAddress } = request;
  if (typeof method !== "string") throw invalid("request.method must be text");
  if (typeof url !== "string") throw invalid("request.url must be text");
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw invalid("request.body must be the octets as received, or text; a parsed body cannot be verified");
  }
  // `socket.encrypted` is undefined without TLS, and such a value must not select the default, which is https.
  if ("secure" in request && typeof secure !== "boolean") {
    throw invalid(`request.secure must be true or false, got ${kindOf(secure)}; leave it out for https`);
  }
  const fields = headerFields(headers);
  return {
    method,
    url,
    headers: fields,
    body: typeof body === "string" ? utf8Octets(body) : body,
    isBodyWellFormed: typeof body !== "string" || body.isWellFormed(),
    isBodyMissing: request.body === undefined && announcesBody(fields),
    authorization: textValues(fields, "authorization"),
    contentType: textValues(fields, "content-type"),
    secure: secure !== false,
    remoteAddress,
  };
}

/** A request has a body if it has one of these fields (RFC 9112 6). */
function announcesBody(fields: readonly HeaderField[]): boolean {
  const lengths = textValues(fields, "content-length");
  return lengths.some((length) => Number(length) !== 0) || textValues(fields, "transfer-encoding").length > 0;
}

/** Header fields as pairs. A record, too, can contain a field twice, with names that differ only in case. */
function headerFields(headers: ReceivedRequest["headers"]): readonly HeaderField[] {
  if (headers === null || typeof headers !== "object") throw invalid("request.headers must be a record or pairs");
  if (isList(headers)) {
    const isText = headers.every((pair: unknown) => Array.isArray(pair) && typeof pair[0] === "string");
    if (!isText) throw invalid("request.headers must contain pairs of text");
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

/** All values of a header field. Only the fields that the verifier reads are checked. */
export function textValues(headers: readonly HeaderField[], name: string): readonly string[] {
  const values = headerValues({ headers }, name);
  if (values.some((value) => typeof value !== "string")) throw invalid("the values in request.headers must be text");
  return values;
}

function invalid(message: string): VerifierConfigurationError {
  return new VerifierConfigurationError("request-invalid", message);
}
