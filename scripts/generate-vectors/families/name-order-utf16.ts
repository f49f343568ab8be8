/** Names whose order by UTF-16 code units differs from their byte order in UTF-8. */

import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const NAMES: readonly (readonly [string, string, string])[] = [
  ["\uff41", "\u{1f600}", "U+FF41 is EF BD 81, U+1F600 is F0 9F 98 80; in UTF-16 it starts with D83D"],
  ["\ufb01", "\u{10000}", "U+FB01 and the first character beyond U+FFFF"],
  ["\ufffd", "\u{10ffff}", "U+FFFD and the last character of Unicode"],
  ["\ue000", "\u{1d11e}", "the first private-use character and a musical symbol"],
  ["\uffee", "\u{20000}", "a half-width form and an ideograph beyond U+FFFF"],
  ["\ud7ff", "\u{10000}", "the last character before the surrogates: both orders agree"],
  ["\uf8ff", "\u{100000}", "a private-use character and one beyond U+FFFF"],
  ["x\uff01", "x\u{1f4a9}", "the difference comes after an equal prefix"],
  ["\u{1f600}\uff01", "\u{1f600}\u{1f601}", "the difference comes after an equal pair of surrogates"],
];

export const nameOrderUtf16: Family = {
  name: "name-order-utf16",
  area: "request",
  make: (): Draft[] => [
    ...NAMES.map(([one, other, what]) =>
      toSign(
        `As names: ${what}`,
        "rfc5849-3.4.1.3.2-2",
        post([
          [other, "1"],
          [one, "2"],
          ["m", "3"],
        ]),
      ),
    ),
    ...NAMES.map(([one, other, what]) =>
      toSign(
        `As values of one name: ${what}`,
        "rfc5849-3.4.1.3.2-3",
        post([
          ["n", other],
          ["n", one],
          ["n", "m"],
        ]),
      ),
    ),
  ],
};
