/**
 * The log of Python's http.client (`debuglevel = 1`), which urllib3, requests and urllib use: `send: b'…'` for each part that
 * was sent, `reply: '…'` for the status line.
 */

import { type LoggedRequest, startsRequest, statusIn } from "./logged-request.ts";

const LINE_RE = /^.*?\b(?:send: b(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")|reply: (['"].*))\r?$/gm;

export function findPythonRequests(log: string): LoggedRequest[] {
  const found: { index: number; message: string; status?: number | undefined }[] = [];
  for (const { index, 1: single, 2: double, 3: reply } of log.matchAll(LINE_RE)) {
    const last = found.at(-1);
    const sent = unescaped(single ?? double ?? "");
    if (reply === undefined && startsRequest(sent)) found.push({ index, message: sent });
    else if (last !== undefined) {
      last.message += sent;
      last.status ??= reply === undefined ? undefined : statusIn(reply);
    }
  }
  return found;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The octets of a literal such as `b'a\r\n\xc3'`. */
function unescaped(literal: string): string {
  return literal.replace(/\\(?:x([0-9a-fA-F]{2})|(.))/g, (_, hex?: string, one: string = "") =>
    hex === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
