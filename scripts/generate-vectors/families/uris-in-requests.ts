/** Whole requests whose URL shows a mistake in the base string URI: most libraries sign, but do not show a base string. */

import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, string, string])[] = [
  ["an upper-case scheme and its default port", "HTTPS://api.example.com:443/p", "rfc5849-3.4.1.2-1"],
  ["port 443 on http is kept", "http://api.example.com:443/p", "rfc5849-3.4.1.2-2"],
  ["an IPv6 address and the default port", "https://[2001:db8::1]:443/p", "rfc5849-3.4.1.2-2"],
  ["an IPv6 address and a port", "https://[2001:db8::1]:8443/p", "rfc5849-3.4.1.2-2"],
  ["a host in punycode", "https://xn--mnchen-3ya.example/p", "rfc5849-3.4.1.2-1"],
  ["a trailing slash", "/a/", "rfc5849-3.4.1.2-3"],
  ["two slashes inside", "/a//b", "rfc5849-3.4.1.2-3"],
  ["a double-dot segment", "/a/../b", "rfc5849-3.4.1.2-3"],
  ["a percent-encoded letter is not decoded", "/%61%7Eb", "rfc5849-3.4.1.2-3"],
  ["path parameters after a semicolon", "/orders;v=2/items;sort=asc", "rfc5849-3.4.1.2-3"],
];

export const urisInRequests: Family = {
  name: "uris-in-requests",
  area: "request",
  make: (): Draft[] => CASES.map(([what, url, rule]) => toSign(`The URL: ${what}`, rule, get(url))),
};
