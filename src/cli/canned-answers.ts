/**
 * What to answer, from a file: the first entry that fits a request.
 *
 * @module
 */

import { Ajv } from "ajv";
import type { Answer } from "../verifier/adapters/answers.ts";

/** A file of answers that cannot be used. */
export class CannedAnswersError extends Error {
  override readonly name: string = "CannedAnswersError";
  readonly code = "canned-answers-malformed";
}

/** Picks the answer; `undefined` where no entry fits. */
export type CannedAnswers = (method: string, target: string, isRight: boolean) => Answer | undefined;

/** One entry. */
interface Entry {
  readonly method?: string;
  /** Exact, or with a star at its end for whatever begins so; without the query. */
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
        // These have no body (RFC 9110 15.3.5 and 15.4.5).
        if: { required: ["status"], properties: { status: { enum: [204, 304] } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { properties: { body: { type: "string", maxLength: 0 } } },
      },
    },
  },
};

const DEFAULT_HEADERS = { "content-type": "text/html;charset=utf-8" };

/**
 * Reads the text of a file of answers.
 *
 * @throws {@link CannedAnswersError} with the place of what is wrong, what was expected and what came
 */
export function readCannedAnswers(text: string): CannedAnswers {
  const entries = checked(parse(text));
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error quotes the text, and a file given by mistake may hold anything.
    throw new CannedAnswersError("the file must be JSON");
  }
}

function checked(file: unknown): readonly Entry[] {
  const validate = new Ajv({ verbose: true, strict: true }).compile<{ answers: readonly Entry[] }>(SCHEMA);
  if (validate(file)) return file.answers;
  const { instancePath, message, data, params } = validate.errors![0]!;
  const got = JSON.stringify(params.additionalProperty ?? params.propertyName ?? data) ?? "nothing";
  throw new CannedAnswersError(`${instancePath || "the file"} ${message}, got ${got.slice(0, 200)}`);
}
