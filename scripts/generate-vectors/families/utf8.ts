/** Non-ASCII texts that some programs change or encode incorrectly. */

import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Descriptions and texts. */
const UNICODE_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["U+0080, the first character with two bytes", "\u0080"],
  ["U+07FF, the last character with two bytes", "\u07ff"],
  ["U+0800, the first character with three bytes", "\u0800"],
  ["U+D7FF, the last character before the surrogates", "\ud7ff"],
  ["U+E000, the first character after the surrogates", "\ue000"],
  ["U+FFFF, the last character with three bytes", "\uffff"],
  ["U+10000, the first character with four bytes", "\u{10000}"],
  ["U+10FFFF, the last character of Unicode", "\u{10ffff}"],
  ["U+FFFD itself, which does not mean an error here", "\ufffd"],
  ["U+FEFF at the start: a character, not a byte order mark", "\ufeffa"],
  ["é as one character", "\u00e9"],
  ["é as e and a combining accent (decomposed)", "e\u0301"],
  ["the Angstrom sign, which NFC would turn into Å", "\u212b"],
  ["a ligature that NFKC would decompose", "\ufb01"],
  ["Hangul letters that NFC would compose", "\u1112\u1161\u11ab"],
  ["Hebrew between right-to-left marks", "\u200fשלום\u200f"],
  ["a right-to-left override", "abc\u202edef"],
  ["zero-width space, joiner and non-joiner", "a\u200bb\u200dc\u200cd"],
  ["a family of four, joined by zero-width joiners", "👨\u200d👩\u200d👧\u200d👦"],
  ["a flag of two regional indicators", "🇩🇪"],
  ["a heart with a variation selector", "❤\ufe0f"],
  ["ISO 8859-1 text", "àÿ¡¿£§"],
  ["the characters at 80 to 9F in Windows-1252", "€‚ƒ„…†‡ˆ‰Š‹Œ"],
  ["Chinese, Japanese and Korean", "漢字 かな 한글"],
  ["Arabic and Thai", "السلام ไทย"],
  ["line and paragraph separator", "a\u2028b\u2029c"],
];

export const utf8Encoding: Family = {
  name: "utf8-encoding",
  area: "percent-encoding",
  make: (): Draft[] =>
    UNICODE_TEXTS.map(([comment, text]) => ({
      comment,
      rule: "rfc5849-3.6-1",
      operation: "percent-encoding",
      input: { text },
    })),
};

export const utf8InRequests: Family = {
  name: "utf8-in-requests",
  area: "request",
  make: (): Draft[] =>
    UNICODE_TEXTS.map(([what, text]) =>
      toSign(
        `In name and value of the form, and percent-encoded in the query: ${what}`,
        "rfc5849-3.6-1",
        post(
          [
            ["text", text],
            [`n${text}`, "1"],
          ],
          `/orders?q=${encodeURIComponent(text)}`,
        ),
      ),
    ),
};
