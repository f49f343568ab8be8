/** Names of inherited object properties in JavaScript and other languages, and names that look like array indexes. */

import { get, pairs, post, signing } from "../requests.ts";
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
    ...NAMES.map(
      (name): Draft => ({
        comment: `${name} as a name in the form`,
        rule: "rfc5849-3.4.1.3.1-3",
        operation: "sign",
        input: signing(
          post([
            [name, "1"],
            ["a", "2"],
          ]),
        ),
      }),
    ),
    ...NAMES.map(
      (name): Draft => ({
        comment: `${name} as a name in the query`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "sign",
        input: signing(get(`/q?${name}=1&a=2`)),
      }),
    ),
    {
      comment: "__proto__ and constructor twice each",
      rule,
      operation: "sign",
      input: signing(post(pairs("__proto__=b&constructor=1&__proto__=a&constructor=1"))),
    },
    {
      comment: "Numeric names are sorted as text: 10 sorts before 2",
      rule: "rfc5849-3.4.1.3.2-2",
      operation: "sign",
      input: signing(post(pairs("2=a&10=b&1=c&01=d"))),
    },
    {
      comment: "Names of protocol parameters without the oauth_ prefix",
      rule,
      operation: "sign",
      input: signing(post(pairs("nonce=1&timestamp=2&signature=3&version=4&token=5"))),
    },
    {
      comment: "A form parameter named realm is signed",
      rule: "rfc5849-3.4.1.3.1-2",
      operation: "sign",
      input: signing(post(pairs("realm=Photos"))),
    },
    {
      comment: "A query parameter named realm is signed, the header's realm is not",
      rule: "rfc5849-3.4.1.3.1-2",
      operation: "sign",
      input: signing(get("/q?realm=Photos"), { realm: "Photos" }),
    },
  ],
};
