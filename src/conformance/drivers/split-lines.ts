/**
 * Splits what a program writes into lines.
 *
 * @module
 */

import { isUtf8 } from "node:buffer";

/** The longest line of protocol 1, in octets. */
export const LONGEST_LINE: number = 16 * 1024 * 1024;

const LF = 0x0a;
const REPLACEMENT = "\ufffd";

/** Who is told of lines. */
export interface LineListener {
  /** One line, without its end. Where it is not UTF-8, the wrong octets are replaced in the text. */
  readonly onLine: (text: string, isUtf8: boolean) => void;
  /** More than {@link LONGEST_LINE} octets came without an end of line. Told once. */
  readonly onFlood: () => void;
}

/** Takes output as it comes. */
export interface LineSplitter {
  readonly push: (chunk: Buffer) => void;
  /** What came after the last end of line. */
  readonly rest: () => string;
}

/** Lines are split as octets and decoded many at a time: that is what makes it cheap. */
export function splitLines({ onLine, onFlood }: LineListener): LineSplitter {
  let parts: Buffer[] = [];
  let length = 0;

  function keep(part: Buffer): void {
    if (part.length === 0 || length > LONGEST_LINE) return;
    length += part.length;
    if (length <= LONGEST_LINE) return void parts.push(part);
    parts = [];
    onFlood();
  }

  return {
    push(chunk) {
      const last = chunk.lastIndexOf(LF);
      if (last === -1) return keep(chunk);
      const first = chunk.indexOf(LF);
      keep(chunk.subarray(0, first));
      if (length > LONGEST_LINE) return;
      const lines =
        parts.length === 0 ? chunk.subarray(0, last) : Buffer.concat([...parts, chunk.subarray(first, last)]);
      parts = [];
      length = 0;
      tellLines(lines, onLine);
      keep(chunk.subarray(last + 1));
    },
    rest: () => Buffer.concat(parts).toString("utf8"),
  };
}

function tellLines(octets: Buffer, onLine: LineListener["onLine"]): void {
  const text = octets.toString("utf8");
  if (!text.includes(REPLACEMENT) || isUtf8(octets)) {
    for (const line of text.split("\n")) onLine(line, true);
    return;
  }
  for (let at = 0; at <= octets.length; ) {
    const end = octets.indexOf(LF, at);
    const line = octets.subarray(at, end === -1 ? octets.length : end);
    onLine(line.toString("utf8"), isUtf8(line));
    at += line.length + 1;
  }
}
