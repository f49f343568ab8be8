/** Names of inherited object properties in JavaScript and other languages, and names that look like array indexes. */

import { get, pairs, post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "prototype",
  "length",
  "0",
  "-1",
  "null",
];
const rule = "rfc5849-3.4.1.3.1-5";

export const inheritedNames: Family = {
  name: "inherited-names",
  area: "request",
  make: (): Draft[] => [
    ...NAMES.map((name) =>
      toSign(
        `${name} as a name in the form`,
        "rfc5849-3.4.1.3.1-3",
        post([
          [name, "1"],
          ["a", "2"],
        ]),
      ),
    ),
    ...NAMES.map((name) => toSign(`${name} as a name in the query`, "rfc5849-3.4.1.3.1-1", get(`/q?${name}=1&a=2`))),
    toSign(
      "__proto__ and constructor twice each",
      rule,
      post(pairs("__proto__=b&constructor=1&__proto__=a&constructor=1")),
    ),
    toSign(
      "Numeric names are sorted as text: 10 sorts before 2",
      "rfc5849-3.4.1.3.2-2",
      post(pairs("2=a&10=b&1=c&01=d")),
    ),
    toSign(
      "Names of protocol parameters without the oauth_ prefix",
      rule,
      post(pairs("nonce=1&timestamp=2&signature=3&version=4&token=5")),
    ),
    toSign("A form parameter named realm is signed", "rfc5849-3.4.1.3.1-2", post(pairs("realm=Photos"))),
    toSign(
      "A query parameter named realm is signed, the header's realm is not",
      "rfc5849-3.4.1.3.1-2",
      get("/q?realm=Photos"),
      { realm: "Photos" },
    ),
  ],
};
