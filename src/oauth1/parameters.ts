/**
 * The parameter string (RFC 5849 3.4.1.3): encode, sort, join.
 *
 * @module
 */

import { kindOf, OAuth1Error } from "./errors.ts";
import { formPieces, type NameValue, pieceToEncode } from "./form.ts";
import { encode, type OctetText } from "./percent-encoding.ts";
import { sortInPlace } from "./sort.ts";

/** A name, percent-encoded, in the forms that texts are joined from. */
export interface EncodedName {
  /** Encoded text stands for octets one to one, so comparing it compares octets. */
  readonly once: string;
  /** Its first four characters as a number, and the next four: numbers compare quicker, and mostly they differ. */
  readonly order: number;
  readonly orderAfter: number;
  /** `&name=` as a form carries it. */
  readonly sent: string;
  /** `%26name%3D` as the base string holds it. */
  readonly signed: string;
}

/** A parameter, percent-encoded. */
export interface EncodedParameter {
  readonly name: EncodedName;
  readonly value: string;
  /** The value as the base string holds it. */
  readonly valueTwice: string;
}

function encodeName(name: OctetText): EncodedName {
  const { once, twice } = encode(name);
  return { once, order: orderOf(once), orderAfter: orderOf(once, 4), sent: `&${once}=`, signed: `%26${twice}%3D` };
}

/** A name that ends early counts as followed by zeros. */
export function orderOf(name: string, at = 0): number {
  return (
    (name.charCodeAt(at) << 24) |
    (name.charCodeAt(at + 1) << 16) |
    (name.charCodeAt(at + 2) << 8) |
    name.charCodeAt(at + 3)
  );
}

/** How many names are kept. Requests of one kind repeat theirs; whoever makes names up fills this and no more. */
const KEPT_NAMES = 256;

/** Encodes names and keeps the encoded ones, of which an integration has few. */
export class NameKeeper {
  readonly #names = new Map<string, EncodedName>();

  encode(name: OctetText): EncodedName {
    if (typeof name !== "string") return encodeName(name);
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const encoded = encodeName(name);
    if (this.#names.size < KEPT_NAMES) this.#names.set(name, encoded);
    return encoded;
  }
}

/** Encodes a decoded name and value. */
export function encodeParameter(name: OctetText, value: OctetText, names: NameKeeper): EncodedParameter {
  const { once, twice } = encode(value);
  return { name: names.encode(name), value: once, valueTwice: twice };
}

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
export function encodePairs(pairs: Iterable<NameValue>, names: NameKeeper = new NameKeeper()): EncodedParameter[] {
  if (typeof pairs?.[Symbol.iterator] !== "function") {
    throw new OAuth1Error("parameter-malformed", `expected [name, value] pairs, got ${kindOf(pairs)}`);
  }
  return Array.from(pairs, ([name, value]) => encodeParameter(name, value, names));
}

/** Re-encodes the pairs of a query or form body from the form's spelling. */
export function encodeForm(form: string, names: NameKeeper = new NameKeeper()): EncodedParameter[] {
  return formPieces(form).map(([name, value]) => encodeParameter(pieceToEncode(name), pieceToEncode(value), names));
}

/** Sorts in place by encoded name, then encoded value. */
export function sortParameters(parameters: EncodedParameter[]): EncodedParameter[] {
  return sortInPlace(parameters, compareParameters);
}

/** Encoded text is ASCII, so comparing UTF-16 code units compares octets. */
function compareParameters(a: EncodedParameter, b: EncodedParameter): number {
  if (a.name.order !== b.name.order) return a.name.order - b.name.order;
  if (a.name.orderAfter !== b.name.orderAfter) return a.name.orderAfter - b.name.orderAfter;
  if (a.name.once !== b.name.once) return a.name.once < b.name.once ? -1 : 1;
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return 0;
}

/** Joins encoded parameters to `name=value&name=value`. */
export function joinParameters(parameters: readonly EncodedParameter[]): string {
  let joined = "";
  for (let index = 0; index < parameters.length; index++) {
    const { name, value } = parameters[index]!;
    joined += index === 0 ? name.sent.slice("&".length) : name.sent;
    joined += value;
  }
  return joined;
}

/** The same encoded once more, as the base string holds it. */
export function joinParametersTwice(beginning: string, parameters: readonly EncodedParameter[]): string {
  // Piece by piece at the end: text that is joined in any other order takes longer to write out.
  let joined = beginning;
  for (let index = 0; index < parameters.length; index++) {
    const { name, valueTwice } = parameters[index]!;
    joined += index === 0 ? name.signed.slice("%26".length) : name.signed;
    joined += valueTwice;
  }
  return joined;
}
