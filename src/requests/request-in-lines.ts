/**
 * Reads the request in the lines of a log: the lines after a request line are its header fields and its body. What the program writes
 * before each line, such as the time, is removed, and so are the quotation marks of literals.
 */

import { latin1Octets } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { FORM_RE, formOf, formOfLength, formOfPairsWithLength, type Pair } from "./form-text.ts";
import { targetOf } from "./http-text.ts";
import { octetsOfLiteral } from "./literals.ts";
import { type PastedRequest, withRepair } from "./pasted-request.ts";
import { PRINTED_RESPONSE, type RawHttpOptions, readRawHttp } from "./raw-http.ts";
import { prefixPattern } from "./text-layouts.ts";
import { METHODS } from "./values/value-names.ts";

/** A request in a log. Each octet is a character from U+0000 to U+00FF. */
interface LoggedRequest {
  /** Where the request begins in the log. */
  readonly index: number;
  readonly method: string;
  readonly url: string;
  /** The request as raw HTTP. The body is empty if the log does not contain it. */
  readonly message: string;
  /** The status of the response, if the log contains it. */
  readonly status?: number | undefined;
}

/** Options of {@link requestOfLines}. */
export interface LogOptions extends RawHttpOptions {
  /** The number of a request in a HAR file, a Postman collection or a log, or a part of its URL. */
  readonly entry?: string | undefined;
}

interface Line {
  readonly index: number;
  readonly text: string;
}

/** What a program writes before a request, the request line, and what may follow it. */
const START_RE =
  /^(.*?)(?<![\w/"'(-])([A-Z]{3,20}) (\/\S*|https?:\/\/\S+)(?: +(?:[Hh][Tt][Tt][Pp]\/[0-9.]+|h2c?))?(?:\\r\\n)?(?: \(.*\))?[ \t\r]*$/;
const PSEUDO_RE = /^(?!\* )(.*?)(?<![\w:]):(?:method|authority|path|scheme):[ \t]/;
/** A literal at the end of a line. */
const LITERAL_RE = /^([^"']*?)b?(["'])(.*)\2[,;)\]]{0,3}(?: \+)?[ \t]*\r?$/;
const REQUEST_LINE_RE = /^([A-Z]{3,20}) (\S+) HTTP\/[0-9.]+\r?\n/;
const FIELD_RE = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*\S/;
/** A field, or a body, of a log that writes the values in quotation marks. */
const QUOTED_RE = /^([\w-]{1,60}: |)"(.*)"$/;
/** A field that often follows the request line. If this field has no prefix, only the request's first line has one. */
const COMMON_FIELD_RE = /^(?:host|user-agent|accept(?:-\w+)?|authorization|content-\w+|connection|cookie): /i;
const ANSWERED_RE = /(?:\bHTTP\/[0-9.]+ |<-- |<< |StatusCode: |\bCompleted |\) | - )(\d{3})\b/;
/** The line with which the text after a request begins. */
const END_RE = /^(?:HTTP\/[0-9.]+ \d|<-|<<|< |-+> END|-{8}|\{? ?\[\d+ bytes|StatusCode: )/;
/** A response as programs print it: an object, or its status. */
const PRINTED_STATUS_RE = new RegExp(
  `^(?:${PRINTED_RESPONSE}|(?:[-=<>]+ )?(?:HTTP )?[1-5]\\d\\d(?: [A-Z][A-Za-z' -]{2,40})?$|(?:response|status|answer)(?: (?:code|status))?[:=] ?[1-5]\\d\\d\\b)`,
  "i",
);
/** A line that labels a body, such as `data:`. */
const BODY_LABEL_RE = /^(?:[\w ]{0,30}\b)?(?:data|body|payload|content):[ \t]*$/i;
/** A body with its label among the header fields: the program printed only a part of the request. */
const LABELLED_BODY_RE = /^(?:request[ -])?(?:data|body|payload|params|parameters|form(?:[_-]?data)?): ?\S/im;
const FIELDS_LABEL_RE = /^[\w ]{0,30}\bheaders:?[ \t]*$/i;

/**
 * The request that the lines of a log show; `undefined` if the text is no log.
 *
 * @throws {@link RequestTextError} if the log contains several requests, of which none is chosen
 */
export function requestOfLines(log: string, options: LogOptions): PastedRequest | undefined {
  const logged = requestsInLog(log).map((one) => ({ ...one, isSigned: SIGNED_RE.test(one.message) }));
  if (logged.length === 0) return undefined;
  const { index, message } = chooseEntry(logged, "a log", options.entry);
  // The line feeds before the request are kept, so that errors name the lines of the file.
  const raw = latin1Octets(`${log.slice(0, index).replace(/[^\n]/g, "")}${message}`);
  return withRepair(readRawHttp(raw, options), "lines of a log were joined");
}

const SIGNED_RE = /oauth_signature["']?\s*=(?!>)/i;

/** Whether a text has a body with its label among the header fields. */
export function hasLabelledBody(text: string): boolean {
  const [head = ""] = text.split(/\n\r?\n/, 1);
  return LABELLED_BODY_RE.test(head);
}

/** The requests in a log that have header fields or a signature. */
function requestsInLog(log: string): LoggedRequest[] {
  const lines = linesOf(log);
  const starts: { at: number; prefix: string; method: string; url: string; isLiteral: boolean }[] = [];
  let lastPseudo = -1;
  for (const [at, { text }] of lines.entries()) {
    const literal = literalIn(text);
    const [, method, url] = REQUEST_LINE_RE.exec(literal?.text ?? "") ?? [];
    const [, prefix = "", verb = "", target = ""] = START_RE.exec(text) ?? [];
    const isPseudo = PSEUDO_RE.test(text);
    if (method !== undefined) starts.push({ at, prefix: literal!.prefix, method, url: url!, isLiteral: true });
    else if (verb !== "")
      starts.push({ at, prefix, method: withoutPacket(verb, prefix), url: target, isLiteral: false });
    else if (isPseudo && lastPseudo !== at - 1) {
      starts.push({ at, prefix: PSEUDO_RE.exec(text)![1]!, method: "", url: "", isLiteral: false });
    }
    if (isPseudo) lastPseudo = at;
  }
  const found = starts.map((start, number) => {
    const segment = lines.slice(start.at, starts[number + 1]?.at);
    const message = start.isLiteral ? fromLiterals(segment, start.prefix) : fromLines(segment, start);
    const rest = segment.slice(1).map(({ text }) => text);
    const [, status] = ANSWERED_RE.exec(rest.join("\n")) ?? [];
    const [, method = start.method] = /^:method: (.*)$/m.exec(message) ?? [];
    const [, url = start.url] = /^:path: (.*)$/m.exec(message) ?? [];
    // Programs also log request lines alone.
    const isWhole = start.isLiteral || (/^[^\n]*\n\r?\S/.test(message) && !hasLabelledBody(message));
    const one = { index: segment[0]!.index, method, url, message };
    return { isWhole, one: status === undefined ? one : { ...one, status: Number(status) } };
  });
  return withoutCopies(found.flatMap(({ isWhole, one }) => (isWhole ? [one] : [])));
}

const METHOD_AT_END_RE = new RegExp(`(?:${METHODS})$`);

/** The method after the octets of a packet, of which tcpdump prints some as letters. */
function withoutPacket(verb: string, before: string): string {
  return (before.includes("..") && METHOD_AT_END_RE.exec(verb)?.[0]) || verb;
}

/** Two loggers may write the same request. The copy that contains more is kept. */
function withoutCopies(found: readonly LoggedRequest[]): LoggedRequest[] {
  const kept = new Map<string, LoggedRequest>();
  for (const one of found) {
    const signature = /oauth_signature="?([^"&\s]+)/.exec(one.message)?.[1];
    const key = signature === undefined ? `${one.index}` : `${one.method} ${targetOf(one.url)} ${signature}`;
    if ((kept.get(key)?.message.length ?? -1) < one.message.length) kept.set(key, one);
  }
  return [...kept.values()];
}

function linesOf(log: string): Line[] {
  let index = 0;
  return log.split("\n").map((text) => {
    const line = { index, text };
    index += text.length + 1;
    return line;
  });
}

/** Apache HttpClient writes `[\r]` and `[0xc3]` for what is not printable. */
const APACHE_RE = /\[(\\[rn])\]|\[0x([0-9a-f]{1,2})\]/g;

/** The literal at the end of a line, without its escapes, and what precedes it. */
function literalIn(line: string): { readonly prefix: string; readonly text: string } | undefined {
  const [, prefix, , inner] = LITERAL_RE.exec(line) ?? [];
  if (prefix === undefined || inner === undefined) return undefined;
  const isApache = /\[\\n\]$/.test(inner) || / >> $/.test(prefix);
  const text = isApache
    ? inner.replace(APACHE_RE, (_, control?: string, hex = "0") =>
        control === undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : octetsOfLiteral(control),
      )
    : octetsOfLiteral(inner);
  return { prefix, text };
}

function unquoted(line: string): string {
  return line.replace(QUOTED_RE, (_, name: string, inner: string) => name + octetsOfLiteral(inner));
}

/** Joins literals with the same text before them, up to the first other literal. The body may be a line without a literal. */
function fromLiterals(lines: readonly Line[], prefix: string): string {
  const isSame = prefixPattern(prefix);
  const texts: string[] = [];
  const others: string[] = [];
  for (const { text } of lines) {
    const literal = literalIn(text);
    if (literal === undefined) others.push(text.replace(/\r$/, ""));
    else if (isSame.test(literal.prefix) || literal.prefix.trim() === "") texts.push(literal.text);
    else if (ANSWERED_RE.test(literal.text)) break;
  }
  const message = texts.join("");
  const [, head] = /^([\s\S]*?\r?\n\r?\n)$/.exec(message) ?? [];
  return head === undefined ? message : `${message}${bodyIn(others, head.split(/\r?\n/), 0, "")}`;
}

/** Request line, header fields and body from the lines of a log. */
function fromLines(
  [first, ...rest]: readonly Line[],
  { prefix, method, url }: { readonly prefix: string; readonly method: string; readonly url: string },
): string {
  // OkHttp writes an arrow before the request line only, HTTParty before the request line and the header fields.
  const isAlone = prefix.trim() === "" || COMMON_FIELD_RE.test(rest[0]?.text ?? "");
  const ownMark = prefix.trim() === "" ? "" : prefixPattern(prefix);
  const marks = isAlone ? [] : [prefix, prefix.replace(/(?:-+|(?<=\S[ \t]{1,9}))>\s*$/, "")].map(prefixPattern);
  const head = method === "" ? [first!.text.slice(prefix.length).trim()] : [`${method} ${url} HTTP/1.1`];
  const others: string[] = [];
  let isAfterHead = false;
  let end: number | undefined;
  let lineFeed = "";
  for (const { text } of rest) {
    const mark = marks.find((one) => one.test(text));
    const isOwn = mark !== undefined || marks.length === 0 || /^(?: {2}|\t)/.test(text);
    const whole = text.replace(mark ?? ownMark, "").replace(/^\| |(?:\\r\\n)?\r?$/g, "");
    const line = whole.trim();
    if ((isOwn || COMMON_FIELD_RE.test(line)) && !isAfterHead && FIELD_RE.test(line)) head.push(unquoted(line));
    else {
      isAfterHead ||= head.length > 1 && (isOwn || line === "") && !/^[;(]/.test(line);
      if (END_RE.test(line) || PRINTED_STATUS_RE.test(line)) end ??= others.length;
      if (isAfterHead || !FIELDS_LABEL_RE.test(line)) others.push(line.startsWith('"') ? unquoted(line) : whole);
      // A body that was added to a log is a line of its own.
      if (end === undefined && line !== "") lineFeed = isOwn ? "" : "\n";
    }
  }
  return `${head.join("\n")}\n\n${bodyIn(others, head, end, lineFeed)}`;
}

/**
 * The body among the lines that are no header fields. With Content-Length, it is the only text of that length: whole lines, even after
 * the response, a word that is a form, or pairs. Otherwise it is the line that is a form, or the lines up to the first empty one.
 *
 * @param end the number of lines before the response
 */
function bodyIn(lines: readonly string[], head: readonly string[], end: number | undefined, lineFeed: string): string {
  const fields = head.join("\n");
  const [, digits] = /^content-length: *(\d{1,9})$/im.exec(fields) ?? [];
  const isForm = /^content-type: *application\/x-www-form-urlencoded/im.test(fields);
  if (digits !== undefined) {
    const length = Number(digits);
    return bodyOfLength(lines.slice(0, end), length, isForm) ?? bodyOfLength(lines, length, isForm) ?? "";
  }
  if (/^(?:GET|HEAD) |^:method: (?:GET|HEAD)$/m.test(fields)) return "";
  const before = lines.slice(0, end);
  if (isForm) {
    const form = before.map((line) => line.trim()).find((line) => FORM_RE.test(line));
    return form ?? formOf(pairsIn(before, QUOTED_PAIR_RE).flat()).form;
  }
  const after = before.slice(before.findIndex((line) => BODY_LABEL_RE.test(line)) + 1);
  const start = after.findIndex((line) => line.trim() !== "");
  if (start === -1) return "";
  const [body = ""] = after
    .slice(start)
    .join("\n")
    .split(/\n[ \t]*\n/, 1);
  return `${body.trimEnd()}${lineFeed}`;
}

/** The only body of this length. */
function bodyOfLength(lines: readonly string[], length: number, isForm: boolean): string | undefined {
  const found = [lines, lines.map((line) => line.trimStart())].flatMap((some) => textsOfLength(some, length));
  const fitting = new Set(found.filter((one) => !isForm || FORM_RE.test(one)));
  if (fitting.size > 0 || !isForm) return fitting.size === 1 ? [...fitting][0] : undefined;
  return formOfLength(lines.join("\n"), length) ?? formOfPairsWithLength(pairsIn(lines, PAIR_RE), length);
}

/** A pair of a form, as the console of Postman shows it. */
const QUOTED_PAIR_RE = /^\s*(?<name>[^\s:]{1,200}): "(?<quoted>.*)"$/;
/** A pair of a form, as any program shows it. */
const PAIR_RE = /^\s*(?<name>[^\s:]{1,200}):\s+(?:"(?<quoted>.*)"|(?<bare>\S.*))$/;

/** The pairs in lines; any other line ends a list of pairs. */
function pairsIn(lines: readonly string[], pattern: RegExp): Pair[][] {
  const lists: Pair[][] = [[]];
  for (const line of lines) {
    const { name, quoted, bare = octetsOfLiteral(quoted ?? "") } = pattern.exec(line)?.groups ?? {};
    if (name === undefined) lists.push([]);
    else lists.at(-1)!.push([name, bare]);
  }
  return lists;
}

/** The texts that begin with a line, end with a line, and have this length. */
function textsOfLength(lines: readonly string[], length: number): string[] {
  const text = lines.join("\n");
  let start = -1;
  return lines.flatMap((_, at) => {
    start += at === 0 ? 1 : lines[at - 1]!.length + 1;
    const end = start + length;
    return length > 0 && (end === text.length || text[end] === "\n") ? [text.slice(start, end)] : [];
  });
}
