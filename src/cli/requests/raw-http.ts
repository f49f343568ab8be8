/** A request as raw HTTP/1: request line, headers, an empty line, body; lines end in LF or CRLF. */

import type { HttpRequest } from "../../model/index.ts";
import { described, inputError, quoted } from "./input-error.ts";

export interface RawHttpOptions {
  /** For a request line that has only a path. @default "https" */
  readonly scheme?: string | undefined;
}

const REQUEST_LINE_RE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+)(?: (HTTP\/[0-9.]+))?$/;
const HEADER_RE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/** Reads headers as ISO 8859-1; the body stays octets. */
export function readRawHttp(octets: Uint8Array, { scheme = "https" }: RawHttpOptions = {}): HttpRequest {
  const text = Buffer.from(octets).toString("latin1");
  const [, headText = text, separator = ""] = /^([\s\S]*?)(\r?\n\r?\n)/.exec(text) ?? [];
  const [first = "", ...rest] = headText.replace(/\r?\n$/, "").split(/\r?\n/);
  const [, method, target] = REQUEST_LINE_RE.exec(first) ?? [];
  if (method === undefined || target === undefined) {
    throw inputError(1, "a request line such as POST /path HTTP/1.1", described(first));
  }
  const headers = rest.map((line, index) => readHeader(line, index + 2));
  const body = octets.subarray(headText.length + separator.length);
  checkBodyIsWhole(body, headers);
  return {
    method,
    url: urlOf(target, headers, scheme),
    headers,
    ...(body.length === 0 ? {} : { body: withoutFinalLineFeed(body, headers) }),
  };
}

function readHeader(line: string, number: number): readonly [string, string] {
  const [, name, value] = HEADER_RE.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    throw inputError(number, "a header such as Name: value, or an empty line before the body", described(line));
  }
  return [name, value];
}

function urlOf(target: string, headers: HttpRequest["headers"], scheme: string): string {
  if (/^https?:\/\//i.test(target)) return target;
  if (!target.startsWith("/")) throw inputError(1, "a target that starts with / or is an absolute URL", quoted(target));
  const hosts = headers.filter(([name]) => name.toLowerCase() === "host").map(([, value]) => value);
  if (hosts.length !== 1 || hosts[0] === "") {
    throw inputError(1, "one Host header for a target without a host", `${hosts.length}`);
  }
  return `${scheme}://${hosts[0]}${target}`;
}

/** Refuses a body that was cut off or is still chunked: it is not the body that was signed. */
function checkBodyIsWhole(body: Uint8Array, headers: HttpRequest["headers"]): void {
  const length = headerValue("content-length", headers);
  if (/^\d{1,15}$/.test(length) && Number(length) > body.length) {
    throw inputError(undefined, `a body of ${length} octets, as Content-Length says`, `${body.length} octets`);
  }
  const start = Buffer.from(body.subarray(0, 20)).toString("latin1");
  if (/chunked/i.test(headerValue("transfer-encoding", headers)) && /^[0-9a-f]{1,8}\r?\n/i.test(start)) {
    throw inputError(undefined, "the body itself", "its chunks, with their lengths between them");
  }
}

/** Editors add a line feed at the end. Content-Length says whether it belongs to the body; a form never contains one. */
function withoutFinalLineFeed(body: Uint8Array, headers: HttpRequest["headers"]): Uint8Array {
  const length = headerValue("content-length", headers);
  if (/^\d+$/.test(length) && Number(length) <= body.length) return body.subarray(0, Number(length));
  if (!/^application\/x-www-form-urlencoded\b/i.test(headerValue("content-type", headers))) return body;
  const [lineFeed = ""] = /\r?\n$/.exec(Buffer.from(body).toString("latin1")) ?? [];
  return body.subarray(0, body.length - lineFeed.length);
}

/** The value of the first header with this name; "" for none. */
function headerValue(name: string, headers: HttpRequest["headers"]): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? "";
}
