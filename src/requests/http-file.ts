/** Reads `.http` files of VS Code and JetBrains: requests between lines with `###`, variables, and continued lines. */

import { latin1Octets } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { withoutBlanks } from "./http-text.ts";
import { quoted, RequestTextError } from "./input-error.ts";
import type { PastedRequest } from "./pasted-request.ts";
import { type RawHttpOptions, readRawHttp } from "./raw-http.ts";

const REQUEST_LINE_RE = /^(?:([A-Z]{3,20})[ \t]+)?((?:https?:\/\/|\/|\{\{)\S*)(?:[ \t]+(HTTP\/[0-9.]+))?[ \t]*$/;
const VARIABLE_RE = /^@([\w.-]{1,100})[ \t]*=[ \t]*(.*)$/;
const COMMENT_RE = /^(?:#|\/\/)/;

/** Whether a text is such a file, with a line that raw HTTP cannot have before or after a request. */
export function isHttpFile(text: string): boolean {
  if (!linesOf(text).some((line) => REQUEST_LINE_RE.test(line))) return false;
  const [before = ""] = text.split(/^[A-Z]{3,20}[ \t]+\S/m, 1);
  if (/^(?:###|@[\w.-]{1,100}[ \t]*=|(?:#|\/\/)[ \t]*@\w)/m.test(before)) return true;
  // A line with a path and a version is raw HTTP, without variables.
  if (/^(?![A-Z]+ \/\S* HTTP\/)(?:[A-Z]{3,20}[ \t]+)?\S*\{\{[^{}\n]{1,200}\}\}/.test(text.trimStart())) return true;
  if (/^\s*[A-Z]{3,20}[ \t]+\S+\r?\n[ \t]*[?&][^\s=]+=/.test(text)) return true;
  const [head = "", ...parts] = text.split(/^###.*$/m);
  if (/^content-length:/im.test(head)) return false;
  return parts.some((part) => part.trim() === "" || linesOf(part).some((line) => REQUEST_LINE_RE.test(line)));
}

/** @param text each octet is a character from U+0000 to U+00FF */
export function readHttpFile(text: string, entry: string | undefined, options: RawHttpOptions): PastedRequest {
  const variables = new Map(
    linesOf(text).flatMap((line) => {
      const [, name, value = ""] = VARIABLE_RE.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.trim()] as const];
    }),
  );
  const found = text.split(/^###.*$/m).flatMap((part) => requestIn(linesOf(part)) ?? []);
  const { message } = chooseEntry(found, "a file of HTTP requests", entry);
  let filled = message;
  // A variable may contain variables.
  for (let depth = 0; depth < DEEPEST && filled.length < LONGEST && VALUE_RE.test(filled); depth += 1) {
    filled = filled.replace(VALUE_RE, (_, name: string) => valueOfVariable(name.trim(), variables));
  }
  return readRawHttp(latin1Octets(filled), options);
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

const VALUE_RE = /\{\{([^{}\n]{1,200})\}\}/g;
const DEEPEST = 5;
const LONGEST = 2 ** 20;

function valueOfVariable(name: string, variables: ReadonlyMap<string, string>): string {
  const value = variables.get(name);
  if (value !== undefined) return value;
  throw new RequestTextError(
    `the value of the variable ${quoted(name)} is not in this file`,
    "write its value in its place, or a line such as @name = value before the request",
  );
}

/** One request as raw HTTP; `undefined` if the part of the file contains none. */
function requestIn(lines: readonly string[]) {
  const start = lines.findIndex((line) => REQUEST_LINE_RE.test(line));
  if (start === -1) return undefined;
  const [, method = "GET", target = "", version = "HTTP/1.1"] = REQUEST_LINE_RE.exec(lines[start]!)!;
  let url = target;
  let at = start + 1;
  for (; /^[ \t]+\S|^[?&]/.test(lines[at] ?? "") && !/^[ \t]*[\w-]+:/.test(lines[at]!); at += 1)
    url += lines[at]!.trim();
  const end = lines.findIndex((line, index) => index >= at && line.trim() === "");
  const head = lines.slice(at, end === -1 ? undefined : end).filter((line) => !COMMENT_RE.test(line));
  const rest = end === -1 ? [] : lines.slice(end + 1);
  // JetBrains writes scripts and the files with responses after the body.
  const last = rest.findIndex((line) => /^(?:> (?:\{%|\S)|<> )/.test(line));
  const body = rest
    .slice(0, last === -1 ? undefined : last)
    .join("\n")
    .trimEnd();
  if (/^<@?[ \t]+\S/.test(body)) {
    throw new RequestTextError("the body of the request is in a file", "write the body into the request");
  }
  const isForm = head.some((line) => /^content-type:[ \t]*application\/x-www-form-urlencoded/i.test(line));
  const message = `${method} ${url} ${version}\n${head.join("\n")}\n\n${isForm ? joinedForm(body) : body}`;
  return { method, url, message, isSigned: /oauth_signature=/.test(message) };
}

/** A form may be written on several lines, with blanks around its separators. */
function joinedForm(body: string): string {
  const line = body.split("\n").map(withoutBlanks).join("");
  return line
    .split(/([&=])/)
    .map(withoutBlanks)
    .join("")
    .replaceAll(" ", "%20");
}
