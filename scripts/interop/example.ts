/**
 * One deviation in a few lines: the input, the value that the specification computes, and the answer of the library.
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

/** Lengths to show: of a value, of an input, and of a value before the first difference. */
const SHOWN = 110;
const ASKED = 340;
const BEFORE = 40;

/** The failure with the shortest input. A wrong value comes before no value. */
export function smallest(results: readonly MeasuredCase[]): MeasuredCase {
  const size = ({ asked, difference, verdict }: MeasuredCase): number => {
    const isValue = verdict === "fail" && difference !== undefined && !difference.actual.startsWith("(");
    return askedText(asked.input).length + (isValue ? 0 : 100_000);
  };
  return results.reduce((best, one) => (size(one) < size(best) ? one : best));
}

/** A vector with a wrong answer. */
export function exampleOf({ asked, verdict, difference, message }: MeasuredCase): Row[] {
  const said: Row[] = message === undefined ? [] : [["message", cut(firstLine(message), SHOWN)]];
  if (difference === undefined) return [["asked", cut(askedText(asked.input), ASKED)], ["library", verdict], ...said];
  const baseString = difference.stage === "signature" ? expectedStage(asked, "base-string") : undefined;
  const context: Row[] =
    baseString === undefined ? [] : [["base string", cut(stageText("base-string", baseString), 2 * SHOWN)]];
  const values = isOfChosen(asked, difference) ? CHOSEN : differing(difference);
  return [["asked", cut(askedText(asked.input), ASKED)], ...context, ...values, ...said];
}

const OTHER_SIGNATURE: Row = ["library", "another signature than the specification's"];

/** If the library chose nonce and timestamp, the signature differs in every run and is not shown. */
const CHOSEN: readonly Row[] = [
  ["stage", "signature"],
  ["specification", "the one for this base string, with the nonce and the timestamp that the library chose"],
  ["library", "another one"],
];

function isOfChosen(asked: TestCase, { stage, expected, actual }: Difference): boolean {
  const own = expectedStage(asked, stage);
  return stage === "signature" && !actual.startsWith("(") && own !== undefined && expected !== stageText(stage, own);
}

/** The smallest generated case that falsifies a property for the library. */
export function propertyExample({ counterexample, difference }: PropertyResult): Row[] {
  if (counterexample === undefined || difference === undefined) return [];
  const { case: one } = counterexample;
  // Nonce and secrets are not shown, so the signature has no information for the reader.
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

/** The part of a value around the first difference. */
function part(value: string, start: number): string {
  const from = boundary(value, Math.min(start, Math.max(0, value.length - 1)));
  return `${from > 0 ? "…" : ""}${cut(value.slice(from), SHOWN)}`;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** The input without keys, nonce, timestamp and usual values. */
function askedText(input: VectorInput): string {
  if (input.operation === "verify") {
    const { received } = input;
    return `${received.method} ${received.url} ${JSON.stringify(arrived(received))}`;
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

/** The values with unusual characters: only these can matter. */
function unusual(values: JsonObject): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string" && !/^[\w.-]+$/.test(value)),
  );
}

/** What a verifier reads. */
function arrived({ headers, body }: HttpRequest): object {
  const isOfInterest = (name: string): boolean =>
    !["host", "content-type", "content-length"].includes(name.toLowerCase());
  const kept = headers.filter(([name]) => isOfInterest(name)).map(([name, value]) => `${name}: ${value}`);
  return { headers: kept, ...(body === undefined || body.length === 0 ? {} : { body: Buffer.from(body).toString() }) };
}

/** A case of a property: usually a request to sign, or one with further members. */
function askedOfCase(one: unknown): string {
  if (typeof one !== "object" || one === null) return JSON.stringify(one);
  if ("request" in one) return askedOfJson({ ...one });
  if (!("input" in one)) return JSON.stringify(one);
  const { input, ...others } = one;
  return `${askedOfCase(input)} ${JSON.stringify(others)}`;
}
