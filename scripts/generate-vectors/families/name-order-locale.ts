/** Names that people or a locale would sort otherwise: case, umlauts, numbers. */

import { post, signing } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["capitals before small letters, not side by side", ["b", "B", "a", "A"]],
  ["10 before 9: digits are characters, not a number", ["9", "10", "1", "100", "2"]],
  ["item10 before item9", ["item9", "item10", "item1"]],
  ["Z before a", ["a", "Z"]],
  ["the underscore after the capitals and before the small letters", ["a_", "aA", "aa", "a_b"]],
  ["the tilde last", ["~", "z", "Z", "0"]],
  ["hyphen, period, digit, capital, underscore, small letter, tilde", ["~", "a", "_", "A", "0", ".", "-"]],
  ["ä is neither beside a nor after z", ["z", "ä", "a", "ae"]],
  ["å, ä, ö, as Swedish sorts them last", ["ö", "å", "ä", "z"]],
  ["ch and ll are no letters of their own", ["cz", "ch", "lz", "ll"]],
  ["ı, i, İ and I, as Turkish tells them apart", ["ı", "i", "İ", "I"]],
  ["ß is not ss", ["ss", "ß", "st"]],
  ["ñ after n in a locale, before it here", ["n", "ñ", "o"]],
  ["Cyrillic and Greek look-alikes of a", ["a", "а", "α"]],
  ["full-width and superscript digits are no digits", ["1", "１", "¹", "2"]],
  ["a hyphen that a locale leaves out counts", ["coop", "co-op", "co_op"]],
];

/** See the module. */
export const nameOrderLocale: Family = {
  name: "name-order-locale",
  area: "request",
  make: (): Draft[] =>
    CASES.map(([comment, names]) => ({
      comment,
      rule: "rfc5849-3.4.1.3.2-2",
      operation: "sign",
      input: signing(post(names.map((name, index) => [name, `${index + 1}`]))),
    })),
};
