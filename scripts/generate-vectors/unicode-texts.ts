/**
 * Texts outside ASCII that some program has been seen to change or to encode wrongly.
 *
 * @module
 */

/** What each shows, and the text. */
export const UNICODE_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["U+0080, the first of two octets", "\u0080"],
  ["U+07FF, the last of two octets", "\u07ff"],
  ["U+0800, the first of three octets", "\u0800"],
  ["U+D7FF, the last before the surrogates", "\ud7ff"],
  ["U+E000, the first after the surrogates", "\ue000"],
  ["U+FFFF, the last of three octets", "\uffff"],
  ["U+10000, the first of four octets", "\u{10000}"],
  ["U+10FFFF, the last of all", "\u{10ffff}"],
  ["U+FFFD itself, which is no sign of an error here", "\ufffd"],
  ["U+FEFF at the start: a character, not a byte order mark", "\ufeffa"],
  ["é as one character", "\u00e9"],
  ["é as e and a combining accent: not composed", "e\u0301"],
  ["the Angstrom sign, which NFC would turn into Å", "\u212b"],
  ["a ligature that NFKC would take apart", "\ufb01"],
  ["Hangul letters that NFC would join", "\u1112\u1161\u11ab"],
  ["Hebrew between right-to-left marks", "\u200fשלום\u200f"],
  ["a right-to-left override", "abc\u202edef"],
  ["zero-width space, joiner and non-joiner", "a\u200bb\u200dc\u200cd"],
  ["a family of four, joined by zero-width joiners", "👨\u200d👩\u200d👧\u200d👦"],
  ["a flag of two regional indicators", "🇩🇪"],
  ["a heart with a variation selector", "❤\ufe0f"],
  ["ISO 8859-1 text", "àÿ¡¿£§"],
  ["what Windows-1252 has at 80 to 9F", "€‚ƒ„…†‡ˆ‰Š‹Œ"],
  ["Chinese, Japanese and Korean", "漢字 かな 한글"],
  ["Arabic and Thai", "السلام ไทย"],
  ["line and paragraph separator", "a\u2028b\u2029c"],
];
