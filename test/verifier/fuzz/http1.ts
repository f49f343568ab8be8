/** Messages of HTTP/1.1: writes those of a plan, and reads them again strictly (RFC 9112). */

import type { HttpRequest } from "../../../src/model/index.ts";
import { damaged, type Framing, type Http1Message, type Http1Plan } from "./plan.ts";
import { requestOf } from "./requests.ts";

/** The octets that the client of a plan sends. */
export function octetsOf(plan: Http1Plan): Buffer {
  return damaged(Buffer.concat(plan.messages.map(write)), plan);
}

function write({ request, version, fields, many, framing }: Http1Message): Buffer {
  const { method, url, headers, body = "" } = requestOf(request.kind, request.nonce);
  const content = Buffer.from(body);
  const lines = Object.entries({ host: "h", ...headers, "x-answer": request.answer });
  const head = `${method} ${url} HTTP/${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}`;
  const all = [...fields, ...Array.from({ length: many }, (_, index) => `x-${index}: 1\r\n`)];
  return Buffer.concat([Buffer.from(`${head}${all.join("")}`, "latin1"), writeBody(content, framing)]);
}

function writeBody(content: Buffer, framing: Framing): Buffer {
  const length = `content-length: ${content.length + (framing.by === "length" ? framing.off : 0)}\r\n`;
  if (framing.by === "length") return Buffer.concat([Buffer.from(`${length}\r\n`), content]);
  const { sizes, extension, trailers, hasLength } = framing;
  const chunks: Buffer[] = [Buffer.from(`${hasLength ? length : ""}transfer-encoding: chunked\r\n\r\n`)];
  for (let start = 0, count = 0; start < content.length; count++) {
    const chunk = content.subarray(start, start + (sizes[count] ?? content.length));
    chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from("\r\n"));
    start += chunk.length;
  }
  chunks.push(Buffer.from(`0\r\n${trailers.join("")}\r\n`, "latin1"));
  return Buffer.concat(chunks);
}

/** A request as it came, or its beginning. The target is in `url`. */
export interface ReadMessage extends HttpRequest {
  readonly body: Buffer;
  readonly isWhole: boolean;
  /** Whether the connection ends after the response. */
  readonly isLast: boolean;
}

/** Everything that comes before what is no HTTP/1.1. */
export interface ReadOctets {
  readonly messages: readonly ReadMessage[];
  /** Whether something follows that is no message, or one of the messages is one that a server need not read. */
  readonly isBroken: boolean;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const REQUEST_LINE_RE = new RegExp(`^(${METHODS.join("|")}) (\\S+) HTTP/1\\.([01])$`);
const FIELD_RE = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;
const CHUNK_RE = /^([0-9a-f]{1,6})(?:;\w+(?:=\w+)?)?$/i;
/** Octets of a head that every server reads. */
const MAX_HEAD = 16_384;
/** Node.js drops the fields after the first thousand, also a Content-Length. */
const MAX_FIELDS = 1000;

const BROKEN = "broken";
const CUT_OFF = "cut off";

export function readMessages(octets: Buffer): ReadOctets {
  const text = octets.toString("latin1");
  const messages: ReadMessage[] = [];
  let isOdd = false;
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\r\n\r\n", at);
    if (end === -1) return { messages, isBroken: isOdd || !isBeginning(text.slice(at)) };
    const head = readHead(text.slice(at, end));
    if (head === undefined) return { messages, isBroken: true };
    isOdd ||= end - at > MAX_HEAD || head.headers.length > MAX_FIELDS || head.isFaulty;
    const body = readBody(text, end + 4, head);
    if (body === BROKEN) {
      messages.push({ ...head, body: Buffer.alloc(0), isWhole: false });
      return { messages, isBroken: true };
    }
    const content = Buffer.from(body.content, "latin1");
    messages.push({ ...head, body: content, isWhole: body.end !== CUT_OFF });
    if (body.end === CUT_OFF) return { messages, isBroken: isOdd };
    if (head.isLast) return { messages, isBroken: isOdd || body.end < text.length };
    at = body.end;
  }
  return { messages, isBroken: isOdd };
}

/** Of a head that may be continued, in whose fields a server finds no mistake yet; most of them. */
function isBeginning(text: string): boolean {
  const [first = "", ...lines] = text.replace(/\r$/, "").split("\r\n");
  const [method = "", target] = first.split(" ");
  const isLine =
    lines.length > 0
      ? REQUEST_LINE_RE.test(first)
      : METHODS.some((one) => (target === undefined ? one.startsWith(method) : one === method));
  // The last line may be the beginning of a name, or of a field.
  const fields = lines.filter((line, index) => index < lines.length - 1 || line.includes(":"));
  const headers = readFields(fields);
  const isPlain = !/[^\t\r\n\x20-\x7e\x80-\xff]/.test(text);
  return text.length < MAX_HEAD && isPlain && isLine && headers !== undefined && hasFraming(valuesOf(headers));
}

/** `undefined` if one of the lines is no field. */
function readFields(lines: readonly string[]): [name: string, value: string][] | undefined {
  const fields = lines.map((line) => FIELD_RE.exec(line));
  return fields.includes(null) ? undefined : fields.map((field) => [field![1]!, field![2]!]);
}

type Head = Omit<ReadMessage, "body" | "isWhole"> & {
  /** Whether a server may read it or not: an upgrade, an unknown expectation, a second host or coding, or what HTTP/1.0 does not have. */
  readonly isFaulty: boolean;
};

function readHead(text: string): Head | undefined {
  const [first = "", ...lines] = text.split("\r\n");
  const [, method, url, minor] = REQUEST_LINE_RE.exec(first) ?? [];
  const headers = readFields(lines);
  if (method === undefined || url === undefined || headers === undefined) return undefined;
  const values = valuesOf(headers);
  const connection = values("connection").join(",").toLowerCase();
  if ((values("host").length === 0 && minor === "1") || !hasFraming(values)) return undefined;
  const isKeptAlive = minor === "0" && /\bkeep-alive\b/.test(connection);
  const isLast = (minor === "0" && !isKeptAlive) || /\bclose\b/.test(connection);
  const codings = values("transfer-encoding");
  const isFaulty =
    isKeptAlive ||
    (minor === "0" && codings.length > 0) ||
    ["host", "transfer-encoding"].some((name) => values(name).length > 1) ||
    values("upgrade").length > 0 ||
    values("expect").some((value) => value.toLowerCase() !== "100-continue");
  return { method, url, headers, isLast, isFaulty };
}

/** Returns a function that finds all values of a field. */
export function valuesOf(headers: HttpRequest["headers"]): (name: string) => string[] {
  return (name) => headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
}

/** Whether the fields state where a body ends, in one way (RFC 9112 6.3). */
function hasFraming(values: ReturnType<typeof valuesOf>): boolean {
  const [lengths, codings] = [values("content-length"), values("transfer-encoding")];
  if (codings.length > 0) return lengths.length === 0 && codings.at(-1)!.toLowerCase() === "chunked";
  return lengths.length <= 1 && lengths.every((length) => /^\d{1,9}$/.test(length));
}

type ReadBody = { readonly content: string; readonly end: number | typeof CUT_OFF };

function readBody(text: string, start: number, { headers }: Head): ReadBody | typeof BROKEN {
  const values = valuesOf(headers);
  if (values("transfer-encoding").length > 0) return readChunks(text, start);
  const [length = "0"] = values("content-length");
  const end = start + Number(length);
  return { content: text.slice(start, end), end: end > text.length ? CUT_OFF : end };
}

function readChunks(text: string, start: number): ReadBody | typeof BROKEN {
  let content = "";
  for (let at = start; ; ) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return { content, end: CUT_OFF };
    const size = CHUNK_RE.exec(text.slice(at, lineEnd))?.[1];
    if (size === undefined) return BROKEN;
    const length = Number.parseInt(size, 16);
    at = lineEnd + 2;
    if (length === 0) return readTrailers(text, at, content);
    content += text.slice(at, at + length);
    if (text.length < at + length + 2) return { content, end: CUT_OFF };
    if (text.slice(at + length, at + length + 2) !== "\r\n") return BROKEN;
    at += length + 2;
  }
}

function readTrailers(text: string, start: number, content: string): ReadBody | typeof BROKEN {
  for (let at = start; ; ) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return { content, end: CUT_OFF };
    if (lineEnd === at) return { content, end: at + 2 };
    if (!FIELD_RE.test(text.slice(at, lineEnd))) return BROKEN;
    at = lineEnd + 2;
    if (at - start > MAX_HEAD) return BROKEN;
  }
}

/** A response. */
export interface Answer {
  readonly status: number;
  /** What the adapter or the application behind it answered; `undefined` if the server answered on its own. */
  readonly verdict: string | undefined;
  /** `undefined` if it has not come whole. */
  readonly body: string | undefined;
  readonly closes: boolean;
}

/** All final responses, the last one perhaps without its whole body. Octets that are no response are its status 0. */
export function readAnswers(octets: Buffer, methods: readonly string[]): Answer[] {
  const text = octets.toString("latin1");
  const answers: Answer[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\r\n\r\n", at);
    if (end === -1) break;
    const [first = "", ...lines] = text.slice(at, end).split("\r\n");
    const [, status] = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first) ?? [];
    const fields = readFields(lines);
    if (status === undefined || fields === undefined) {
      return [...answers, { status: 0, verdict: undefined, body: text.slice(at, at + 100), closes: true }];
    }
    at = end + 4;
    if (status.startsWith("1")) continue;
    const values = valuesOf(fields);
    const closes = values("connection").some((value) => value.toLowerCase() === "close");
    const answer = { status: Number(status), verdict: values("x-verdict")[0], closes };
    const isChunked = values("transfer-encoding").length > 0;
    const length = Number(values("content-length")[0] ?? 0);
    let body: ReadBody | typeof BROKEN = { content: "", end: at };
    if (methods[answers.length] !== "HEAD") {
      body = isChunked
        ? readChunks(text, at)
        : { content: text.slice(at, at + length), end: at + length > text.length ? CUT_OFF : at + length };
    }
    if (body === BROKEN) return [...answers, { ...answer, status: 0, body: text.slice(at, at + 100) }];
    answers.push({ ...answer, body: body.end === CUT_OFF ? undefined : body.content });
    if (body.end === CUT_OFF) break;
    at = body.end;
  }
  return answers;
}
