/**
 * The logs of Apache HttpClient for Java, and of libraries built on it. The wire log puts each line in quotation marks,
 * with `[\r][\n]` at its end; the log of header fields has no quotation marks and no body.
 */

import { type LoggedRequest, startsRequest, statusIn } from "./logged-request.ts";

const WIRE_RE = /^(?=.*"\r?$).*? (>>|<<) "(.*)"\r?$/gm;
const HEADERS_RE = /^.*?\bhttp-outgoing-\d+ (>>|<<) (?!")(.*?)\r?$/gm;

export function findApacheRequests(log: string): LoggedRequest[] {
  const wire = requestsOf(log, WIRE_RE, unescaped);
  if (wire.length > 0) return wire;
  const heads = requestsOf(log, HEADERS_RE, (line) => `${line}\n`);
  return heads.map((head) => ({ ...head, message: `${head.message}\n` }));
}

function requestsOf(log: string, lineRe: RegExp, read: (line: string) => string): LoggedRequest[] {
  const found: { index: number; message: string; status?: number | undefined }[] = [];
  let isSending = false;
  for (const { index, 1: direction, 2: logged = "" } of log.matchAll(lineRe)) {
    const text = read(logged);
    const last = found.at(-1);
    if (direction === "<<") {
      if (last !== undefined) last.status ??= statusIn(text);
      isSending = false;
    } else if (!isSending && startsRequest(text)) {
      found.push({ index, message: text });
      isSending = true;
    } else if (isSending && last !== undefined) last.message += text;
  }
  return found;
}

const CONTROLS: Readonly<Record<string, string>> = { "\\r": "\r", "\\n": "\n" };

/** Decodes `[\r]`, `[\n]` and `[0xc3]`, which stand for octets that are not printable. */
function unescaped(line: string): string {
  return line.replace(
    /\[(?:(\\[rn])|0x([0-9a-f]{1,2}))\]/g,
    (_, control?: string, hex: string = "") => CONTROLS[control ?? ""] ?? String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
