/** Values of the Authorization header: each percent-encoded, whatever it holds. */

import type { Draft, Family } from "../types.ts";

const VALUES: readonly (readonly [string, string])[] = [
  ["a base64 signature", "r6/TJjbCOr97/+UU0NsvSne7s5g="],
  ["quotation marks", 'a"b'],
  ["a comma and a space", "a, b"],
  ["an equals sign", "a=b"],
  ["an ampersand", "a&b"],
  ["a percent sign", "%41"],
  ["a backslash", "a\\b"],
  ["a URL", "https://client.example/cb?a=b&c=d"],
  ["text outside ASCII", "é😀"],
  ["a line feed", "a\nb"],
  ["unreserved characters", "-._~"],
  ["nothing", ""],
];

/** See the module. */
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
