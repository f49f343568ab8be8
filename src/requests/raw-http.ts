/**
 * A request as raw HTTP: request line, headers, an empty line, body; lines end in LF or CRLF. In place of the request
 * line there may be the pseudo-header fields of HTTP/2.
 */

import { type HttpRequest, headerValues } from "../model/index.ts";
import { latin1Text } from "../platform/index.ts";
import { chunkedBody, isChunked } from "./chunked-body.ts";
import { withoutBlanks } from "./http-text.ts";
import { described, inputError, lineAt } from "./input-error.ts";
import { BASE_STRING_RE, kindOf } from "./kinds-of-text.ts";
import { type PastedRequest, type Scheme, withRepair } from "./pasted-request.ts";

export interface RawHttpOptions {
  /** For a request without a scheme. @default the likelier one, see {@link PastedRequest.schemeIsAssumed} */
  readonly scheme?: Scheme | undefined;
}

type Headers = HttpRequest["headers"];

const REQUEST_LINE_RE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+)(?: (HTTP\/[0-9.]+))?$/;
const NAME_RE = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const NEXT_REQUEST_RE = /^[A-Z]{3,20} \S+(?: HTTP\/[0-9.]+\r?$|\r?\n[\w-]+: )/m;
/** A response as Ruby and Python print it. */
export const PRINTED_RESPONSE = String.raw`(?:=> ?)?(?:#<[\w:]{0,60}(?:Response|HTTP)\w{0,60}[ :][^\n]*|<Response \[\d{3}\])>`;
/** A recorded connection, and the lines of a console, contain the response after the request. */
const RESPONSE_RE = new RegExp(String.raw`(?:^|\r?\n)(?:HTTP\/[0-9.]+ \d{3}\b|${PRINTED_RESPONSE})`);

/** Reads headers as ISO 8859-1; the body stays octets. Leading empty lines are skipped (RFC 9112 2.2). */
export function readRawHttp(octets: Uint8Array, { scheme }: RawHttpOptions = {}): PastedRequest {
  const text = latin1Text(octets);
  const start = /\S|$/.exec(text)!.index;
  const end = /\r?\n\r?\n|$/.exec(text.slice(start))!;
  const headEnd = start + end.index;
  const bodyStart = headEnd + end[0].length;
  const head = readHead(text, text.slice(start, headEnd).trimEnd(), lineAt(text, start), scheme);
  const body = bodyOf(octets.subarray(bodyStart), head.headers, lineAt(text, bodyStart));
  if (isNoBody(latin1Text(body), head)) return withRepair(head, "the text after the header fields was not used");
  return { ...head, ...(body.length === 0 ? {} : { body }) };
}

/** A recorded connection contains the interim response before the body. */
const INTERIM_RE = /^HTTP\/[0-9.]+ 1\d\d\b[\s\S]*?\r?\n\r?\n/;

type Head = Omit<PastedRequest, "body">;

/** @param whole what the head is a part of */
function readHead(whole: string, text: string, firstLine: number, scheme: Scheme | undefined): Head {
  if (text.startsWith(":")) return readHttp2Head(text, firstLine, scheme);
  const [first = "", ...rest] = text.split(/\r?\n/);
  const [, method, target] = REQUEST_LINE_RE.exec(first) ?? [];
  if (method === undefined || target === undefined || kindOf(text) !== undefined) {
    const got = described(kindOf(text) === undefined ? first : text);
    const hint = BASE_STRING_RE.test(whole) ? WITH_BASE_STRING : hintFor(first);
    throw inputError(firstLine, "a request line such as POST /path HTTP/1.1", got, hint);
  }
  const headers = readHeaders(rest, firstLine + 1);
  const head = { method, headers, ...urlOf(target, headers, scheme, firstLine) };
  // A line that begins with a blank may be joined (RFC 9112 5.2).
  const own = rest.filter((line) => !/^[ \t]/.test(line)).length;
  return headers.length === own ? head : withRepair(head, "the lines of a header field were joined");
}

const WITH_BASE_STRING =
  "the text has a base string, but not the request: add the request with its signature, as raw HTTP, and explain both together";
const WHAT_TO_PASTE = "paste the request as raw HTTP, as a curl command, or with the lines of a log around it";

function hintFor(first: string): string {
  if (/^HTTP\/\d/.test(first)) return "give the request here, and the response with --server-response";
  return /^\S+ .* HTTP\/[0-9.]+$/.test(first) ? "a space in the target must be encoded as %20" : WHAT_TO_PASTE;
}

/** Chrome shows each name and its value on separate lines, other tools on one line. */
function readHttp2Head(text: string, firstLine: number, scheme: Scheme | undefined): Head {
  const isAlternating = /^:\w+:?[ \t]*\r?$/m.test(text.split("\n", 1)[0]!);
  const joined = isAlternating ? text.replace(/^(:?[^\s:]+):?[ \t]*\r?\n([^\n]*)/gm, "$1: $2") : text;
  const all = readHeaders(joined.split(/\r?\n/), firstLine);
  const pseudoHeader = (name: string): string => {
    const value = all.find(([other]) => other === name)?.[1];
    if (value === undefined) throw inputError(firstLine, `the pseudo-header field ${name}`, "none");
    return value;
  };
  const host = headerValue(":authority", all) || headerValue("host", all);
  if (host === "") throw inputError(firstLine, "the pseudo-header field :authority", "none");
  const url = absoluteUrl(headerValue(":scheme", all) || scheme, host, pseudoHeader(":path"));
  return { method: pseudoHeader(":method"), headers: all.filter(([name]) => !name.startsWith(":")), ...url };
}

/** A field whose value may continue on the next lines. The part that was read is not read again for each line. */
interface OpenField {
  readonly name: string;
  value: string;
  isOAuth: boolean;
  /** Whether a quotation mark of its value is open. */
  isQuoted: boolean;
  endsWithComma: boolean;
}

/** A line that begins with a blank continues the value of the line before it (RFC 9112 5.2). */
function readHeaders(lines: readonly string[], firstLine: number): Headers {
  const fields: OpenField[] = [];
  const continueValue = (field: OpenField, text: string): void => {
    field.value += text;
    // If the value begins on a later line, it was empty until now.
    field.isOAuth ||= field.value.length < START_LENGTH + text.length && /^OAuth\s/i.test(field.value);
    field.isQuoted = field.isQuoted === (text.split('"').length % 2 === 1);
    if (text !== "") field.endsWithComma = text.endsWith(",");
  };
  for (const [index, line] of lines.entries()) {
    const last = fields.at(-1);
    const colon = line.indexOf(":", 1);
    if (/^[ \t]/.test(line) && last !== undefined) continueValue(last, `${last.value && " "}${withoutBlanks(line)}`);
    else if (last !== undefined && continuesOAuth(last, line)) continueValue(last, line.trimEnd());
    else if (NAME_RE.test(line.slice(0, colon)) && !line.includes("\r")) {
      const field = { name: line.slice(0, colon), value: "", isOAuth: false, isQuoted: false, endsWithComma: false };
      fields.push(field);
      continueValue(field, withoutBlanks(line.slice(colon + 1)));
    } else {
      const expected = "a header such as Name: value, or an empty line before the body";
      throw inputError(firstLine + index, expected, described(line));
    }
  }
  return fields.map(({ name, value }) => [name, value]);
}

/** The length of the name of the scheme, with the blank after it. */
const START_LENGTH = "OAuth ".length;

/** Whether a terminal or an editor continued an Authorization header on this line. */
function continuesOAuth({ isOAuth, isQuoted, endsWithComma }: OpenField, line: string): boolean {
  if (!isOAuth || !/^[\w%="., ~+-]+$/.test(line)) return false;
  return isQuoted || endsWithComma || /^oauth_\w+="/.test(line);
}

/** A URL, and whether its scheme is assumed. */
export type Url = Pick<PastedRequest, "url" | "schemeIsAssumed">;

function urlOf(target: string, headers: Headers, scheme: Scheme | undefined, line: number): Url {
  if (/^https?:\/\//i.test(target)) return { url: target };
  if (!target.startsWith("/"))
    throw inputError(line, "a target that starts with / or is an absolute URL", described(target));
  const hosts = headerValues({ headers }, "host");
  if (hosts.length !== 1 || hosts[0] === "") {
    throw inputError(line, "one Host header for a target without a host", `${hosts.length}`);
  }
  return absoluteUrl(scheme, hosts[0]!, target);
}

/** @param scheme `undefined` if it is not known */
export function absoluteUrl(scheme: string | undefined, host: string, target: string): Url {
  const url = `${scheme ?? likelierScheme(host)}://${host}${target}`;
  return scheme === undefined ? { url, schemeIsAssumed: true } : { url };
}

/** Programs under development and port 80 rarely have TLS. */
function likelierScheme(host: string): Scheme {
  return /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(?::(?!443$)\d*)?$|:80$/i.test(host) ? "http" : "https";
}

/**
 * The body, as far as the text contains it. A body that is longer than Content-Length is refused, because the extra octets
 * are not known. The text may contain only a part of the body, or nothing of it, because many logs omit it.
 */
function bodyOf(rest: Uint8Array, headers: Headers, line: number): Uint8Array {
  const octets = rest.subarray(INTERIM_RE.exec(latin1Text(rest))?.[0].length ?? 0);
  if (/chunked/i.test(headerValue("transfer-encoding", headers)) && isChunked(octets)) {
    const { body, length } = chunkedBody(octets, line);
    checkNoRequest(octets.subarray(length));
    return body;
  }
  const text = latin1Text(octets);
  const contentLength = headerValue("content-length", headers);
  const length = /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : Number.POSITIVE_INFINITY;
  const response = RESPONSE_RE.exec(text)?.index ?? octets.length;
  if (length <= response) {
    checkNoRequest(octets.subarray(length));
    checkNotLonger(length, text.slice(length), line);
    return octets.subarray(0, length);
  }
  const body = octets.subarray(0, response);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headerValue("content-type", headers));
  // Other bodies may contain a request.
  checkNoRequest(isForm ? octets : octets.subarray(response));
  return isForm ? withoutFinalLineFeed(body) : body;
}

/** Whether a text is no body: no header field announces one (RFC 9112 6.3), and it is of a GET, or neither a form nor JSON nor XML. */
function isNoBody(text: string, { method, headers }: Head): boolean {
  const isAnnounced = ["content-type", "content-length", "transfer-encoding"].some((name) =>
    headerValue(name, headers),
  );
  const mayBeBody = !/^(?:GET|HEAD)$/.test(method) && /^\s*(?:[{[<"]|[^\s=&]+=)/.test(text);
  return !isAnnounced && /\S/.test(text) && !mayBeBody;
}

/** After the body there may be blank lines, and the response of a recorded connection. */
function checkNotLonger(length: number, rest: string, line: number): void {
  const [more = ""] = rest.split(RESPONSE_RE, 1);
  if (more.trim() === "") return;
  throw inputError(
    line,
    `a body of ${length} octets, as in Content-Length`,
    `${length + more.trimEnd().length} octets`,
    "give the body as it was sent, or remove the header Content-Length to use all of it",
  );
}

/** A recorded connection may contain several requests. */
function checkNoRequest(octets: Uint8Array): void {
  if (NEXT_REQUEST_RE.test(latin1Text(octets))) {
    throw inputError(undefined, "one request", "a second one after it", "keep only one of them in the file");
  }
}

/** Editors add a line feed at the end. A form never contains one. */
function withoutFinalLineFeed(body: Uint8Array): Uint8Array {
  const [lineFeed = ""] = /\r?\n$/.exec(latin1Text(body.subarray(-2))) ?? [];
  return body.subarray(0, body.length - lineFeed.length);
}

/** The value of the first header with this name; "" if absent. */
export function headerValue(name: string, headers: Headers): string {
  return headerValues({ headers }, name)[0] ?? "";
}
