/** The file of `capture --answers`. The first entry that matches a request determines the answer. */

import type { CannedAnswers } from "../../conformance/capture/index.ts";
import { closedObject, type ValueOf } from "../../shapes/shape.ts";
import { parseChecked } from "../input/checked-json.ts";
import { UsageError } from "../process/exit-codes.ts";

const ENTRY = closedObject([], {
  method: { type: "string", pattern: "^[A-Z][A-Z-]*$", title: "a method in capital letters" },
  path: {
    type: "string",
    pattern: "^(?:/[^?*]*)?\\*?$",
    title: "a path without a query, with a star at the end for any text",
  },
  verdict: { enum: ["right", "wrong", "any"] },
  status: { type: "integer", minimum: 200, maximum: 599 },
  headers: {
    type: "object",
    propertyNames: { type: "string", pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", title: "a token (RFC 9110 5.6.2)" },
    additionalProperties: { type: "string", pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$", title: "the value of a header" },
  },
  body: { type: "string" },
});

const ANSWERS = closedObject(["answers"], { answers: { type: "array", minItems: 1, items: ENTRY } });

/** Whether a pattern matches a path. A star at the end of the pattern matches any text. */
export function fitsPath(pattern: string, path: string): boolean {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Token secrets by token, from answers that issue them (RFC 5849 2.1) in a form or in JSON. */
export function tokensIn(text: string): ReadonlyMap<string, string> {
  const values = (name: string): string[] => {
    const pattern = new RegExp(`\\b${name}(?:=|\\\\?"\\s*:\\s*\\\\?")([^&"\\\\\\s]+)`, "g");
    return Array.from(text.matchAll(pattern), ([, value]) => new URLSearchParams(`value=${value}`).get("value")!);
  };
  const secrets = values("oauth_token_secret");
  return new Map(
    values("oauth_token").flatMap((token, at) => (secrets[at] === undefined ? [] : [[token, secrets[at]]])),
  );
}

const DEFAULT_HEADERS = { "content-type": "text/html;charset=utf-8" };

/**
 * Reads the text of a file of answers.
 *
 * @throws {@link UsageError} with the place of the error, what was expected and what the file contains
 */
export function readCannedAnswers(text: string, file: string): CannedAnswers {
  const source = { what: "answers", file };
  const { answers: entries } = parseChecked(text, ANSWERS, source);
  // Responses with these statuses have no body (RFC 9110 15.3.5 and 15.4.5).
  const wrong = entries.findIndex(({ status = 200, body = "" }) => [204, 304].includes(status) && body !== "");
  if (wrong >= 0)
    throw new UsageError(
      `expected answers at ${file}: answers[${wrong}].body: expected no body, because the status has none`,
    );
  return (method, target, isRight) => {
    const [path = ""] = target.split("?");
    const entry = entries.find((one) => fits(one, method, path, isRight ? "right" : "wrong"));
    if (entry === undefined) return undefined;
    const { status = 200, headers = DEFAULT_HEADERS, body = "" } = entry;
    return { status, headers, body };
  };
}

function fits(
  { method, path = "*", verdict = "right" }: ValueOf<typeof ENTRY>,
  asked: string,
  target: string,
  found: string,
): boolean {
  if (method !== undefined && method !== asked) return false;
  if (verdict !== "any" && verdict !== found) return false;
  return fitsPath(path, target);
}
