/** One deviation in a few lines: the input, the value that the specification requires, and the answer. */

import type { PlainCase } from "../../src/conformance/reporters/plain.ts";
import { boundary, cut } from "../../src/conformance/reporters/visible.ts";
import { type Vector, type VectorInput, writeInput } from "../../src/conformance/vectors/index.ts";
import { type JsonObject, object } from "../../src/conformance/vectors/shape.ts";

/** One vector, and the answer to it. Texts of implementations are not escaped. */
export interface Example {
  readonly vector: string;
  readonly title: string;
  /** The input without keys, nonce, timestamp and default values. */
  readonly input: string;
  readonly stage?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly message?: string;
}

/** Maximum number of characters of a value, of an input, and of a value before the first difference. */
const SHOWN = 110;
const ASKED = 340;
const BEFORE = 40;

/** Whether one failure makes a better example: a wrong value rather than a missing one, then a shorter input. */
export function isSmaller(one: PlainCase, asked: Vector, other: PlainCase, otherAsked: Vector): boolean {
  const size = ({ verdict, actual }: PlainCase, { input }: Vector): number => {
    const isValue = verdict !== "crashed" && actual !== undefined && !actual.startsWith("(");
    return askedText(input).length + (isValue ? 0 : 100_000);
  };
  return size(one, asked) < size(other, otherAsked);
}

/** The vector and the answer, with long values cut around the first difference. */
export function exampleOf(
  { stage, expected, actual, index = 0, message }: PlainCase,
  { id, comment, input }: Vector,
): Example {
  const start = Math.max(0, index - BEFORE);
  return {
    ...{ vector: id, title: comment, input: cut(askedText(input), ASKED) },
    ...(stage !== undefined && { stage }),
    ...(expected !== undefined && { expected: part(expected, start) }),
    ...(actual !== undefined && { actual: part(actual, start) }),
    ...(message !== undefined && { message: cut(message.split("\n")[0]!, SHOWN) }),
  };
}

/** The part of a value that begins shortly before the first difference. */
function part(value: string, start: number): string {
  const from = boundary(value, Math.min(start, Math.max(0, value.length - 1)));
  return `${from > 0 ? "…" : ""}${cut(value.slice(from), SHOWN)}`;
}

function askedText(input: VectorInput): string {
  const { operation: _, ...json } = writeInput(input) as JsonObject;
  const { request, credentials, nonce, timestamp, version, transport, ...others } = json;
  if (request === undefined)
    return JSON.stringify({ ...json, ...(credentials === undefined ? {} : { credentials: "…" }) });
  const { consumerKey, token } = object("credentials", credentials ?? {});
  const { method, url, ...body } = object("request", request);
  const fields = {
    ...others,
    ...body,
    ...(transport === undefined || transport === "header" ? {} : { transport }),
    ...(version === null ? { version } : {}),
    ...unusual({ consumerKey, token, nonce, timestamp }),
  };
  return `${method} ${url} ${JSON.stringify(fields)}`;
}

/** The values with characters that need encoding; the others cannot cause a deviation. */
function unusual(values: JsonObject): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string" && !/^[\w.-]+$/.test(value)),
  );
}
