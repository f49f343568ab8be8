/** Records of requests to verify later: a line of JSON for each, with the request as it was sent, without keys. */

import type { HeaderField } from "../../oauth1/http-request.ts";
import { REDACTED } from "../../redaction/index.ts";
import type { CapturedRequest, IncomingRequest } from "./captured-request.ts";

/** A line is not a recorded request. */
export class RecordError extends Error {
  override readonly name: string = "RecordError";
  readonly code = "record-malformed";
}

const FORMAT = 1;

/** One line, without its line feed. A request with a redacted secret can be read later, but not verified. */
export function recordLine(
  { at, method, url, headers, body }: IncomingRequest,
  { problems }: CapturedRequest,
  redact: (text: string) => string,
): string {
  const clean = {
    format: FORMAT,
    at,
    method,
    url: redact(url),
    headers: headers.map(([name, value]) => [name, redact(value)]),
    // latin1 maps each octet to one character and back.
    body: Buffer.from(redact(Buffer.from(body).toString("latin1")), "latin1").toString("base64"),
    problems: problems.map(({ code, message }) => ({ code, message: redact(message) })),
  };
  return JSON.stringify(clean);
}

/** @throws {@link RecordError} if the line is not a recorded request */
export function readRecordLine(line: string, number: number): IncomingRequest {
  const { format, at, method, url, headers, body } = parse(line, number);
  if (
    format !== FORMAT ||
    !isSeconds(at) ||
    typeof method !== "string" ||
    typeof url !== "string" ||
    !/^https?:\/\/[^/]/.test(url) ||
    typeof body !== "string" ||
    !isHeaderFields(headers)
  ) {
    throw new RecordError(`line ${number} must be a request as --record writes it, format ${FORMAT}`);
  }
  return { number, at, method, url, headers, body: Buffer.from(body, "base64") };
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isHeaderFields(value: unknown): value is HeaderField[] {
  const isField = (field: unknown): boolean =>
    Array.isArray(field) && field.length === 2 && field.every((text) => typeof text === "string");
  return Array.isArray(value) && value.every(isField);
}

/** Whether a secret was redacted, so that the signature cannot be verified. */
export function isRedacted({ url, headers, body }: IncomingRequest): boolean {
  const texts = [url, ...headers.map(([, value]) => value), Buffer.from(body).toString("latin1")];
  return texts.some((text) => text.includes(REDACTED));
}

function parse(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    throw new RecordError(`line ${number} must be JSON`);
  }
}
