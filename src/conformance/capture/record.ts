/** Records of requests to verify later. Each record is a line of JSON with the request as it was sent, without keys. */

import { REDACTED } from "../../redaction/index.ts";
import { openObject, type ValueOf } from "../../shapes/shape.ts";
import type { CapturedRequest, IncomingRequest } from "./captured-request.ts";

const FORMAT = 1;
const TEXT = { type: "string" } as const;
const FIELD = { type: "array", items: [TEXT, TEXT], minItems: 2, additionalItems: false } as const;

/** A line of a record. */
export const RECORD = openObject(["format", "at", "method", "url", "headers", "body"], {
  format: { const: FORMAT },
  at: { type: "integer" },
  method: TEXT,
  url: { type: "string", pattern: "^https?://[^/]", title: "an absolute URL" },
  headers: { type: "array", items: FIELD },
  body: TEXT,
  /** The status code, if the request went to another server. */
  status: {},
});

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

/** A recorded request, as it was sent. */
export function requestOfRecord(record: ValueOf<typeof RECORD>, number: number): IncomingRequest {
  const { at, method, url, headers, body } = record;
  return { number, at, method, url, headers, body: Buffer.from(body, "base64") };
}

/** Whether a secret was redacted, so that the signature cannot be verified. */
export function isRedacted({ url, headers, body }: IncomingRequest): boolean {
  const texts = [url, ...headers.map(([, value]) => value), Buffer.from(body).toString("latin1")];
  return texts.some((text) => text.includes(REDACTED));
}
