/** application/x-www-form-urlencoded, in a query or a body (RFC 5849 3.4.1.3.1). */

import { latin1Octets, latin1Text, utf8Octets } from "../platform/index.ts";
import {
  decodeOctets,
  decodeText,
  mustBeWellFormed,
  type OctetText,
  octetText,
  percentEncode,
} from "./percent-encoding.ts";

/** A name and its value, decoded. */
export type NameValue = readonly [name: OctetText, value: OctetText];

/** A name and its value as sent: encoded, one character for each octet. */
export type SentPair = readonly [name: string, value: string];

/**
 * Decodes a query or a form body to pairs, in order (RFC 5849 3.4.1.3.1).
 *
 * Decoding is as lenient as in servers: `+` is a space, empty pieces are skipped, a name without `=` has an empty value, only
 * the first `=` separates, malformed escapes stay unchanged. Text that is not UTF-8 is returned as octets.
 *
 * @param form - without the question mark; octets, or text to be encoded as UTF-8
 *
 * @throws {@link OAuth1Error} `text-malformed` for text with a lone surrogate
 *
 * @example
 * ```ts
 * import { parseForm } from "countersign/oauth1";
 *
 * parseForm("a=1+2&&b&c=d=e"); // => [["a", "1 2"], ["b", ""], ["c", "d=e"]]
 * ```
 */
export function parseForm(form: OctetText): [name: OctetText, value: OctetText][] {
  return splitForm(form).map(([name, value]) => [decodeFormText(name), decodeFormText(value)]);
}

const NON_ASCII_RE = /[^\x00-\x7f]/;

/**
 * Splits a query or a form body into its encoded pairs: at `&`, and each piece at its first `=`.
 *
 * @param limit - maximum number of pairs
 */
export function splitForm(form: OctetText, limit: number = Number.POSITIVE_INFINITY): SentPair[] {
  const text = characterPerOctet(form);
  const pairs: SentPair[] = [];
  for (let start = 0; start < text.length && pairs.length < limit; ) {
    const mark = text.indexOf("&", start);
    const end = mark === -1 ? text.length : mark;
    if (end > start) pairs.push(splitPair(text.slice(start, end)));
    start = end + 1;
  }
  return pairs;
}

function characterPerOctet(form: OctetText): string {
  if (typeof form !== "string") return latin1Text(form);
  return NON_ASCII_RE.test(form) ? latin1Text(utf8Octets(mustBeWellFormed(form))) : form;
}

function splitPair(piece: string): SentPair {
  const equals = piece.indexOf("=");
  return equals === -1 ? [piece, ""] : [piece.slice(0, equals), piece.slice(equals + 1)];
}

const BEYOND_ASCII_RE = /[\x80-\xff]/;

/** Decodes a name or a value of a form, given as one character for each octet. */
export function decodeFormText(sent: string): OctetText {
  const text = sent.includes("+") ? sent.split("+").join(" ") : sent;
  if (BEYOND_ASCII_RE.test(text)) return octetText(decodeOctets(latin1Octets(text)));
  return text.includes("%") ? decodeText(text) : text;
}

/**
 * Encodes pairs as a form body or query, in order, with the percent-encoding of RFC 5849 3.6: a space is `%20`. Form
 * decoders decode it to the same octets.
 *
 * @throws {@link OAuth1Error} `text-malformed` for a lone surrogate
 *
 * @example
 * ```ts
 * import { formatForm } from "countersign/oauth1";
 *
 * formatForm([["order_desc", "two *"], ["empty", ""]]); // => "order_desc=two%20%2A&empty="
 * ```
 */
export function formatForm(pairs: Iterable<NameValue>): string {
  return Array.from(pairs, ([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join("&");
}
