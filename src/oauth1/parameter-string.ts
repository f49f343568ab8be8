/**
 * The parameter string (RFC 5849 3.4.1.3.2): sort, join.
 *
 * @module
 */

import type { NameValue } from "./form.ts";
import { type EncodedParameter, encodeParameters } from "./parameter.ts";
import { encodeAgain } from "./percent-encoding.ts";

/** Up to this many, insertion takes half the time of the platform's sort; of more, it would take the square. */
const FEW = 32;

/** The parameters sorted by encoded name, then encoded value (RFC 5849 3.4.1.3.2); leaves the given list as it is. */
export function sortParameters(parameters: readonly EncodedParameter[]): EncodedParameter[] {
  const sorted = parameters.slice();
  return sorted.length > FEW ? sorted.sort(compareParameters) : insertionSort(sorted);
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
 * The same, percent-encoded as the base string holds it. Encoding what {@link joinParameters} returns gives the same
 * text and takes three times as long: most names and values have nothing to encode again.
 */
export function joinParametersEncoded(parameters: readonly EncodedParameter[]): string {
  let joined = "";
  for (const { encodedName, encodedValue } of parameters) {
    joined += `${joined === "" ? "" : "%26"}${encodeAgain(encodedName)}%3D${encodeAgain(encodedValue)}`;
  }
  return joined;
}

/**
 * The parameter string: every name and value encoded, sorted by name and then by value, octet by octet, joined with
 * `=` and `&` (RFC 5849 3.4.1.3.2). Leaves nothing out: what must not be signed must not be given.
 *
 * @throws {@link OAuth1Error} `text-malformed` for a lone surrogate, `parameter-malformed` for what is no pair of texts
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
