/** Realms: quoted strings, which are neither percent-encoded nor signed. */

import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Descriptions and realms. */
const REALMS: readonly (readonly [what: string, realm: string])[] = [
  ["a word", "Photos"],
  ["a URL", "https://api.example.com/"],
  ["empty", ""],
  ["only a space", " "],
  ["quotes", 'The "Shop"'],
  ["only a quote", '"'],
  ["a backslash", "C:\\Shop"],
  ["a backslash at the end", "Shop\\"],
  ["a backslash before a quote", 'a\\"b'],
  ["two backslashes", "a\\\\b"],
  ["a comma and an equals sign", "a=1, b=2"],
  ["text that looks like a parameter", 'x", oauth_nonce="evil'],
  ["percent signs: nothing is decoded", "100%25 %20"],
  ["a plus and an ampersand", "a+b&c"],
  ["the word OAuth", "OAuth"],
  ["a tab", "a\tb"],
  ["reserved characters", "!#$'()*/:;?@[]^`{|}~<>"],
];

const rule = "rfc5849-3.5.1-2";

export const realmInHeader: Family = {
  name: "realm-in-header",
  area: "authorization-header",
  make: (): Draft[] => [
    ...REALMS.map(
      ([what, realm]): Draft => ({
        comment: `A realm: ${what}`,
        rule,
        operation: "authorization-header",
        input: {
          parameters: [
            ["oauth_nonce", "x%y"],
            ["oauth_token", "a b"],
          ],
          realm,
        },
      }),
    ),
    ...["a\nb", "a\rb", "a\x00b", "a\x7fb"].map(
      (realm): Draft => ({
        comment: `A realm with the control character U+00${realm.charCodeAt(1).toString(16).padStart(2, "0")}`,
        rule,
        operation: "authorization-header",
        input: { parameters: [["oauth_nonce", "x"]], realm },
        mustRefuse: true,
      }),
    ),
  ],
};

export const realmInRequests: Family = {
  name: "realm-in-requests",
  area: "request",
  make: (): Draft[] =>
    REALMS.map(([what, realm]) =>
      toSign(`A realm that is not signed: ${what}`, "rfc5849-3.4.1.3.1-2", post([["amount", "10.42"]]), { realm }),
    ),
};

export const realmRead: Family = {
  name: "realm-read",
  area: "authorization-header",
  make: (): Draft[] =>
    REALMS.map(([what, realm], index) => ({
      comment: `A realm is parsed: ${what}`,
      rule: "rfc5849-3.5.1-3",
      operation: "authorization-header-parsing",
      input: { header: header(realm, index % 3) },
    })),
};

/** A header with the realm at the given index. */
function header(realm: string, place: number): string {
  const parts = ['oauth_nonce="x%25y"', 'oauth_token="a%20b"'];
  parts.splice(place, 0, `realm="${realm.replace(/["\\]/g, "\\$&")}"`);
  return `OAuth ${parts.join(", ")}`;
}
