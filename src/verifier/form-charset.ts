/**
 * Decodes the names and values of a form with its charset, for the application. The signature covers octets, so the
 * charset does not matter for it.
 */

import type { OctetText } from "../oauth1/percent-encoding.ts";
import { latin1Octets, utf8Octets } from "../platform/index.ts";

/** Decodes a name or value again that was decoded as UTF-8, or kept as octets. */
export type DecodeAgain = (text: OctetText) => OctetText;

/** For UTF-8, with which everything was decoded already. */
export const keepText: DecodeAgain = (text) => text;

/**
 * Returns the decoder of a charset; `undefined` for an unknown one, and for one in which ASCII octets are not ASCII
 * characters: the names that the signature covers would not be the names that the application reads.
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

/** `undefined` for octets that are not valid in the charset. */
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

/** The characters of the octets 80 to 9F in windows-1252. TextDecoder uses it for iso-8859-1 too (WHATWG Encoding). */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

const UTF16 = new TextDecoder("utf-16le", { ignoreBOM: true });

/** The decoder of Node 20 drops an octet FF at the beginning, and does not decode the octets 80 to 9F. */
function decodeWindows1252(octets: Uint8Array): string {
  const units = new Uint16Array(octets.length);
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index]!;
    units[index] = octet >= 0x80 && octet <= 0x9f ? WINDOWS_1252.charCodeAt(octet - 0x80) : octet;
  }
  return UTF16.decode(units);
}
