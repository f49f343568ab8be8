/** What a driver wrote to stderr, for a terminal: one line with the message, or the last lines. */

import type { Colors } from "picocolors/types.js";
import { cut, visible } from "../../../redaction/visible.ts";

const LONGEST_LINE = 400;

/** Lines of a trace that are shown. */
const MOST_LINES = 30;

/** Lines of stack traces in Python, Node.js, Java, Ruby, PHP, Perl and Go, and what surrounds them. */
const TRACE =
  /^(?:\s|at |from |#\d+ |Traceback |During handling |The above exception |Stack trace:|goroutine |exit status |Node\.js v|\[stack\]|thrown in |\.{3} \d+ more|$)/;

/** Matches lines that describe what went wrong. */
const MESSAGE = /error|exception|fatal|panic|warning|not found|cannot|abort|killed/i;

/** The last line that describes what went wrong; else the last line outside a stack trace. Empty if there is no text. */
export function stderrMessage(stderr: string | undefined): string {
  const lines = (stderr ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  const spoken = lines.filter((line) => !TRACE.test(line));
  const found = spoken.findLast((line) => MESSAGE.test(line)) ?? spoken.at(-1) ?? lines.at(-1) ?? "";
  return found.trim();
}

/** The last lines with everything that they contain, such as the trace of an error; none if stderr is empty. */
export function stderrTail(stderr: string, colors: Colors): string[] {
  const lines = stderr.trimEnd().split(/\r?\n/).slice(-MOST_LINES);
  if (lines.join("") === "") return [];
  return [`  ${colors.dim("stderr:")}`, ...lines.map((line) => `    ${visible(cut(line, LONGEST_LINE))}`)];
}

/** One line with the message; none if stderr is empty. The other report formats contain all of stderr. */
export function stderrLines(stderr: string | undefined, colors: Colors): string[] {
  const message = stderrMessage(stderr);
  return message === "" ? [] : [`  ${colors.dim("stderr:")} ${visible(cut(message, LONGEST_LINE))}`];
}
