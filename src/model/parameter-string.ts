/** Normalises the parameters into one string (RFC 5849 3.4.1.3.2). */

import type { Parameter } from "../oauth1/parameter.ts";
import { utf8Octets } from "../platform/index.ts";
import { compareOctets } from "./octets.ts";
import type { EncodedParameter, Stages } from "./stages.ts";

/** Step 1: encodes each name and each value. */
export function encodeParameters(parameters: readonly Parameter<Uint8Array>[], stages: Stages): EncodedParameter[] {
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
 */
export function sortParameters(parameters: readonly EncodedParameter[]): EncodedParameter[] {
  return [...parameters].sort(
    (a, b) => compareTexts(a.encodedName, b.encodedName) || compareTexts(a.encodedValue, b.encodedValue),
  );
}

function compareTexts(a: string, b: string): number {
  return compareOctets(utf8Octets(a), utf8Octets(b));
}

/** Steps 3 and 4: joins name and value by "=" even where the value is empty, and the pairs by "&". */
export function joinParameters(parameters: readonly EncodedParameter[]): string {
  return parameters.map(({ encodedName, encodedValue }) => `${encodedName}=${encodedValue}`).join("&");
}

/**
 * All steps.
 *
 * @returns the parameter string, not yet encoded for the base string
 */
export function parameterString(parameters: readonly Parameter<Uint8Array>[], stages: Stages): string {
  return stages.joinParameters(stages.sortParameters(stages.encodeParameters(parameters, stages)));
}
