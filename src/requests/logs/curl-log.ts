/** The log of curl -v, which marks what it sent with `> ` and what it received with `< `. */

import { type LoggedRequest, messageOf, segments, statusIn } from "./logged-request.ts";

const REQUEST_LINE_RE = /^> [A-Z]+ \S+ HTTP\/[0-9.]+\r?$/gm;

export function findCurlRequests(log: string): LoggedRequest[] {
  return segments(log, REQUEST_LINE_RE).map(({ match: { index }, text }) => {
    const [head = "", rest = ""] = text.split(/^>[ \t]*\r?\n/m, 2);
    const lines = head.split("\n").filter((line) => line.startsWith("> "));
    const [, received = ""] = /^< (.*)/m.exec(rest) ?? [];
    const message = messageOf(
      lines.map((line) => line.slice(2)),
      bodyOf(rest),
    );
    return { index, message, status: statusIn(received) };
  });
}

/** A body that the user added: everything that is neither a note of curl nor the response. */
function bodyOf(rest: string): string {
  const lines = rest.split(/^<.*/m, 1)[0]!.split("\n");
  const isNote = (line: string): boolean => /^(?:\*|[{}] \[\d+ bytes data\]|\s*\d+ +\d+ )/.test(line);
  return lines
    .filter((line) => !isNote(line))
    .join("\n")
    .trimStart();
}
