/** Finds the first difference between two base strings. */

import { decodedText, specification, toText } from "../../model/index.ts";
import type { InSlices } from "../../platform/slices.ts";
import type { ParameterMismatch, Place, StageDifference } from "../search/diagnosis.ts";
import { decodedTwice, pairOf, partsOf } from "./base-string.ts";

/** Characters to show before and after the difference. */
export const CONTEXT = 24;

/**
 * The first difference between the client's base string and the correct one, in slices of work; `undefined` if they are equal.
 *
 * @param cover hides secrets in a text and leaves everything else in its place
 */
export function* baseStringDifference(
  expected: string,
  actual: string,
  cover: (text: string) => InSlices<string>,
): InSlices<StageDifference | undefined> {
  if (expected === actual) return undefined;
  const index = firstDifference(expected, actual);
  const parameter = parameterAt(expected, index);
  const mismatch = partAt(expected, index) === "parameter-string" ? mismatchOf(expected, actual) : undefined;
  return {
    stage: "base-string",
    part: partAt(expected, index),
    ...(parameter === undefined ? {} : { parameter }),
    ...(mismatch === undefined ? {} : { mismatch }),
    at: placeOf(yield* cover(expected), yield* cover(actual), index),
  };
}

/** Describes the difference, from the start of the escape that contains it. */
function placeOf(expected: string, actual: string, index: number): Place {
  const start = startOfEscape(expected, index);
  return {
    position: start + 1,
    before: expected.slice(Math.max(0, start - CONTEXT), start),
    expected: expected.slice(start, start + CONTEXT),
    actual: actual.slice(start, start + CONTEXT),
    expectedMeans: meaningOf(expected.slice(start)),
    actualMeans: meaningOf(actual.slice(start)),
  };
}

/** The first percent sign of an escape around an index; "%252A" is one escape, like "%2A". */
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

/** The first character of a text, decoded from all of its octets. */
function meaningOf(text: string): string {
  if (text === "") return "";
  const escapes = /^(?:%(?:25)*[89A-Fa-f][0-9A-Fa-f])+/.exec(text)?.[0] ?? ESCAPE_RE.exec(text)?.[0];
  if (escapes === undefined) return String.fromCodePoint(text.codePointAt(0)!);
  const octets = specification.percentDecode(escapes.replace(/%25/g, "%"));
  return String.fromCodePoint(toText(octets).codePointAt(0) ?? 0xfffd);
}

/** The first index at which two texts differ. */
export function firstDifference(a: string, b: string): number {
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

/** The name of the parameter at an index of the correct base string. */
function parameterAt(baseString: string, index: number): string | undefined {
  if (partAt(baseString, index) !== "parameter-string") return undefined;
  const parameters = partsOf(baseString)?.parameters;
  if (parameters === undefined) return undefined;
  let end = baseString.lastIndexOf("&") + 1;
  const found = parameters.find((parameter) => {
    end += `${parameter}%26`.length;
    return index < end;
  });
  return decodedTwice(pairOf(found ?? parameters.at(-1)!)[0]);
}

/** Compares the names of parameters; `undefined` if a value differs first, or if a text has no names. */
function mismatchOf(expected: string, actual: string): ParameterMismatch | undefined {
  // A text without exactly three parts has no parameter string.
  if (partsOf(actual) === undefined) return undefined;
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
  const isMissing = name !== undefined && count(wrong, name) < count(right, name);
  const isExtra = !isMissing && other !== undefined && count(right, other) < count(wrong, other);
  const isRepeated = isMissing ? wrong.includes(name) : isExtra && right.includes(other);
  if (isMissing || isExtra)
    return { kind: isMissing ? "missing" : "extra", ...names, ...(isRepeated && { isRepeated }) };
  return { kind: "moved", ...names };
}

function pairsOf(baseString: string): string[] {
  const [, , third = ""] = baseString.split("&");
  const decoded = decodedText(third);
  // A parameter string that was encoded once too often contains the same pairs.
  return (decoded.includes("=") ? decoded : decodedText(decoded)).split("&");
}

function namesOf(baseString: string): string[] {
  return pairsOf(baseString).map((pair) => decodedText(pair.split("=")[0]!));
}

function count(names: readonly string[], name: string): number {
  return names.filter((other) => other === name).length;
}
