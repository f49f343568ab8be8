/** Names whose order changes when they are percent-encoded. */

import type { Draft, Family } from "../types.ts";

/** Two names, and which of them sorts first when encoded. */
const NAMES: readonly (readonly [string, string, string])[] = [
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
    NAMES.map(([one, other, why]) => ({
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
