/** Parts of a URL that the base string URI omits, and URLs that have no base string URI. */

import type { Draft, Family } from "../types.ts";

const LEFT_OUT: readonly (readonly [string, string])[] = [
  ["a fragment", "https://api.example.com/p#top"],
  ["a fragment with a question mark", "https://api.example.com/p#top?a=1"],
  ["a query with a slash, and a fragment", "https://api.example.com/p?a=/b#c"],
  ["a fragment after an empty path", "https://api.example.com#top"],
  ["userinfo", "https://user:pass@api.example.com/p"],
  ["userinfo with a colon and a port", "https://user:80@api.example.com:8443/p"],
  ["an at sign in the path does not mark userinfo", "https://api.example.com/@user"],
  ["an at sign in the query does not mark userinfo", "https://api.example.com?mail=a@b.example"],
];
const REFUSED: readonly (readonly [string, string])[] = [
  ["no scheme", "api.example.com/p"],
  ["a scheme other than http and https", "ftp://api.example.com/p"],
  ["a WebSocket URL", "wss://api.example.com/p"],
  ["a relative reference", "/p?a=1"],
  ["a network-path reference", "//api.example.com/p"],
  ["no host", "https:///p"],
  ["a port without a host", "https://:8443/p"],
  ["port 0", "https://api.example.com:0/p"],
  ["port 65536", "https://api.example.com:65536/p"],
  ["a port that is not a number", "https://api.example.com:http/p"],
  ["a negative port", "https://api.example.com:-1/p"],
  ["one slash after the scheme", "https:/api.example.com/p"],
  ["an empty text", ""],
  ["a space in the host", "https://api example.com/p"],
  ["an IPv6 address without a closing bracket", "https://[2001:db8::1/p"],
  ["a scheme that only begins with https", "httpsx://api.example.com/p"],
  ["a scheme that only begins with http, and port 80", "httpx://api.example.com:80/p"],
];

export const urlParts: Family = {
  name: "url-parts",
  area: "base-string-uri",
  make: (): Draft[] => [
    ...LEFT_OUT.map(
      ([what, url]): Draft => ({
        comment: `Omitted or kept in the base string URI: ${what}`,
        rule: "rfc5849-3.4.1.2-4",
        operation: "base-string-uri",
        input: { url },
      }),
    ),
    ...REFUSED.map(
      ([what, url]): Draft => ({
        comment: `Not a URL to sign: ${what}`,
        rule: "rfc5849-3.4.1.2-5",
        operation: "base-string-uri",
        input: { url },
        mustRefuse: true,
      }),
    ),
  ],
};
