/**
 * What is wrong with a line, or with the end of a program.
 *
 * @module
 */

import type { Trouble } from "../vectors/index.ts";
import { described, type JsonObject } from "../vectors/shape.ts";
import type { Ending } from "./process-group.ts";

/** The kind, and for people what was expected and what came. */
export interface Problem {
  readonly trouble: Trouble;
  readonly message: string;
}

/** One line as a JSON object, or why it is none. */
export function readLine(text: string): { readonly value: JsonObject } | Problem {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: value as JsonObject };
  } catch {
    // Told below, as any other text.
  }
  const trouble = text.startsWith("{") ? "malformed-answer" : "stray-output";
  return { trouble, message: `expected one JSON object a line, got ${described(text)}` };
}

/** A line whose octets are no text. */
export function notUtf8(text: string): Problem {
  return { trouble: "not-utf-8", message: `expected UTF-8, got ${described(text)}` };
}

/** An end that nobody asked for. */
export function endProblem({ code, signal, error }: Ending, rest: string): Problem {
  if (error !== undefined) return { trouble: "crashed", message: `it cannot be started: ${error.message}` };
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  const unfinished = rest === "" ? "" : `, after the unfinished line ${described(rest)}`;
  return { trouble: code === 0 ? "exited-early" : "crashed", message: `it ${how}${unfinished}` };
}
