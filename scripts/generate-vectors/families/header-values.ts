/** Values in the Authorization header, which are all percent-encoded. */

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
