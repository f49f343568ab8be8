/** Reads a request from a call of `fetch` in JavaScript, as browsers copy it. Its arguments must be literals. */

import type { HttpRequest } from "../model/index.ts";
import { inputError, lineAt } from "./input-error.ts";
import { unescapedString } from "./literals.ts";
import { FORM_TYPE, requestWith } from "./pasted-request.ts";
import { type Token, type Tokens, tokensOf } from "./tokens.ts";

const PATTERN =
  /("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)|(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|([{}[\](),:;+=])|([^\s{}[\](),:;+="'`/][^\s{}[\](),:;+="'`]*)/y;
const DEEPEST = 50;
/** The constructors and calls that can be evaluated. */
const CALLS = ["URLSearchParams", "Headers", "JSON.stringify"];

type Value = string | URLSearchParams | number | boolean | null | undefined | Value[] | { [name: string]: Value };

/** Reads the only call, and ignores other text after it. */
export function readFetchCall(text: string): HttpRequest {
  const tokens = tokensOf(text, PATTERN);
  let token = tokens.next();
  while (token !== undefined && !/(?:^|\.)fetch$/.test(token.text)) token = tokens.next();
  if (token === undefined || !tokens.take("(")) throw tokens.error(token, "a call of fetch");
  const url = readValue(tokens, 0);
  const options = tokens.take(",") && tokens.peek()?.text !== ")" ? readValue(tokens, 0) : {};
  const end = tokens.next();
  if (end?.text !== ")" && end?.text !== ",") throw tokens.error(end, ") after the arguments of fetch");
  const more = /\bfetch\s*\(/.exec(text.slice(end.at));
  if (more !== null) throw inputError(lineAt(text, end.at + more.index), "one call of fetch", "a second one");
  return requestOf(url, options);
}

function requestOf(url: Value, options: Value): HttpRequest {
  if (typeof url !== "string" || !/^https?:\/\//i.test(url)) {
    throw inputError(undefined, "fetch with an absolute URL as a string", "something else");
  }
  if (!isObject(options)) throw inputError(undefined, "fetch with an object of options", "something else");
  const { method = "GET", headers = {}, body = null } = options;
  const isForm = body instanceof URLSearchParams;
  if (body !== null && typeof body !== "string" && !isForm)
    throw inputError(undefined, "a body as a string", "another");
  const request = { method: String(method).toUpperCase(), url, headers: pairsOf(headers, "headers") };
  const type = isForm ? FORM_TYPE : "text/plain";
  return requestWith({ ...request, body: body === null ? undefined : String(body) }, `${type};charset=UTF-8`);
}

/** Reads a literal, literals joined with +, or a call of {@link CALLS}. */
function readValue(tokens: Tokens, depth: number): Value {
  if (depth > DEEPEST) throw inputError(undefined, `at most ${DEEPEST} levels of objects`, "more");
  tokens.take("new");
  const token = tokens.next();
  let value = readPart(token, tokens, depth);
  while (typeof value === "string" && tokens.take("+")) {
    const more = readPart(tokens.next(), tokens, depth);
    if (typeof more !== "string") throw tokens.error(token, "a string after +", "another value");
    value += more;
  }
  return value;
}

function readPart(token: Token | undefined, tokens: Tokens, depth: number): Value {
  if (token?.isString) return stringOf(token, tokens);
  if (token?.text === "{") return readObject(tokens, depth);
  if (token?.text === "[") return readArray(tokens, depth);
  if (token !== undefined && CALLS.includes(token.text) && tokens.take("(")) {
    const value = readValue(tokens, depth + 1);
    if (!tokens.take(")")) throw tokens.error(tokens.peek(), `one argument of ${token.text}`);
    if (token.text === "JSON.stringify") return JSON.stringify(value);
    if (token.text === "Headers") return value;
    return new URLSearchParams(typeof value === "string" ? value : pairsOf(value, "a form"));
  }
  const literal = LITERALS.get(token?.text ?? "");
  if (literal !== undefined) return literal.value;
  if (token !== undefined && /^-?\d[\d.]*$/.test(token.text)) return Number(token.text);
  throw tokens.error(token, "a literal, because values of variables are not known here");
}

const LITERALS: ReadonlyMap<string, { readonly value: Value }> = new Map([
  ["true", { value: true }],
  ["false", { value: false }],
  ["null", { value: null }],
  ["undefined", { value: undefined }],
]);

function readObject(tokens: Tokens, depth: number): Value {
  const members: [string, Value][] = [];
  while (!tokens.take("}")) {
    const name = tokens.next();
    if (name === undefined || !tokens.take(":")) throw tokens.error(name, "a member such as name: value");
    members.push([name.isString ? stringOf(name, tokens) : name.text, readValue(tokens, depth + 1)]);
    if (!tokens.take(",") && tokens.peek()?.text !== "}") throw tokens.error(tokens.peek(), ", or }");
  }
  return Object.fromEntries(members);
}

function readArray(tokens: Tokens, depth: number): Value[] {
  const values: Value[] = [];
  while (!tokens.take("]")) {
    values.push(readValue(tokens, depth + 1));
    if (!tokens.take(",") && tokens.peek()?.text !== "]") throw tokens.error(tokens.peek(), ", or ]");
  }
  return values;
}

function stringOf(token: Token, tokens: Tokens): string {
  const inner = token.text.slice(1, -1);
  if (token.text.startsWith("`") && /(?<!\\)\$\{/.test(inner)) {
    throw tokens.error(token, "a string without placeholders", "one with a variable");
  }
  return unescapedString(inner, (one) => (one === "0" ? "\0" : one.replace(/^\r?\n/, "")));
}

function pairsOf(value: Value, what: string): [string, string][] {
  const pairs = Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : undefined;
  const isPair = (pair: Value): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((one) => ["string", "number"].includes(typeof one));
  if (pairs === undefined || !pairs.every(isPair))
    throw inputError(undefined, `${what} as names and strings`, "another");
  return pairs.map(([name, one]) => [String(name), String(one)]);
}

function isObject(value: Value): value is { [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof URLSearchParams);
}
