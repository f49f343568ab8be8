/** Names that some programs sort in a wrong order. */

import { pairs, post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Two names, and which of them sorts first when encoded. */
const CHANGED_BY_ENCODING: readonly (readonly [string, string, string])[] = [
  ["a", "ä", "ä becomes %C3%A4, and % sorts before every letter"],
  ["A", "é", "%C3%A9 sorts before A"],
  ["0", "ü", "%C3%BC sorts before 0"],
  ["-", "ß", "%C3%9F sorts before the hyphen"],
  [".", "€", "%E2%82%AC sorts before the period"],
  ["~", "😀", "%F0%9F%98%80 sorts before the tilde"],
  ["_", "{", "%7B sorts before the underscore"],
  ["a", "|", "%7C sorts before a"],
  ["z", "}", "%7D sorts before z"],
  ["A", "^", "%5E sorts before A"],
  ["B", "[", "%5B sorts before B"],
  ["0", ":", "%3A sorts before 0"],
  ["1", ";", "%3B sorts before 1"],
  ["-", "/", "%2F sorts before the hyphen"],
  ["9", "@", "%40 sorts before 9"],
  ["a", "`", "%60 sorts before a"],
  ["-", ",", "the comma sorts first, encoded or not"],
  [" ", "!", "%20 sorts before %21"],
  ["$", "%", "%24 sorts before %25"],
  ["+", ",", "%2B sorts before %2C"],
  ["a.b", "a/b", "a%2Fb sorts before a.b"],
  ["a_b", "a b", "a%20b sorts before a_b"],
  ["ab", "aé", "a%C3%A9 sorts before ab"],
  ["a~", "a😀", "a%F0%9F%98%80 sorts before a~"],
  ["é", "e\u0301", "composed %C3%A9 sorts before e%CC%81, which looks the same"],
];

export const nameOrderEncoded: Family = {
  name: "name-order-encoded",
  area: "parameter-string",
  make: (): Draft[] =>
    CHANGED_BY_ENCODING.map(([one, other, why]) => ({
      comment: `${JSON.stringify(one)} and ${JSON.stringify(other)}: ${why}`,
      rule: "rfc5849-3.4.1.3.2-1",
      operation: "parameter-string",
      input: {
        parameters: [
          [one, "1"],
          [other, "2"],
          [`${one}x`, "3"],
          [`${other}x`, "4"],
        ],
      },
    })),
};

const CHANGED_BY_UTF16: readonly (readonly [string, string, string])[] = [
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
    ...CHANGED_BY_UTF16.map(([one, other, what]) =>
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
    ...CHANGED_BY_UTF16.map(([one, other, what]) =>
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

const PREFIXES: readonly (readonly [string, string])[] = [
  ["a-b sorts after a, although the hyphen sorts before the equals sign", "a-b=1&a=2"],
  ["a1 sorts after a, although 1 sorts before the equals sign", "a1=1&a=2"],
  ["a.b sorts after a, although the period sorts before the equals sign", "a.b=1&a=2"],
  ["the name a= sorts after a, although a%3D sorts before a=", "a%3D=1&a=2"],
  ["the name a& sorts after a", "a%26=1&a=2"],
  ["the name a followed by a space sorts after a", "a%20=1&a=2"],
  ["aA sorts after a in both orders", "aA=1&a=2"],
  ["a, a-, a-b, a1 and aa together", "aa=1&a1=2&a-b=3&a-=4&a=5"],
  ["a twice and a-b: values are compared only if the names are equal", "a=z&a-b=m&a=b"],
  ["client-order-id and client_orderid: the hyphen sorts before the underscore", "client_orderid=1&client-order-id=2"],
  [
    "client-order-id, client-orderid, client_orderid, clientorderid",
    "clientorderid=1&client_orderid=2&client-orderid=3&client-order-id=4",
  ],
  ["client_orderid, client_order_id and client_order", "client_orderid=1&client_order_id=2&client_order=3"],
  ["an empty name sorts first", "a=1&=2&-=3"],
  ["address1, address and address-1", "address1=1&address-1=2&address=3"],
  ["names that sort near oauth_: oauth, oauth-x, oauth1, oauthz", "oauthz=1&oauth1=2&oauth-x=3&oauth=4"],
  ["OAUTH_nonce is not a protocol parameter and is signed", "OAUTH_nonce=1&oauthnonce=2"],
  ["values of one name: a, a-b, a1, a=", "n=a%3D&n=a1&n=a-b&n=a"],
  ["values of one name: empty, space, a", "n=a&n=%20&n="],
];

export const nameOrderJoined: Family = {
  name: "name-order-joined",
  area: "request",
  make: (): Draft[] =>
    PREFIXES.map(([comment, form]) =>
      toSign(comment, comment.startsWith("values") ? "rfc5849-3.4.1.3.2-3" : "rfc5849-3.4.1.3.2-2", post(pairs(form))),
    ),
};

const CHANGED_BY_LOCALE: readonly (readonly [string, readonly string[]])[] = [
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
    CHANGED_BY_LOCALE.map(([comment, names]) =>
      toSign(comment, "rfc5849-3.4.1.3.2-2", post(names.map((name, index) => [name, `${index + 1}`]))),
    ),
};
