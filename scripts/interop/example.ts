/** Describes one deviation in a few lines: the input, the value that the specification requires, and the answer. */

import type { PlainCase } from "../../src/conformance/reporters/model/report-shape.ts";
import {
  expectedStage,
  stageText,
  type Vector,
  type VectorInput,
  writeInput,
} from "../../src/conformance/vectors/index.ts";
import { type JsonObject, object } from "../../src/conformance/vectors/shape.ts";
import { boundary, cut } from "../../src/redaction/visible.ts";

/** One vector, and the answer to it. Texts of implementations are not escaped. */
export interface Example {
  readonly vector: string;
  readonly title: string;
  /** The input without keys, nonce, timestamp and default values. */
  readonly input: string;
  /** The correct base string, if the difference is in the signature. */
  readonly baseString?: string;
  readonly stage?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly message?: string;
}

/** Maximum number of characters of a value, of an input, and of a value before the first difference. */
const SHOWN = 110;
const ASKED = 340;
const BEFORE = 40;

/** Whether one failure makes a better example: a wrong value rather than a missing one or a value in place of a refusal, then a shorter input. */
export function isSmaller(one: PlainCase, asked: Vector, other: PlainCase, otherAsked: Vector): boolean {
  const size = ({ verdict, expected, actual }: PlainCase, { input }: Vector): number => {
    const isValue =
      verdict !== "crashed" && [expected, actual].every((one) => one !== undefined && !one.startsWith("("));
    return askedText(input).length + (isValue ? 0 : 100_000);
  };
  return size(one, asked) < size(other, otherAsked);
}

/** The vector and the answer, with long values cut around the first difference. */
export function exampleOf(failure: PlainCase, vector: Vector): Example {
  const { id, comment, input } = vector;
  const { stage, message } = failure;
  const baseString = stage === "signature" ? expectedStage(vector, "base-string") : undefined;
  return {
    vector: id,
    title: comment,
    input: cut(askedText(input), ASKED),
    ...(baseString !== undefined && { baseString: cut(stageText("base-string", baseString), 2 * SHOWN) }),
    ...(stage !== undefined && { stage }),
    ...(isForChosenNonce(failure, vector) ? CHOSEN : values(failure)),
    ...(message !== undefined && { message: cut(message.split("\n")[0]!, SHOWN) }),
  };
}

/** Shown if the implementation chose nonce and timestamp itself: the signature then differs in every run. */
const CHOSEN = {
  expected: "the signature of this base string, with the nonce and the timestamp of the answer",
  actual: "another signature",
};

function isForChosenNonce({ stage, expected, actual }: PlainCase, vector: Vector): boolean {
  if (stage !== "signature" || actual?.startsWith("(")) return false;
  const own = expectedStage(vector, stage);
  return own !== undefined && expected !== stageText(stage, own);
}

function values({ expected, actual, index = 0 }: PlainCase): Pick<Example, "expected" | "actual"> {
  const start = Math.max(0, index - BEFORE);
  return {
    ...(expected !== undefined && { expected: part(expected, start) }),
    ...(actual !== undefined && { actual: part(actual, start) }),
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
