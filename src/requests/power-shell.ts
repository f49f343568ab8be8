/**
 * Reads a request from PowerShell: Invoke-WebRequest or Invoke-RestMethod, as browsers and API tools copy it, with the
 * variables that the lines before it assign.
 */

import type { HttpRequest } from "../model/index.ts";
import { inputError, lineAt, quoted, RequestTextError } from "./input-error.ts";
import { FORM_TYPE, requestWith } from "./pasted-request.ts";
import { type Token, type Tokens, tokensOf } from "./tokens.ts";

type Pairs = [name: string, value: string][];
type Value = string | Pairs;

const COMMAND_RE = /^(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|curl|wget)$/i;
/** Options without a value, and options whose value does not change the signature. */
const FLAG_RE =
  /^-(?:UseBasicParsing|UseDefaultCredentials|Verbose|SkipCertificateCheck|SkipHeaderValidation|PassThru)$/i;
const IGNORED_RE = /^-(?:WebSession|SessionVariable|TimeoutSec|MaximumRedirection|OutFile|UserAgent|ErrorAction)$/i;
/** Chrome writes the pseudo-header fields of HTTP/2 among the headers. */
const PSEUDO_HEADERS = ["authority", "method", "path", "scheme"];

const DEEPEST = 20;
const PATTERN =
  /(@"\r?\n[\s\S]*?\r?\n"@|@'\r?\n[\s\S]*?\r?\n'@|"(?:[^"`]|`[\s\S]|"")*"|'(?:[^']|'')*')|(`\r?\n|[ \t\r]+|#[^\n]*)|(\n|[;=(){},|]|@(?!["']\r?\n))|(\$[\w:]+(?:\.\w+)*|[^\s"'`(){},;=@$|#]+)/y;

/** Reads one command; its literals must not contain variables. */
export function readPowerShell(text: string): HttpRequest {
  const tokens = tokensOf(text, PATTERN);
  const variables = new Map<string, Value>();
  let request: HttpRequest | undefined;
  while (tokens.peek() !== undefined) {
    const token = tokens.next()!;
    if (COMMAND_RE.test(token.text)) {
      if (request !== undefined) throw inputError(lineAt(text, token.at), "one command", "a second one");
      request = requestOf(readOptions(tokens, variables));
    } else if (token.text.startsWith("$")) readStatement(token, tokens, variables);
  }
  if (request === undefined) throw inputError(undefined, "Invoke-WebRequest or Invoke-RestMethod", "no such command");
  return request;
}

/**
 * `$name = value`, `$name.Add(key, value)`, `$name[key] = value` or `$name.key = value`. Values of other kinds
 * are ignored, and are errors only where the variable is used.
 */
function readStatement({ text }: Token, tokens: Tokens, variables: Map<string, Value>): void {
  const name = text.toLowerCase();
  const table = variables.get(name);
  const [owner, key = ""] = text.split(/\.(?=\w+$)/);
  const holder = variables.get(owner!.toLowerCase());
  if (key.toLowerCase() === "add" && typeof holder === "object" && tokens.take("(")) {
    const added = readValue(tokens, variables);
    if (tokens.take(",")) holder.push([textOf(added), textOf(readValue(tokens, variables))]);
  } else if (typeof table === "object" && tokens.take("[")) {
    const added = readValue(tokens, variables);
    if (tokens.take("]") && tokens.take("=")) table.push([textOf(added), textOf(readValue(tokens, variables))]);
  } else if (tokens.take("=") && !COMMAND_RE.test(tokens.peek()?.text ?? "")) {
    const next = tokens.peek();
    if (next?.text.toLowerCase() === "new-object") variables.set(name, []);
    else if (next?.isString || /^[@$([]/.test(next?.text ?? "")) {
      const value = readValue(tokens, variables);
      if (key !== "" && typeof holder === "object") holder.push([key, textOf(value)]);
      else variables.set(name, value);
    }
  }
}

interface Options {
  uri?: Value;
  method?: Value;
  headers?: Value;
  contenttype?: Value;
  body?: Value;
}

function readOptions(tokens: Tokens, variables: ReadonlyMap<string, Value>): Options {
  const options: Options = {};
  for (let token = tokens.next(); token !== undefined && !/^[\n;|)]/.test(token.text); token = tokens.next()) {
    if (FLAG_RE.test(token.text)) continue;
    const name = token.text.slice(1).toLowerCase();
    if (IGNORED_RE.test(token.text)) tokens.next();
    else if (/^-(?:uri|method|headers|contenttype|body)$/i.test(token.text) && !token.isString) {
      options[name as keyof Options] = readValue(tokens, variables);
    } else if (token.isString || /^https?:/i.test(token.text)) options.uri ??= unquotedText(token);
    else throw new RequestTextError(`the PowerShell option ${quoted(token.text)} is not supported`);
  }
  return options;
}

/** A string, a hash table, a variable, or one of them in parentheses or in a call that returns its octets. */
function readValue(tokens: Tokens, variables: ReadonlyMap<string, Value>, depth = 0): Value {
  const token = tokens.next();
  if (depth > DEEPEST) throw tokens.error(token, "fewer parentheses");
  if (token?.isString) return unquotedText(token);
  if (token?.text === "@" && tokens.take("{")) return readHashTable(tokens, variables, depth + 1);
  if (token?.text === "(" || /::UTF8\.GetBytes$/i.test(token?.text ?? "")) {
    if (token?.text !== "(") tokens.take("(");
    const value = readValue(tokens, variables, depth + 1);
    tokens.take(")");
    return value;
  }
  if (/^\[\w+\]$/.test(token?.text ?? "")) return readValue(tokens, variables, depth + 1); // a type such as [ordered]
  const variable = variables.get(token?.text.toLowerCase() ?? "");
  if (variable !== undefined) return variable;
  if (token?.text.startsWith("$")) throw tokens.error(token, "a value", `the variable ${quoted(token.text)}`);
  if (token !== undefined && /^[\w.:/+-]/.test(token.text)) return token.text;
  throw tokens.error(token, "a string, a hash table or a variable");
}

function readHashTable(tokens: Tokens, variables: ReadonlyMap<string, Value>, depth: number): Pairs {
  const pairs: Pairs = [];
  while (!tokens.take("}")) {
    if (tokens.take("\n") || tokens.take(";")) continue;
    const name = tokens.next();
    if (name === undefined || !tokens.take("=")) throw tokens.error(name, 'a pair such as "Name"="value"');
    pairs.push([unquotedText(name), textOf(readValue(tokens, variables, depth))]);
  }
  return pairs;
}

function textOf(value: Value): string {
  if (typeof value === "string") return value;
  throw inputError(undefined, "a string", "a hash table");
}

function unquotedText({ text, isString }: Token): string {
  if (!isString) return text;
  const isHere = text.startsWith("@");
  const inner = isHere ? text.replace(/^@.\r?\n|\r?\n.@$/g, "") : text.slice(1, -1);
  if (text.at(-1) === "'" || text.endsWith("'@")) return isHere ? inner : inner.replaceAll("''", "'");
  return inner.replace(
    /`([\s\S])|""|\$\(\[char\](\d{1,5})\)|\$(?=[\w({])/g,
    (found, escaped?: string, code?: string) => {
      if (escaped !== undefined) return ESCAPES[escaped] ?? escaped;
      if (code !== undefined) return String.fromCharCode(Number(code));
      if (found === '""') return '"';
      throw inputError(undefined, "a string without variables", "one with a variable", "write its value in its place");
    },
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

function requestOf({ uri, method = "GET", headers = [], contenttype, body }: Options): HttpRequest {
  if (typeof uri !== "string" || !/^https?:\/\//i.test(uri)) throw inputError(undefined, "-Uri with a URL", "none");
  if (typeof headers === "string") throw inputError(undefined, "-Headers with a hash table", "a string");
  const isHttp2 = PSEUDO_HEADERS.every((name) => headers.some(([other]) => other === name));
  const kept = headers.filter(([name]) => !isHttp2 || !PSEUDO_HEADERS.includes(name));
  const type: Pairs = contenttype === undefined ? [] : [["Content-Type", textOf(contenttype)]];
  const sent = typeof body === "object" ? new URLSearchParams(body).toString() : body;
  const request = { method: textOf(method).toUpperCase(), url: uri, headers: [...kept, ...type] };
  return requestWith({ ...request, body: sent }, FORM_TYPE);
}
