/** Parsing an Authorization header with other linear white space than one space after the scheme. */

import type { Draft, Family } from "../types.ts";

const WHITE_SPACE: readonly (readonly [string, string])[] = [
  ["a tab", "\t"],
  ["several spaces", "   "],
  ["a space and a tab", " \t"],
  ["a folded line", "\r\n "],
];

export const schemeWhiteSpace: Family = {
  name: "scheme-white-space",
  area: "authorization-header",
  make: (): Draft[] =>
    WHITE_SPACE.map(([what, whiteSpace]) => ({
      comment: `A header is parsed with ${what} after the scheme`,
      rule: "rfc5849-3.5.1-3",
      operation: "authorization-header-parsing",
      input: { header: `OAuth${whiteSpace}realm="Photos", oauth_nonce="x%25y", oauth_token="a%20b"` },
    })),
};
