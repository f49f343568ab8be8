/** Parses the body of a response: pairs joined by `&`, each value with or without a line feed at its end, or JSON. */

import { latin1Octets, latin1Text } from "../platform/index.ts";

/** The fields that were read, and why the rest could not be read. */
export interface ParsedBody {
  /** Trimmed values by name. A repeated name causes a `problem`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly problem?: { readonly code: ProblemCode; readonly message: string };
}

type ProblemCode = "response-malformed" | "response-cut-off" | "response-doubled" | "response-not-utf8";

/** Quotes a piece of the body for a message. */
type Quote = (piece: string) => string;
type Decode = (octets: Uint8Array) => string;

/** The gateway sends pairs as text/html. */
const PAIRS_TYPES: ReadonlySet<string> = new Set(["text/html", "text/plain", "application/x-www-form-urlencoded"]);
const JSON_TYPE_RE = /^application\/(?:[\w.-]+\+)?json$/; // application/vnd.pay+json, application/json

/** Determines the format by Content-Type, which is text/html if absent, and parses the body. */
export function parseBody(contentType: string | undefined, octets: Uint8Array, show: Quote): ParsedBody {
  const type = (contentType ?? "text/html").split(";")[0]!.trim().toLowerCase();
  const isJson = JSON_TYPE_RE.test(type);
  const latin1 = latin1Text(octets);
  if (!isJson && !PAIRS_TYPES.has(type)) {
    return unreadable("response-malformed", `expected pairs, got ${show(contentType ?? "")}`);
  }
  if (!isJson && /^(?:\xef\xbb\xbf)?\s*</.test(latin1.slice(0, 256))) {
    return unreadable("response-malformed", "expected pairs, got an HTML page");
  }
  if (octets.length === 0) return unreadable("response-cut-off", "the body is empty");
  const charset = isJson ? "utf-8" : charsetOf(contentType);
  const decoder = valueOrNothing(() => new TextDecoder(charset, { fatal: true }));
  if (decoder === undefined) return unreadable("response-malformed", `there is no charset ${show(charset)}`);
  const decode: Decode = (piece) => decoder.decode(piece);
  if (!isJson) return parsePairs(latin1, decode, show);
  const text = valueOrNothing(() => decode(octets));
  if (text === undefined) return unreadable("response-not-utf8", "the JSON has octets that are not UTF-8");
  return parseJson(text, show);
}

function charsetOf(contentType = ""): string {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
}

/** The body as text in the charset of its Content-Type, or in UTF-8; wrong octets become U+FFFD. */
export function decodedBody(contentType: string | undefined, octets: Uint8Array): string {
  const decoder = valueOrNothing(() => new TextDecoder(charsetOf(contentType), { ignoreBOM: true }));
  return (decoder ?? new TextDecoder()).decode(octets);
}

function unreadable(code: ProblemCode, message: string): ParsedBody {
  return { fields: new Map(), problem: { code, message } };
}

function valueOrNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** More pairs than any answer of the gateway contains. */
const MAX_PAIRS = 1000;

/** @param text - the body as latin1: one character for each octet */
function parsePairs(text: string, decode: Decode, show: Quote): ParsedBody {
  const fields = new Map<string, string>();
  const pieces = text.split("&", MAX_PAIRS + 1);
  const stop = (code: ProblemCode, message: string): ParsedBody => ({ fields, problem: { code, message } });
  if (pieces.length > MAX_PAIRS) return stop("response-malformed", `expected at most ${MAX_PAIRS} pairs, got more`);
  const lacksLineFeed = lastLacksLineFeed(pieces);
  for (const [index, piece] of pieces.entries()) {
    const pair = `pair ${index + 1}`;
    const isLast = index === pieces.length - 1;
    const trimmed = piece.trim();
    if (trimmed === "" && isLast && index > 0) return stop("response-cut-off", "the body ends after an &");
    const equals = trimmed.indexOf("=");
    if (equals < 1) {
      const code = isLast && index > 0 && equals === -1 ? "response-cut-off" : "response-malformed";
      return stop(code, `expected name=value as ${pair}, got ${show(trimmed)}`);
    }
    const stray = /%(?![0-9A-Fa-f]{2})/.exec(trimmed);
    if (stray !== null) {
      const isAtEnd = isLast && stray.index >= trimmed.length - 2;
      return stop(isAtEnd ? "response-cut-off" : "response-malformed", `${pair} has a % without two digits`);
    }
    const name = decodePiece(trimmed.slice(0, equals), decode);
    const value = decodePiece(trimmed.slice(equals + 1), decode);
    if (name === undefined || value === undefined) {
      return stop("response-not-utf8", `${pair} has octets that are not in the charset of the body`);
    }
    if (fields.has(name)) return stop("response-doubled", `the body has ${show(name)} more than once`);
    if (isLast && lacksLineFeed) {
      return stop("response-cut-off", `${pair} has no line feed at its end, unlike the others: ${show(trimmed)}`);
    }
    fields.set(name, value.trim());
  }
  return { fields };
}

const LINE_FEED_END_RE = /(?:\n|%0A)$/i; // plain or encoded

/** Whether only the last value lacks a line feed: then it may be cut off, such as half of an id. */
function lastLacksLineFeed(pieces: readonly string[]): boolean {
  const others = pieces.slice(0, -1);
  return (
    others.length > 0 && others.every((one) => LINE_FEED_END_RE.test(one)) && !LINE_FEED_END_RE.test(pieces.at(-1)!)
  );
}

function decodePiece(piece: string, decode: Decode): string | undefined {
  const octets = piece
    .replaceAll("+", " ")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return valueOrNothing(() => decode(latin1Octets(octets)));
}

// Strings, numbers and punctuation. An unterminated string is one token, so that its quotation marks start no further searches.
const TOKEN_RE = /"(?:[^"\\]|\\.)*"?|-?[0-9][0-9.eE+-]*|[{}[\]:,]/g;

/**
 * Parses a JSON object. Numbers keep their text: an order id of 20 digits is too long for a JavaScript number. Other values
 * that are not strings become JSON text.
 */
function parseJson(text: string, show: Quote): ParsedBody {
  const quotedNumbers = text.replace(TOKEN_RE, (token) => (/^[-0-9]/.test(token) ? `"${token}"` : token));
  const value = valueOrNothing((): unknown => JSON.parse(quotedNumbers));
  if (value === undefined) {
    return /^\s*\{/.test(text) && !/\}\s*$/.test(text)
      ? unreadable("response-cut-off", "the JSON is incomplete")
      : unreadable("response-malformed", `expected JSON, got ${show(text)}`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return unreadable("response-malformed", `expected a JSON object, got ${show(text)}`);
  }
  const fields = new Map<string, string>();
  for (const [name, one] of Object.entries(value)) {
    if (one === null) continue;
    const shown = typeof one === "string" ? one : valueOrNothing(() => JSON.stringify(one));
    if (shown === undefined) return unreadable("response-malformed", "the JSON is nested too deeply");
    fields.set(name, shown.trim());
  }
  const repeated = repeatedName(text);
  if (repeated === undefined) return { fields };
  return { fields, problem: { code: "response-doubled", message: `the JSON has ${show(repeated)} more than once` } };
}

/** Finds a repeated name: JSON.parse silently keeps its last value. */
function repeatedName(text: string): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(TOKEN_RE)) {
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    if (token === ":" && depth === 1) {
      if (seen.has(last)) return last;
      seen.add(last);
    }
    last = token;
  }
  return undefined;
}
