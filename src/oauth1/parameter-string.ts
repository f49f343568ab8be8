/** The parameter string (RFC 5849 3.4.1.3.2): sorts and joins parameters. */

import type { NameValue } from "./form.ts";
import { type EncodedParameter, encodeParameters } from "./parameter.ts";
import { encodeAgain } from "./percent-encoding.ts";

/**
 * Up to this length, insertion sort takes half the time of the platform's sort. Its time grows with the square of the
 * length.
 */
const INSERTION_SORT_LIMIT = 32;

/** Returns a new list, sorted by encoded name and then by encoded value (RFC 5849 3.4.1.3.2). */
export function sortParameters(parameters: readonly EncodedParameter[]): EncodedParameter[] {
  const sorted = parameters.slice();
  return sorted.length > INSERTION_SORT_LIMIT ? sorted.sort(compareParameters) : insertionSort(sorted);
}

function insertionSort(parameters: EncodedParameter[]): EncodedParameter[] {
  for (let index = 1; index < parameters.length; index++) {
    const parameter = parameters[index]!;
    let place = index;
    for (; place > 0 && compareParameters(parameters[place - 1]!, parameter) > 0; place--) {
      parameters[place] = parameters[place - 1]!;
    }
    parameters[place] = parameter;
  }
  return parameters;
}

/** Encoded text is ASCII, so comparing UTF-16 code units compares octets. */
function compareParameters(a: EncodedParameter, b: EncodedParameter): number {
  if (a.encodedName !== b.encodedName) return a.encodedName < b.encodedName ? -1 : 1;
  if (a.encodedValue !== b.encodedValue) return a.encodedValue < b.encodedValue ? -1 : 1;
  return 0;
}

/** Joins encoded parameters to `name=value&name=value`, in order. */
export function joinParameters(parameters: readonly EncodedParameter[]): string {
  let joined = "";
  for (const { encodedName, encodedValue } of parameters) {
    joined += `${joined === "" ? "" : "&"}${encodedName}=${encodedValue}`;
  }
  return joined;
}

/**
 * Like {@link joinParameters}, but percent-encoded for the base string. Encoding the joined text would take three times
 * as long; most names and values need no second encoding.
 */
export function joinParametersEncoded(parameters: readonly EncodedParameter[]): string {
  let joined = "";
  for (const { encodedName, encodedValue } of parameters) {
    joined += `${joined === "" ? "" : "%26"}${encodeAgain(encodedName)}%3D${encodeAgain(encodedValue)}`;
  }
  return joined;
}

/**
 * The parameter string (RFC 5849 3.4.1.3.2): names and values percent-encoded, sorted by name and then by value, octet by
 * octet, and joined with `=` and `&`.
 *
 * @param pairs - all parameters that the signature covers, decoded, without `oauth_signature` and realm
 * @throws {@link OAuth1Error} `text-malformed` for a lone surrogate; `parameter-malformed` for values that are not pairs
 *
 * @example
 * ```ts
 * import { normalizeParameters } from "countersign/oauth1";
 *
 * normalizeParameters([["c", ""], ["a", "2 q"], ["a", "1"], ["é", "x"]]); // => "%C3%A9=x&a=1&a=2%20q&c="
 * ```
 */
export function normalizeParameters(pairs: Iterable<NameValue>): string {
  return joinParameters(sortParameters(encodeParameters(pairs, "body")));
}
