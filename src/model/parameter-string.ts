/**
 * Normalises the parameters into one string (RFC 5849 3.4.1.3.2).
 *
 * @module
 */

import type { Stages } from "./stages.ts";
import type { Parameter } from "./types.ts";

/** A parameter beside its encoded form. */
export interface EncodedParameter extends Parameter {
  readonly encodedName: string;
  readonly encodedValue: string;
}

/**
 * Step 1: encodes each name and each value.
 *
 * @example
 * encodeParameters([{ name: toOctets("c@"), value: toOctets(""), origin: "query" }], specification);
 * // [{ …, encodedName: "c%40", encodedValue: "" }]
 */
export function encodeParameters(parameters: readonly Parameter[], stages: Stages): EncodedParameter[] {
  return parameters.map((parameter) => ({
    ...parameter,
    encodedName: stages.percentEncode(parameter.name),
    encodedValue: stages.percentEncode(parameter.value),
  }));
}

/**
 * Step 2: sorts by the octets of the encoded names, ascending; equal names by the octets of the encoded values.
 *
 * @returns a new array
 * @example
 * sortParameters(encoded).map((parameter) => parameter.encodedName);
 */
export function sortParameters(parameters: readonly EncodedParameter[]): EncodedParameter[] {
  return [...parameters].sort(
    (a, b) => compareOctets(a.encodedName, b.encodedName) || compareOctets(a.encodedValue, b.encodedValue),
  );
}

function compareOctets(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Steps 3 and 4: joins name and value by "=" even where the value is empty, and the pairs by "&".
 *
 * @example
 * joinParameters([{ ...parameter, encodedName: "c2", encodedValue: "" }]); // "c2="
 */
export function joinParameters(parameters: readonly EncodedParameter[]): string {
  return parameters.map(({ encodedName, encodedValue }) => `${encodedName}=${encodedValue}`).join("&");
}

/**
 * All steps.
 *
 * @returns the parameter string, not yet encoded for the base string
 * @example
 * parameterString(parametersOf("a3=a&a2=r b"), specification); // "a2=r%20b&a3=a"
 */
export function parameterString(parameters: readonly Parameter[], stages: Stages): string {
  return stages.joinParameters(stages.sortParameters(stages.encodeParameters(parameters, stages)));
}
