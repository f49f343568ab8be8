/**
 * The first stage in which two computations differ, and where in it.
 *
 * @module
 */

import { type EncodedParameter, type Stages, specification, toText } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import { attempt, sourcesOf } from "./bench.ts";
import type { Computation } from "./suspect.ts";

/** A place where a client's value is not the right one. Positions are counted in characters, from 1. */
export interface StageDifference {
  readonly stage: "base-string" | "key" | "signature";
  /** The piece of the base string that holds the place. */
  readonly part?: "method" | "base-string-uri" | "parameter-string";
  /** The parameter that holds the place, by its decoded name. */
  readonly parameter?: string;
  /** Where whole parameters differ: the one that belongs there, and the one that the client has there. */
  readonly order?: WrongOrder;
  /** Absent where the values are secret. */
  readonly at?: Place;
}

/** The parameter at the place is another one, by decoded names. */
export interface WrongOrder {
  /** "missing": the client has it nowhere. "extra": only the client has it. "moved": the client has both, the other way round. */
  readonly kind: "missing" | "extra" | "moved";
  readonly expected?: string;
  readonly actual?: string;
}

/** Both values around the first character that differs. */
export interface Place {
  readonly position: number;
  /** What both have just before it. */
  readonly before: string;
  /** What follows in each, the first differing character first; empty at the end of the value. */
  readonly expected: string;
  readonly actual: string;
  /** The escape or character that stands there, decoded until it means what the request holds. */
  readonly expectedMeans: string;
  readonly actualMeans: string;
}

/** How much is shown on each side. */
const AROUND = 24;

/**
 * Where a client's base string parts from the right one; `undefined` where they are equal.
 *
 * @param cover hides secrets in a text and leaves everything else in its place
 */
export function baseStringDifference(
  right: Computation,
  expected: string,
  actual: string,
  cover: (text: string) => string,
): StageDifference | undefined {
  if (expected === actual) return undefined;
  const index = firstDifference(expected, actual);
  const parameter = parameterAt(right, expected, index);
  const order = partAt(expected, index) === "parameter-string" ? orderOf(expected, actual) : undefined;
  return {
    stage: "base-string",
    part: partAt(expected, index),
    ...(parameter === undefined ? {} : { parameter }),
    ...(order === undefined ? {} : { order }),
    at: placeOf(cover(expected), cover(actual), index),
  };
}

/** Both values from the beginning of the escape that the difference lies in. */
function placeOf(expected: string, actual: string, index: number): Place {
  const start = startOfEscape(expected, index);
  return {
    position: start + 1,
    before: expected.slice(Math.max(0, start - AROUND), start),
    expected: expected.slice(start, start + AROUND),
    actual: actual.slice(start, start + AROUND),
    expectedMeans: meaningOf(expected.slice(start)),
    actualMeans: meaningOf(actual.slice(start)),
  };
}

/** "%252A" is one thing, and so is "%2A": it begins at its percent sign, or a percent sign's escape. */
function startOfEscape(text: string, index: number): number {
  for (const length of [4, 3, 2, 1]) {
    const start = index - length;
    if (start < 0) continue;
    const found = ESCAPE_RE.exec(text.slice(start, start + 5))?.[0];
    if (found !== undefined && found.length > length) return start;
  }
  return index;
}

const ESCAPE_RE = /^%(?:25)?[0-9A-Fa-f]{2}/;

/** The first character, decoded as often as it was encoded. Octets of one character stay together. */
function meaningOf(text: string): string {
  if (text === "") return "";
  const escapes = /^(?:%(?:25)*[89A-Fa-f][0-9A-Fa-f])+/.exec(text)?.[0] ?? ESCAPE_RE.exec(text)?.[0];
  if (escapes === undefined) return String.fromCodePoint(text.codePointAt(0)!);
  const octets = specification.percentDecode(escapes.replace(/%25/g, "%"));
  return String.fromCodePoint(toText(octets).codePointAt(0) ?? 0xfffd);
}

/** Index of the first UTF-16 unit in which two texts differ; the length of the shorter where it starts the longer. */
function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

function partAt(baseString: string, index: number): NonNullable<StageDifference["part"]> {
  const first = baseString.indexOf("&");
  const second = baseString.indexOf("&", first + 1);
  if (index <= first) return "method";
  return index <= second ? "base-string-uri" : "parameter-string";
}

/** The parameter of the right base string in which a character stands. */
function parameterAt(right: Computation, baseString: string, index: number): string | undefined {
  if (partAt(baseString, index) !== "parameter-string") return undefined;
  const encoded = attempt(() => sortedParameters(right)) ?? [];
  const start = baseString.indexOf("&", baseString.indexOf("&") + 1) + 1;
  let end = start;
  for (const { name, encodedName, encodedValue } of encoded) {
    end += inBaseString(`${encodedName}=${encodedValue}`).length;
    if (index < end) return toText(name);
    end += "%26".length;
    if (index < end) return toText(name);
  }
  return encoded.length === 0 ? undefined : toText(encoded.at(-1)!.name);
}

function inBaseString(text: string): string {
  return specification.percentEncode(utf8Octets(text));
}

function sortedParameters(right: Computation): EncodedParameter[] {
  const stages: Stages = specification;
  const parameters = stages.collectParameters(sourcesOf(right), stages);
  return stages.sortParameters(stages.encodeParameters(parameters, stages));
}

/** Compares the names alone; `undefined` where they are the same up to the first other value, or cannot be read. */
function orderOf(expected: string, actual: string): WrongOrder | undefined {
  // With a bare & in it, the third piece is not the parameter string.
  if (actual.split("&").length !== 3) return undefined;
  const [right, wrong] = [namesOf(expected), namesOf(actual)];
  const at = right.findIndex((name, index) => name !== wrong[index]);
  const index = at === -1 ? right.length : at;
  const values = [expected, actual].map((text) => pairsOf(text).slice(0, index).join("&"));
  if (values[0] !== values[1] || (at === -1 && wrong.length <= right.length)) return undefined;
  const [name, other] = [right[index], wrong[index]];
  const names = {
    ...(name === undefined ? {} : { expected: name }),
    ...(other === undefined ? {} : { actual: other }),
  };
  if (name !== undefined && count(wrong, name) < count(right, name)) return { kind: "missing", ...names };
  if (other !== undefined && count(right, other) < count(wrong, other)) return { kind: "extra", ...names };
  return { kind: "moved", ...names };
}

function pairsOf(baseString: string): string[] {
  const [, , third = ""] = baseString.split("&");
  return toText(specification.percentDecode(third)).split("&");
}

function namesOf(baseString: string): string[] {
  return pairsOf(baseString).map((pair) => toText(specification.percentDecode(pair.split("=")[0]!)));
}

function count(names: readonly string[], name: string): number {
  return names.filter((other) => other === name).length;
}
