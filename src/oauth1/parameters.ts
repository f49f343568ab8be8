/**
 * The parameter string (RFC 5849 3.4.1.3): encode, sort, join.
 *
 * @module
 */

import { kindOf, OAuth1Error } from "./errors.ts";
import { encodeFormPiece, formPieces, type NameValue } from "./form.ts";
import { percentEncode } from "./percent-encoding.ts";

/** A parameter whose name and value are percent-encoded already, so comparing text compares octets. */
export type EncodedParameter = readonly [name: string, value: string];

/**
 * The parameter string: every name and value encoded, sorted by name and then by value, octet by octet, joined with
 * `=` and `&` (RFC 5849 3.4.1.3.2). Leaves nothing out: what must not be signed must not be given.
 *
 * @throws {@link OAuth1Error} `text-malformed` for a lone surrogate
 *
 * @example
 * ```ts
 * import { normalizeParameters } from "countersign/oauth1";
 *
 * normalizeParameters([["c", ""], ["a", "2 q"], ["a", "1"], ["é", "x"]]); // => "%C3%A9=x&a=1&a=2%20q&c="
 * ```
 */
export function normalizeParameters(pairs: Iterable<NameValue>): string {
  return joinParameters(sortParameters(encodePairs(pairs)));
}

/** Encodes decoded pairs. */
export function encodePairs(pairs: Iterable<NameValue>): EncodedParameter[] {
  if (typeof pairs?.[Symbol.iterator] !== "function") {
    throw new OAuth1Error("parameter-malformed", `expected [name, value] pairs, got ${kindOf(pairs)}`);
  }
  const encoded: EncodedParameter[] = [];
  for (const [name, value] of pairs) encoded.push([percentEncode(name), percentEncode(value)]);
  return encoded;
}

/** Re-encodes the pairs of a query or form body from the form's spelling. */
export function encodeForm(form: string): EncodedParameter[] {
  return formPieces(form).map(([name, value]) => [encodeFormPiece(name), encodeFormPiece(value)]);
}

/** Up to this many parameters, insertion is quicker than the general sort. */
const FEW = 32;

/** Sorts in place by encoded name, then encoded value. */
export function sortParameters(parameters: EncodedParameter[]): EncodedParameter[] {
  return parameters.length > FEW ? parameters.sort(compareParameters) : insertionSort(parameters);
}

function insertionSort(parameters: EncodedParameter[]): EncodedParameter[] {
  for (let index = 1; index < parameters.length; index++) {
    const parameter = parameters[index]!;
    let place = index;
    while (place > 0 && compareParameters(parameters[place - 1]!, parameter) > 0) {
      parameters[place] = parameters[place - 1]!;
      place--;
    }
    parameters[place] = parameter;
  }
  return parameters;
}

/** Encoded text is ASCII, so comparing UTF-16 code units compares octets. */
function compareParameters(a: EncodedParameter, b: EncodedParameter): number {
  if (a[0] < b[0]) return -1;
  if (a[0] > b[0]) return 1;
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return 0;
}

/** Joins encoded parameters to `name=value&name=value`. */
export function joinParameters(parameters: readonly EncodedParameter[]): string {
  let joined = "";
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index]!;
    joined += index === 0 ? parameter[0] : `&${parameter[0]}`;
    joined += `=${parameter[1]}`;
  }
  return joined;
}
