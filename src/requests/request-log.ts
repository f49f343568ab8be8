/** Finds the request in the log of curl -v or nghttp -v. */

import { latin1Octets, latin1Text } from "../platform/index.ts";
import { inputError } from "./input-error.ts";

/** The request line in a log of curl, which marks what it sent with `> `. */
const CURL_RE = /^> [A-Z]+ \S+ HTTP\/[0-9.]+\r?$/m;
const NGHTTP_RE = /^\[[ \d.]+\] (?:\S+ )?send HEADERS frame/m;

/** The lines of the request without their marks; the same octets if they are no log. */
export function withoutLog(octets: Uint8Array): Uint8Array {
  const text = latin1Text(octets);
  const curl = CURL_RE.exec(text);
  if (curl !== null && !/^[A-Z]+ \S+ HTTP/.test(text)) {
    const more = CURL_RE.exec(text.slice(curl.index + curl[0].length));
    if (more !== null) throw inputError(undefined, "one request in the log", "a second one", "keep only one of them");
    const [head = "", rest = ""] = text.slice(curl.index).split(/^>[ \t]*\r?\n/m, 2);
    const lines = head.split("\n").filter((line) => line.startsWith("> "));
    return afterBlankLines(text, curl.index, [...lines.map((line) => line.slice(2)), ""], bodyOf(rest));
  }
  const nghttp = NGHTTP_RE.exec(text);
  if (nghttp === null) return octets;
  const fields = text.slice(nghttp.index).split("\n").slice(1);
  const end = fields.findIndex((line) => !/^\s+\S/.test(line));
  const lines = fields.slice(0, end === -1 ? undefined : end).map((line) => line.trim());
  return afterBlankLines(text, nghttp.index, ["", ...lines.filter((line) => !/^[;(]/.test(line)), ""], "");
}

/** A body that the user added: what is neither a note of curl nor the response. */
function bodyOf(rest: string): string {
  const lines = rest.split(/^<.*/m, 1)[0]!.split("\n");
  const isNote = (line: string): boolean => /^(?:\*|[{}] \[\d+ bytes data\]|\s*\d+ +\d+ )/.test(line);
  return lines
    .filter((line) => !isNote(line))
    .join("\n")
    .trimStart();
}

/** As many line feeds as before the request, so that errors name the lines of the file. */
function afterBlankLines(text: string, index: number, lines: readonly string[], body: string): Uint8Array {
  const before = text.slice(0, index).replace(/[^\n]/g, "");
  return latin1Octets(`${before}${lines.join("\n")}\n${body}`);
}
