/** Reads a request from the words of an HTTPie command. */

import type { HttpRequest } from "../model/index.ts";
import { withQuery } from "./http-text.ts";
import { inputError, quoted, RequestTextError } from "./input-error.ts";
import { FORM_TYPE, requestWith } from "./pasted-request.ts";

const FLAGS = "json ignore-stdin verbose body headers follow print= verify= timeout= session= pretty= style=".split(
  " ",
);
const SHORT: Readonly<Record<string, string>> = { f: "form", j: "json", v: "verbose", b: "body", h: "headers" };
/** A name, in which a backslash escapes a separator, and the separator: a header, a query parameter, JSON, data. */
const ITEM_RE = /^((?:[^\\:=@]|\\[\s\S])+)(:=|==|=|:|@)([\s\S]*)$/;

/** Accepts options, method, URL and items; refuses files, and other options that may change the request. */
export function readHttpieCommand([command = "", ...words]: readonly string[]): HttpRequest {
  const { isForm, raw, rest } = readOptions(words);
  const method = /^[A-Z]+$/.test(rest[0] ?? "") ? rest[0]! : undefined;
  const [url, ...items] = method === undefined ? rest : rest.slice(1);
  if (url === undefined) throw inputError(undefined, "a URL in the HTTPie command", "none");
  const headers: [string, string][] = [];
  const query: [string, string][] = [];
  const data: [name: string, value: string, json: string][] = [];
  for (const item of items) {
    const [, name, separator, value = ""] = ITEM_RE.exec(item) ?? [];
    if (name === undefined || separator === "@") {
      throw inputError(undefined, "items such as name=value", separator === "@" ? "a file" : "something else");
    }
    const plain = name.replace(/\\([\s\S])/g, "$1");
    if (separator === ":") headers.push([plain, value]);
    else if (separator === "==") query.push([plain, value]);
    else data.push([plain, value, separator === ":=" ? value : JSON.stringify(value)]);
  }
  const body = raw ?? (data.length === 0 ? undefined : isForm ? formOf(data) : jsonOf(data));
  const request = {
    method: method ?? (body === undefined ? "GET" : "POST"),
    url: withQuery(absolute(url, command), `${new URLSearchParams(query)}`),
    headers,
    body,
  };
  return requestWith(request, isForm ? `${FORM_TYPE}; charset=utf-8` : "application/json");
}

function readOptions(words: readonly string[]): { isForm: boolean; raw: string | undefined; rest: string[] } {
  const rest: string[] = [];
  let isForm = false;
  let raw: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    const [, long, short, value] = /^(?:--([a-z-]+)|-([a-z]))(?:=(.*))?$/s.exec(word) ?? [];
    const name = long ?? SHORT[short ?? ""];
    if (name === "form") isForm = true;
    else if (name === "raw") raw = value ?? words[++index];
    else if (FLAGS.includes(`${name}=`)) index += value === undefined ? 1 : 0;
    else if (word.startsWith("-") && !FLAGS.includes(name ?? "")) {
      throw new RequestTextError(`the HTTPie option ${quoted(word.replace(/=.*/s, ""))} is not supported`);
    } else if (!word.startsWith("-")) rest.push(word);
  }
  return { isForm, raw, rest };
}

/** HTTPie adds the scheme of the command, and localhost before a port. */
function absolute(url: string, command: string): string {
  if (/^https?:\/\//i.test(url)) return url;
  return `${command}://${/^:(?:\d|\/|$)/.test(url) ? `localhost${url.replace(/^:(?!\d)/, "")}` : url}`;
}

function formOf(data: readonly (readonly [string, string, string])[]): string {
  return new URLSearchParams(data.map(([name, value]): [string, string] => [name, value])).toString();
}

/** Formats JSON as Python does, with spaces and in ASCII, because a body hash covers every octet. */
function jsonOf(data: readonly (readonly [string, string, string])[]): string {
  const members = data.map(([name, , json]) => `${JSON.stringify(name)}: ${json}`);
  const ascii = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `{${members.join(", ")}}`.replace(/[^\x00-\x7f]/g, ascii);
}
