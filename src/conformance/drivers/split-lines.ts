/** Splits the output of a program into lines. */

import { isUtf8 } from "node:buffer";
import type { Line } from "./read-line.ts";

/** The longest line of protocol 1, in octets. */
const LONGEST_LINE = 16 * 1024 * 1024;

const LF = 0x0a;
const REPLACEMENT = "\ufffd";

/** Receives lines. */
export interface LineListener {
  readonly onLine: (line: Line) => void;
  /** Called once, with a message, if more octets came without an end of line than the protocol allows. */
  readonly onFlood: (message: string) => void;
}

/** Splits octets and decodes many lines at once, which costs much less than decoding each line. */
export function splitLines({ onLine, onFlood }: LineListener) {
  let parts: Buffer[] = [];
  let length = 0;

  function keep(part: Buffer): void {
    if (part.length === 0 || length > LONGEST_LINE) return;
    length += part.length;
    if (length <= LONGEST_LINE) return void parts.push(part);
    parts = [];
    onFlood(`more than ${LONGEST_LINE} octets came without an end of line`);
  }

  return {
    /** Takes output in chunks. */
    push(chunk: Buffer) {
      const last = chunk.lastIndexOf(LF);
      if (last === -1) return keep(chunk);
      const first = chunk.indexOf(LF);
      keep(chunk.subarray(0, first));
      if (length > LONGEST_LINE) return;
      const lines =
        parts.length === 0 ? chunk.subarray(0, last) : Buffer.concat([...parts, chunk.subarray(first, last)]);
      parts = [];
      length = 0;
      emitLines(lines, onLine);
      keep(chunk.subarray(last + 1));
    },
    /** The output after the last end of line. */
    rest: () => Buffer.concat(parts).toString("utf8"),
  };
}

function emitLines(octets: Buffer, onLine: LineListener["onLine"]): void {
  const text = octets.toString("utf8");
  if (!text.includes(REPLACEMENT) || isUtf8(octets)) {
    for (const line of text.split("\n")) onLine({ text: line, isUtf8: true });
    return;
  }
  for (let at = 0; at <= octets.length; ) {
    const end = octets.indexOf(LF, at);
    const line = octets.subarray(at, end === -1 ? octets.length : end);
    onLine({ text: line.toString("utf8"), isUtf8: isUtf8(line) });
    at += line.length + 1;
  }
}
