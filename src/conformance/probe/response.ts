/** Reads the answer of a server, as far as a probe needs it (RFC 9112). */

import { headerValues } from "../../oauth1/http-request.ts";

/** An answer. */
export interface Response {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** One character for each octet. */
  readonly body: string;
}

/** The values of a header field in one line; "" if it is absent. */
export function headerOf(answer: Pick<Response, "headers">, wanted: string): string {
  return headerValues(answer, wanted).join(", ");
}

/** Reads the octets received so far; `undefined` if they are not an answer. Informational answers are skipped. */
export function parseResponse(octets: Buffer, method: string): Response | undefined {
  const text = octets.toString("latin1");
  const head = readHead(text);
  return head && { status: head.status, headers: head.headers, body: readBody(text, head, method).body };
}

/** Whether the answer is complete by its own length (RFC 9112 6.3), whether or not the connection ends. */
export function isWhole(octets: Buffer, method: string): boolean {
  const text = octets.toString("latin1");
  const head = readHead(text);
  return head !== undefined && readBody(text, head, method).isWhole;
}

interface Head extends Omit<Response, "body"> {
  /** Where the body begins. */
  readonly end: number;
}

/** Servers send one or two; more than this are no answer. */
const MOST_INFORMATIONAL = 10;

function readHead(text: string): Head | undefined {
  let start = 0;
  for (let skipped = 0; skipped <= MOST_INFORMATIONAL; skipped++) {
    const end = text.indexOf("\r\n\r\n", start);
    const [line = "", ...fields] = text.slice(start, Math.max(end, start)).split("\r\n");
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(line)?.[1]);
    if (Number.isNaN(status)) return undefined;
    start = end + 4;
    if (status < 200) continue;
    const headers = fields.map((field) => {
      const colon = field.indexOf(":");
      return [field.slice(0, colon), field.slice(colon + 1).trim()] as const;
    });
    return { status, headers, end: start };
  }
  return undefined;
}

interface Body {
  readonly body: string;
  readonly isWhole: boolean;
}

function readBody(text: string, head: Head, method: string): Body {
  if (method === "HEAD" || head.status === 204 || head.status === 304) return { body: "", isWhole: true };
  if (/chunked/i.test(headerOf(head, "transfer-encoding"))) return joinChunks(text, head.end);
  const declared = headerOf(head, "content-length");
  const end = /^\d+$/.test(declared) ? head.end + Number(declared) : Number.POSITIVE_INFINITY;
  return { body: text.slice(head.end, end), isWhole: text.length >= end };
}

/** A body that is cut off ends there. */
function joinChunks(text: string, start: number): Body {
  const chunks: string[] = [];
  let at = start;
  for (;;) {
    const lineEnd = text.indexOf("\r\n", at);
    const length = lineEnd === -1 ? Number.NaN : Number.parseInt(text.slice(at, lineEnd), 16);
    if (!(length > 0)) return { body: chunks.join(""), isWhole: length === 0 };
    chunks.push(text.slice(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
