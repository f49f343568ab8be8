/** Decodes a body with Transfer-Encoding: chunked (RFC 9112 7.1). */

import { concatOctets, latin1Text } from "../platform/index.ts";
import { inputError } from "./input-error.ts";

/** The first line of a chunk: its size in hexadecimal, extensions, and the end of the line. */
const SIZE_RE = /([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/iy;

/** Whether octets begin with a chunk. Tools that decode the body often leave the header as it is. */
export function isChunked(body: Uint8Array): boolean {
  SIZE_RE.lastIndex = 0;
  return SIZE_RE.test(latin1Text(body.subarray(0, 200)));
}

/**
 * Joins the chunks, and leaves out what follows the last chunk, such as the response.
 *
 * @param firstLine the line of the file at which the body begins
 */
export function chunkedBody(body: Uint8Array, firstLine: number): { body: Uint8Array; length: number } {
  const text = latin1Text(body);
  const chunks: Uint8Array[] = [];
  let at = 0;
  const fail = (expected: string, got: string): Error =>
    inputError(firstLine + text.slice(0, at).split("\n").length - 1, `${expected} of chunk ${chunks.length + 1}`, got);
  for (;;) {
    SIZE_RE.lastIndex = at;
    const [line, size] = SIZE_RE.exec(text) ?? [];
    if (line === undefined || size === undefined) {
      throw fail("the size", at >= text.length ? "the end of the body; the last chunk has the size 0" : "other octets");
    }
    const start = at + line.length;
    const end = start + Number.parseInt(size, 16);
    if (end === start) return { body: concatOctets(chunks), length: start };
    if (end > body.length) throw fail(`${end - start} octets`, `${body.length - start}`);
    const [lineEnd] = /^\r?\n/.exec(text.slice(end, end + 2)) ?? [];
    if (lineEnd === undefined) throw fail("a line feed after the octets", "more octets than its size");
    chunks.push(body.subarray(start, end));
    at = end + lineEnd.length;
  }
}
