/**
 * Finds requests in the log of a program, whatever wrote it. A request begins with its method and its address on one line. The
 * text before them, such as the time, is removed from the lines of the request, and so are the quotation marks of literals.
 */

import { targetOf } from "./http-text.ts";
import { octetsOfLiteral, percentEncoded } from "./literals.ts";

/** A request in a log. Each octet is a character from U+0000 to U+00FF. */
export interface LoggedRequest {
  /** Where the request begins in the log. */
  readonly index: number;
  readonly method: string;
  readonly url: string;
  /** The request as raw HTTP. The body is empty if the log does not contain it. */
  readonly message: string;
  /** The status of the response, if the log contains it. */
  readonly status?: number | undefined;
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
/** A field that often follows the request line. If it has nothing before it, only the first line of the request has. */
const COMMON_FIELD_RE = /^(?:host|user-agent|accept(?:-\w+)?|authorization|content-\w+|connection|cookie): /i;
const STATUS_RE = /(?:\bHTTP\/[0-9.]+ |<-- |<< |StatusCode: |\bCompleted |\) | - )(\d{3})\b/;
/** The first line after a request that is not a part of it. */
const END_RE = /^(?:HTTP\/[0-9.]+ \d|<-|<<|< |-+> END|-{8}|\{? ?\[\d+ bytes|StatusCode: )/;
/** Words before a body or before the header fields. */
const BODY_LABEL_RE = /^(?:[\w ]{0,30}\b)?(?:data|body|payload|content):[ \t]*$/i;
const FIELDS_LABEL_RE = /^[\w ]{0,30}\bheaders:?[ \t]*$/i;

/** The requests in a log that have header fields or a signature; an empty list if the text is no log. */
export function requestsInLog(log: string): LoggedRequest[] {
  const lines = linesOf(log);
  const starts: { at: number; prefix: string; method: string; url: string; isLiteral: boolean }[] = [];
  let lastPseudo = -1;
  for (const [at, { text }] of lines.entries()) {
    const literal = literalIn(text);
    const [, method, url] = REQUEST_LINE_RE.exec(literal?.text ?? "") ?? [];
    const [, prefix = "", verb = "", target = ""] = START_RE.exec(text) ?? [];
    const isPseudo = PSEUDO_RE.test(text);
    if (method !== undefined) starts.push({ at, prefix: literal!.prefix, method, url: url!, isLiteral: true });
    else if (verb !== "") starts.push({ at, prefix, method: verb, url: target, isLiteral: false });
    else if (isPseudo && lastPseudo !== at - 1) {
      starts.push({ at, prefix: PSEUDO_RE.exec(text)![1]!, method: "", url: "", isLiteral: false });
    }
    if (isPseudo) lastPseudo = at;
  }
  const found = starts.map((start, number) => {
    const segment = lines.slice(start.at, starts[number + 1]?.at);
    const message = start.isLiteral ? fromLiterals(segment, start.prefix) : fromLines(segment, start);
    const rest = segment.slice(1).map(({ text }) => text);
    const [, status] = STATUS_RE.exec(rest.join("\n")) ?? [];
    const [, method = start.method] = /^:method: (.*)$/m.exec(message) ?? [];
    const [, url = start.url] = /^:path: (.*)$/m.exec(message) ?? [];
    // Programs also log request lines alone.
    const isWhole = start.isLiteral || /^[^\n]*\n\r?\S/.test(message);
    const one = { index: segment[0]!.index, method, url, message };
    return { isWhole, one: status === undefined ? one : { ...one, status: Number(status) } };
  });
  return withoutCopies(found.flatMap(({ isWhole, one }) => (isWhole ? [one] : [])));
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

/** The literals with the same text before them, up to the first other literal. The body may be a line without a literal. */
function fromLiterals(lines: readonly Line[], prefix: string): string {
  const isSame = prefixPattern(prefix);
  const texts: string[] = [];
  const others: string[] = [];
  for (const { text } of lines) {
    const literal = literalIn(text);
    if (literal === undefined) others.push(text.replace(/\r$/, ""));
    else if (isSame.test(literal.prefix) || literal.prefix.trim() === "") texts.push(literal.text);
    else if (STATUS_RE.test(literal.text)) break;
  }
  const message = texts.join("");
  const [, head] = /^([\s\S]*?\r?\n\r?\n)$/.exec(message) ?? [];
  return head === undefined ? message : `${message}${bodyIn(others, head.split(/\r?\n/), 0, "")}`;
}

/** Numbers in it, such as the time, may differ. */
function prefixPattern(prefix: string): RegExp {
  return new RegExp(
    `^${prefix
      .trimEnd()
      .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
      .replace(/\d+/g, "\\d+")} ?`,
  );
}

/** Request line, header fields and body from the lines of a log. */
function fromLines(
  [first, ...rest]: readonly Line[],
  { prefix, method, url }: { readonly prefix: string; readonly method: string; readonly url: string },
): string {
  // OkHttp writes an arrow before the request line only.
  const isAlone = prefix.trim() === "" || COMMON_FIELD_RE.test(rest[0]?.text ?? "");
  const marks = isAlone ? [] : [prefix, prefix.replace(/-+>\s*$/, "")].map(prefixPattern);
  const head = method === "" ? [first!.text.slice(prefix.length).trim()] : [`${method} ${url} HTTP/1.1`];
  const others: string[] = [];
  let isAfterHead = false;
  let end: number | undefined;
  let lineFeed = "";
  for (const { text } of rest) {
    const mark = marks.find((one) => one.test(text));
    const isOwn = mark !== undefined || marks.length === 0 || /^(?: {2}|\t)/.test(text);
    const whole = text.replace(mark ?? "", "").replace(/^\| |(?:\\r\\n)?\r?$/g, "");
    const line = whole.trim();
    if ((isOwn || COMMON_FIELD_RE.test(line)) && !isAfterHead && FIELD_RE.test(line)) head.push(unquoted(line));
    else {
      isAfterHead ||= head.length > 1 && isOwn && !/^[;(]/.test(line);
      if (END_RE.test(line)) end ??= others.length;
      if (isAfterHead || !FIELDS_LABEL_RE.test(line)) others.push(line.startsWith('"') ? unquoted(line) : whole);
      // A body that was added to a log is a line of its own.
      if (end === undefined && line !== "") lineFeed = isOwn ? "" : "\n";
    }
  }
  return `${head.join("\n")}\n\n${bodyIn(others, head, end, lineFeed)}`;
}

/**
 * The body among the lines that are no header fields: the text at the start of a line that has the length in Content-Length, even
 * after the response; without that length, the line that is a form, or the lines up to the first empty one.
 *
 * @param end the number of lines before the response
 */
function bodyIn(lines: readonly string[], head: readonly string[], end: number | undefined, lineFeed: string): string {
  const [, digits] = /^content-length: *(\d{1,9})$/im.exec(head.join("\n")) ?? [];
  const isForm = head.some((field) => /^content-type: *application\/x-www-form-urlencoded/i.test(field));
  if (digits !== undefined) {
    const found = [lines, lines.map((line) => line.trimStart())].flatMap((some) => textsOfLength(some, Number(digits)));
    const fitting = new Set(found.filter((one) => !isForm || FORM_RE.test(one)));
    return fitting.size === 1 ? [...fitting][0]! : "";
  }
  if (/^(?:GET|HEAD) |^:method: (?:GET|HEAD)$/m.test(head.join("\n"))) return "";
  const before = lines.slice(0, end);
  if (isForm) return before.map((line) => line.trim()).find((line) => FORM_RE.test(line)) ?? formOfPairs(before);
  const after = before.slice(before.findIndex((line) => BODY_LABEL_RE.test(line)) + 1);
  const start = after.findIndex((line) => line.trim() !== "");
  if (start === -1) return "";
  const [body = ""] = after
    .slice(start)
    .join("\n")
    .split(/\n[ \t]*\n/, 1);
  return `${body.trimEnd()}${lineFeed}`;
}

/** The form that the console of Postman shows as lines such as `name: "value"`. */
function formOfPairs(lines: readonly string[]): string {
  const pairs = lines.flatMap((line) => {
    const [, name, value = ""] = /^\s*([^\s:]{1,200}): "(.*)"$/.exec(line) ?? [];
    return name === undefined ? [] : [`${percentEncoded(name)}=${percentEncoded(octetsOfLiteral(value))}`];
  });
  return pairs.join("&");
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

/** A form on one line, but not the one that a server answers. */
const FORM_RE = /^(?!(?:\S*&)?oauth_(?:problem|callback_confirmed)=)[^\s=&]+=\S*$/;
