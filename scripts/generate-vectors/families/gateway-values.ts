/** Gateway requests with values that form encoding and RFC 3986 encode differently. */

import type { Draft, Family } from "../types.ts";

const VALUES: readonly (readonly [string, string])[] = [
  ["a space", "two words"],
  ["a plus", "a+b"],
  ["an asterisk", "2 * 3"],
  ["a tilde", "~10"],
  ["! ' ( )", "It's (new)!"],
  ["an umlaut", "Größe"],
  ["a euro sign", "5 €"],
  ["a percent sign", "50%"],
  ["an ampersand and an equals sign", "a&b=c"],
  ["a quote and a backslash", '"a\\b"'],
  ["an empty value", ""],
  ["CR LF", "line 1\r\nline 2"],
];

export const gatewayValues: Family = {
  name: "gateway-values",
  area: "request",
  make: (): Draft[] =>
    VALUES.map(([what, value]) => ({
      comment: `A description with ${what}`,
      rule: "gateway-2",
      operation: "sign",
      input: {
        request: {
          method: "POST",
          url: "https://sandbox.example.com/paynet/api/v4/payout/39915",
          form: [
            ["client_orderid", "invoice-812"],
            ["order_desc", value],
          ],
        },
        credentials: { consumerKey: "merchant-login", consumerSecret: "0FC6DCCE-2C4A-4A5B-9E5D-1F7C3E9A2B64" },
        signatureMethod: "HMAC-SHA1",
        nonce: "Hq7tLm2XbR9",
        timestamp: "1700000000",
        version: "1.0",
        transport: "header-and-body",
        realm: "",
      },
    })),
};
