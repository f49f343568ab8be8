/**
 * The charset of a form: how its values are decoded for the application. The signature is over octets and has none.
 *
 * @module
 */

import type { OctetText } from "../oauth1/percent-encoding.ts";
import { latin1Octets, utf8Octets } from "../platform/index.ts";

/** Decodes a name or value that was read as UTF-8, or as octets, a second way. */
export type DecodeAgain = (text: OctetText) => OctetText;

/** UTF-8, by which everything was read. */
export const keepText: DecodeAgain = (text) => text;

/**
 * What decodes a charset; `undefined` for one that nobody knows, or in which ASCII is not ASCII: there the names that
 * the signature covers would not be the names that the application reads.
 */
export function decoderFor(charset: string | undefined): DecodeAgain | undefined {
  if (charset === undefined || charset === "utf-8" || charset === "utf8") return keepText;
  const decode = strictDecoder(charset);
  if (decode === undefined || !keepsAscii(decode)) return undefined;
  return (text) => {
    const octets = typeof text === "string" ? utf8Octets(text) : text;
    return decode(octets) ?? Uint8Array.from(octets);
  };
}

/** Octets to text; `undefined` where they are not of the charset. */
type Decode = (octets: Uint8Array) => string | undefined;

function keepsAscii(decode: Decode): boolean {
  const ascii = String.fromCharCode(...Array(0x80).keys());
  return decode(latin1Octets(ascii)) === ascii;
}

function strictDecoder(charset: string): Decode | undefined {
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return decoder.encoding === "windows-1252" ? decodeWindows1252 : (octets) => decodeStrictly(decoder, octets);
  } catch {
    return undefined;
  }
}

function decodeStrictly(decoder: InstanceType<typeof TextDecoder>, octets: Uint8Array): string | undefined {
  try {
    return decoder.decode(octets);
  } catch {
    return undefined;
  }
}

/** What the octets from 80 to 9F stand for in windows-1252, by which iso-8859-1 is read as well (WHATWG Encoding). */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

const UTF16 = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Node 20's own decoder loses an octet FF at the beginning, and leaves the octets from 80 to 9F as they are. */
function decodeWindows1252(octets: Uint8Array): string {
  const units = new Uint16Array(octets.length);
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index]!;
    units[index] = octet >= 0x80 && octet <= 0x9f ? WINDOWS_1252.charCodeAt(octet - 0x80) : octet;
  }
  return UTF16.decode(units);
}
