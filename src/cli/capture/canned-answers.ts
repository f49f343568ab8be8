/** The file of `capture --answers`. The first entry that matches a request determines the answer. */

import type { CannedAnswers } from "../../conformance/capture/index.ts";
import { parseChecked } from "../input/checked-json.ts";

/** One entry. */
interface Entry {
  readonly method?: string;
  /** The path without the query. A star at the end matches any text. */
  readonly path?: string;
  readonly verdict?: "right" | "wrong" | "any";
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const SCHEMA = {
  type: "object",
  required: ["answers"],
  additionalProperties: false,
  properties: {
    answers: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          method: { type: "string", pattern: "^[A-Z][A-Z-]*$" },
          path: { type: "string", pattern: "^(?:/[^?*]*)?\\*?$" },
          verdict: { enum: ["right", "wrong", "any"] },
          status: { type: "integer", minimum: 200, maximum: 599 },
          headers: {
            type: "object",
            propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
            additionalProperties: { type: "string", pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$" },
          },
          body: { type: "string" },
        },
        // Responses with these statuses have no body (RFC 9110 15.3.5 and 15.4.5).
        if: { required: ["status"], properties: { status: { enum: [204, 304] } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { body: { type: "string", maxLength: 0 } } },
      },
    },
  },
};

const DEFAULT_HEADERS = { "content-type": "text/html;charset=utf-8" };

/**
 * Reads the text of a file of answers.
 *
 * @throws {@link UsageError} with the place of the error, what was expected and what the file contains
 */
export function readCannedAnswers(text: string, file: string): CannedAnswers {
  const source = { what: "answers", file };
  const { answers: entries } = parseChecked<{ readonly answers: readonly Entry[] }>(text, SCHEMA, source);
  return (method, target, isRight) => {
    const [path = ""] = target.split("?");
    const entry = entries.find((one) => fits(one, method, path, isRight ? "right" : "wrong"));
    if (entry === undefined) return undefined;
    const { status = 200, headers = DEFAULT_HEADERS, body = "" } = entry;
    return { status, headers, body };
  };
}

function fits({ method, path = "*", verdict = "right" }: Entry, asked: string, target: string, found: string): boolean {
  if (method !== undefined && method !== asked) return false;
  if (verdict !== "any" && verdict !== found) return false;
  return path.endsWith("*") ? target.startsWith(path.slice(0, -1)) : target === path;
}
