/** Values and white space of Authorization headers. */

import type { Draft, Family } from "../types.ts";

const VALUES: readonly (readonly [string, string])[] = [
  ["a base64 signature", "r6/TJjbCOr97/+UU0NsvSne7s5g="],
  ["text with a quote", 'a"b'],
  ["text with a comma and a space", "a, b"],
  ["text with an equals sign", "a=b"],
  ["text with an ampersand", "a&b"],
  ["text with a percent sign", "%41"],
  ["text with a backslash", "a\\b"],
  ["a URL", "https://client.example/cb?a=b&c=d"],
  ["non-ASCII text", "é😀"],
  ["text with a line feed", "a\nb"],
  ["unreserved characters", "-._~"],
  ["empty", ""],
];

export const headerValues: Family = {
  name: "header-values",
  area: "authorization-header",
  make: (): Draft[] =>
    VALUES.map(([what, value]) => ({
      comment: `A value that is ${what}`,
      rule: "rfc5849-3.5.1-1",
      operation: "authorization-header",
      input: {
        parameters: [
          ["oauth_consumer_key", value],
          ["oauth_nonce", "n"],
          ["oauth_signature", value],
        ],
      },
    })),
};

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
