/**
 * Shows one deviation in a few lines: the input, the value that the specification requires, and the library's answer.
 */

import { boundary, cut } from "../../src/conformance/reporters/visible.ts";
import type { Difference, PropertyResult } from "../../src/conformance/runner/index.ts";
import {
  expectedStage,
  type HttpRequest,
  stageText,
  type TestCase,
  type VectorInput,
  writeInput,
} from "../../src/conformance/vectors/index.ts";
import { type JsonObject, object } from "../../src/conformance/vectors/shape.ts";
import type { MeasuredCase } from "./measure.ts";

type Row = readonly [label: string, value: string];

/** Maximum number of characters shown: of a value, of an input, and of a value before the first difference. */
const SHOWN = 110;
const ASKED = 340;
const BEFORE = 40;

/** The failure with the shortest input. A wrong value is preferred to a missing value. */
export function smallest(results: readonly MeasuredCase[]): MeasuredCase {
  const size = ({ asked, difference, verdict }: MeasuredCase): number => {
    const isValue = verdict === "fail" && difference !== undefined && !difference.actual.startsWith("(");
    return askedText(asked.input).length + (isValue ? 0 : 100_000);
  };
  return results.reduce((best, one) => (size(one) < size(best) ? one : best));
}

/** The rows for a vector that the library answered wrongly. */
export function exampleOf({ asked, verdict, difference, message }: MeasuredCase): Row[] {
  const messageRows: Row[] = message === undefined ? [] : [["message", cut(firstLine(message), SHOWN)]];
  if (difference === undefined)
    return [["asked", cut(askedText(asked.input), ASKED)], ["library", verdict], ...messageRows];
  const baseString = difference.stage === "signature" ? expectedStage(asked, "base-string") : undefined;
  const context: Row[] =
    baseString === undefined ? [] : [["base string", cut(stageText("base-string", baseString), 2 * SHOWN)]];
  const values = isForChosenNonce(asked, difference) ? CHOSEN : differing(difference);
  return [["asked", cut(askedText(asked.input), ASKED)], ...context, ...values, ...messageRows];
}

const OTHER_SIGNATURE: Row = ["library", "a different signature"];

/** Shown if the library chose nonce and timestamp itself: the signature then differs in every run. */
const CHOSEN: readonly Row[] = [
  ["stage", "signature"],
  ["specification", "the signature of this base string with the library's own nonce and timestamp"],
  ["library", "a different signature"],
];

function isForChosenNonce(asked: TestCase, { stage, expected, actual }: Difference): boolean {
  const own = expectedStage(asked, stage);
  return stage === "signature" && !actual.startsWith("(") && own !== undefined && expected !== stageText(stage, own);
}

/** The rows for a falsified property: its shrunk counterexample, and both values. */
export function propertyExample({ counterexample, difference }: PropertyResult): Row[] {
  if (counterexample === undefined || difference === undefined) return [];
  const { case: one } = counterexample;
  // The input is shown without nonce and secrets, so a reader could not recompute the signature.
  const isOpaque = difference.stage === "signature" && !/^\(/.test(difference.expected + difference.actual);
  const values = isOpaque ? [OTHER_SIGNATURE] : differing(difference);
  return [["asked", cut(askedOfCase(one), ASKED)], ...values];
}

function differing({ stage, expected, actual, index }: Difference): Row[] {
  const start = Math.max(0, index - BEFORE);
  return [
    ["stage", stage],
    ["specification", part(expected, start)],
    ["library", part(actual, start)],
  ];
}

/** The part of a value that begins shortly before the first difference. */
function part(value: string, start: number): string {
  const from = boundary(value, Math.min(start, Math.max(0, value.length - 1)));
  return `${from > 0 ? "…" : ""}${cut(value.slice(from), SHOWN)}`;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** The input without keys, nonce, timestamp and default values. */
function askedText(input: VectorInput): string {
  if (input.operation === "verify") {
    const { received } = input;
    return `${received.method} ${received.url} ${JSON.stringify(receivedParts(received))}`;
  }
  return askedOfJson(writeInput(input));
}

function askedOfJson(json: JsonObject): string {
  const { request, credentials, nonce, timestamp: _, version, transport, ...others } = json;
  if (request === undefined) return JSON.stringify(others);
  const { consumerKey, token } = object("credentials", credentials ?? {});
  const { method, url, ...body } = object("request", request);
  const fields = {
    ...others,
    ...body,
    ...(transport === undefined || transport === "header" ? {} : { transport }),
    ...(version === null ? { version } : {}),
    ...unusual({ consumerKey, token, nonce }),
  };
  return `${method} ${url} ${JSON.stringify(fields)}`;
}

/** The values with characters that need encoding; the others cannot cause a deviation. */
function unusual(values: JsonObject): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string" && !/^[\w.-]+$/.test(value)),
  );
}

/** The headers and the body that a verifier uses. */
function receivedParts({ headers, body }: HttpRequest): object {
  const isRelevant = (name: string): boolean =>
    !["host", "content-type", "content-length"].includes(name.toLowerCase());
  const kept = headers.filter(([name]) => isRelevant(name)).map(([name, value]) => `${name}: ${value}`);
  return { headers: kept, ...(body === undefined || body.length === 0 ? {} : { body: Buffer.from(body).toString() }) };
}

/** The text of a property's case: a request to sign, possibly inside an object with further members. */
function askedOfCase(one: unknown): string {
  if (typeof one !== "object" || one === null) return JSON.stringify(one);
  if ("request" in one) return askedOfJson({ ...one });
  if (!("input" in one)) return JSON.stringify(one);
  const { input, ...others } = one;
  return `${askedOfCase(input)} ${JSON.stringify(others)}`;
}
