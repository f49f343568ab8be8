/** Decodes windows-1252. The decoder of Node 20 is not used: it takes 80 to 9F for Latin-1. */

/** The characters of the octets from 80 to 9F. Servers and browsers also use them for iso-8859-1 (WHATWG Encoding). */
export const WINDOWS_1252: string =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** Decodes windows-1252: every octet is one character. */
export function windows1252Text(octets: Uint8Array): string {
  const units = new Uint16Array(octets.length);
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index]!;
    units[index] = octet >= 0x80 && octet < 0xa0 ? WINDOWS_1252.charCodeAt(octet - 0x80) : octet;
  }
  return new TextDecoder("utf-16le").decode(units);
}
