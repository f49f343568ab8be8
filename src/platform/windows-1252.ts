/** The charset windows-1252; the same on every platform, because the decoder of Node 20 does not decode it. */

/** The characters of the octets from 80 to 9F. Servers and browsers read them in iso-8859-1 too (WHATWG Encoding). */
export const WINDOWS_1252: string =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** The text in windows-1252 of octets that were read as Latin-1. */
export function latin1AsWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
}
