/** Names that a locale-aware or natural sort would order differently: letter case, umlauts, numbers. */

import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["upper-case letters before lower-case letters", ["b", "B", "a", "A"]],
  ["10 before 9: digits are compared as characters", ["9", "10", "1", "100", "2"]],
  ["item10 before item9", ["item9", "item10", "item1"]],
  ["Z before a", ["a", "Z"]],
  ["the underscore after upper-case letters and before lower-case letters", ["a_", "aA", "aa", "a_b"]],
  ["the tilde last", ["~", "z", "Z", "0"]],
  [
    "hyphen, period, digit, upper-case letter, underscore, lower-case letter, tilde",
    ["~", "a", "_", "A", "0", ".", "-"],
  ],
  ["ä before a: neither next to a nor after z", ["z", "ä", "a", "ae"]],
  ["å, ä, ö, which Swedish sorts last", ["ö", "å", "ä", "z"]],
  ["ch and ll, which some locales sort as single letters", ["cz", "ch", "lz", "ll"]],
  ["ı, i, İ and I, which Turkish distinguishes", ["ı", "i", "İ", "I"]],
  ["ß is not equal to ss", ["ss", "ß", "st"]],
  ["ñ before n, unlike in a locale", ["n", "ñ", "o"]],
  ["Cyrillic and Greek look-alikes of a", ["a", "а", "α"]],
  ["full-width and superscript digits are not equal to ASCII digits", ["1", "１", "¹", "2"]],
  ["a hyphen counts, although some locales ignore it", ["coop", "co-op", "co_op"]],
];

export const nameOrderLocale: Family = {
  name: "name-order-locale",
  area: "request",
  make: (): Draft[] =>
    CASES.map(([comment, names]) =>
      toSign(comment, "rfc5849-3.4.1.3.2-2", post(names.map((name, index) => [name, `${index + 1}`]))),
    ),
};
