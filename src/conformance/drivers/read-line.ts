/** Reads a line from a driver, and describes the end of its process. */

import { described, type JsonObject } from "../vectors/shape.ts";
import type { Problem } from "./contract.ts";
import type { ProcessEnd } from "./process-group.ts";

/** One line of output, without its end. */
export interface Line {
  /** Octets that are not UTF-8 are replaced by U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/** Reads the text of one line as a JSON object. */
export function readText(text: string): { readonly value: JsonObject } | Problem {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: value as JsonObject };
  } catch {
    // The same problem as for any other text that is not a JSON object.
  }
  const isMeant = /^(?:\ufeff|\s*$|\{)/.test(text);
  const kind = isMeant ? "malformed-answer" : "stray-output";
  return { kind, message: `expected one JSON object on each line, got ${lineInWords(text)}` };
}

/** Describes a line in a few words, including what a quotation does not show. */
function lineInWords(text: string): string {
  if (/^\s*$/.test(text)) return "an empty line";
  const rest = text.replace(/^\ufeff/, "");
  return rest === text ? described(text) : `a byte order mark (BOM) before ${described(rest)}`;
}

/** The end of a message about missing output if the last line is unfinished; otherwise empty. */
export function unfinishedLine(rest: string): string {
  return rest === "" ? "" : `, after a line without a line feed at its end: ${described(rest)}`;
}

/** The problem of a line that is not UTF-8. */
export function notUtf8(text: string): Problem {
  return { kind: "not-utf-8", message: `expected UTF-8, got ${described(text)}` };
}

/** The problem of a process that ended early. `rest` is its last output without an end of line. */
export function endProblem({ code, signal, error }: ProcessEnd, rest: string): Problem {
  if (error !== undefined)
    return {
      kind: "crashed",
      message: `the driver could not be started: ${error.message
        .replace(/^spawn (.*) ENOENT$/, "no such program: $1")
        .replace(/^spawn (.*) EACCES$/, "no permission to start $1")}`,
    };
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  return { kind: code === 0 ? "exited-early" : "crashed", message: `the driver ${how}${unfinishedLine(rest)}` };
}
