/**
 * application/x-www-form-urlencoded, as a query or a body carries it (RFC 5849 3.4.1.3.1).
 *
 * @module
 */

import { decodeToOctets, mustBeWellFormed, type OctetText, octetText, percentEncode } from "./percent-encoding.ts";

/** A name and its value, decoded. */
export type NameValue = readonly [name: OctetText, value: OctetText];

/**
 * Decodes a query or a form body to its pairs, in order.
 *
 * Leniently, as servers do: `+` is a space, empty pieces are skipped, a name without `=` has an empty value, only the
 * first `=` separates, malformed escapes stay as they are. Nothing is lost: what is not UTF-8 comes out as octets.
 *
 * @example
 * ```ts
 * import { parseForm } from "countersign/oauth1";
 *
 * parseForm("a=1+2&&b&c=d=e"); // => [["a", "1 2"], ["b", ""], ["c", "d=e"]]
 * ```
 */
export function parseForm(form: OctetText): [name: OctetText, value: OctetText][] {
  // Latin-1 would lose nothing, but then a raw octet and its escape would differ; an escape for each keeps both.
  const text = typeof form === "string" ? form : escapeRawOctets(Buffer.from(form).toString("latin1"));
  return formPieces(text).map(([name, value]) => [decodePiece(name), decodePiece(value)]);
}

/** ASCII text of the same form, given as latin1: raw octets beyond ASCII become escapes. */
export function escapeRawOctets(octets: string): string {
  return octets.replace(/[\x80-\xff]+/g, (run) => percentEncode(Buffer.from(run, "latin1")));
}

/** The pieces of a form between `&`, each cut at its first `=`, still as sent. */
export function formPieces(form: string): (readonly [name: string, value: string])[] {
  const pieces: [string, string][] = [];
  for (let start = 0; start < form.length; ) {
    const mark = form.indexOf("&", start);
    const end = mark === -1 ? form.length : mark;
    if (end > start) pieces.push(pieceBetween(form, start, end));
    start = end + 1;
  }
  return pieces;
}

/** A piece, cut at its first equals sign. */
export function pieceBetween(form: string, start: number, end: number): [name: string, value: string] {
  const piece = form.slice(start, end);
  const equals = piece.indexOf("=");
  return equals === -1 ? [piece, ""] : [piece.slice(0, equals), piece.slice(equals + 1)];
}

function decodePiece(piece: string): OctetText {
  const decoded = pieceToEncode(piece);
  return typeof decoded === "string" ? mustBeWellFormed(decoded) : octetText(decoded);
}

function formOctets(piece: string): Uint8Array {
  return decodeToOctets(piece.includes("+") ? piece.replaceAll("+", " ") : piece);
}

/** One name or value as a form spells it, ready to be encoded: what no decoder would change stays text. */
export function pieceToEncode(piece: string): OctetText {
  return piece.includes("%") || piece.includes("+") ? formOctets(piece) : piece;
}

/**
 * Encodes pairs as a form body or query, in order, with the percent-encoding of RFC 5849 3.6 (a space is `%20`), which
 * every form decoder reads back to the same octets.
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
