/** A request as HTTP, as people read and paste it. */

import type { HeaderField } from "../oauth1/index.ts";

/** Request line, header fields and body, with line feeds between them. */
export function httpText(method: string, target: string, headers: readonly HeaderField[], body: string): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}\n`).join("");
  return `${method} ${target} HTTP/1.1\n${fields}\n${body}`;
}

/** Path and query of an absolute URL, not decoded; a request target stays as it is. */
export function targetOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "");
}

/** A URL without userinfo, query and fragment, which may contain secrets. */
export function shownAddress(url: string): string {
  return url.replace(/[?#].*/s, "").replace(/^(\w+:\/\/)[^/]*@/, "$1");
}

/** The URL with more pairs, which are already encoded, in its query. */
export function withQuery(url: string, pairs: string): string {
  if (pairs === "") return url;
  return `${url}${url.includes("?") ? "&" : "?"}${pairs}`;
}

/** The text without blanks at its ends. `trim` would also remove octets that are white space in Unicode. */
export function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start]!)) start += 1;
  while (end > start && isBlank(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string): boolean => character === " " || character === "\t";
