/** Whole requests whose URL has userinfo, unencoded brackets, or a scheme that only begins like https. */

import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const USERINFO = "rfc5849-3.4.1.2-4";
const QUERY = "rfc5849-3.4.1.3.1-1";

const SIGNED: readonly (readonly [what: string, url: string, rule: string])[] = [
  ["a user name", "https://user@api.example.com/p", USERINFO],
  ["a user name and a password", "https://user:pass@api.example.com/p", USERINFO],
  ["a user name, a password and a port", "https://user:pass@api.example.com:8443/p", USERINFO],
  ["a password of digits, which is not a port", "https://user:80@api.example.com/p", USERINFO],
  ["a user name with a percent-encoded at sign", "https://user%40example.com:pass@api.example.com/p", USERINFO],
  ["a user name, an empty path and a query", "https://user@api.example.com?a=1", USERINFO],
  ["an at sign in the path, which does not mark userinfo", "https://api.example.com/@user", USERINFO],
  ["an at sign in the query, which does not mark userinfo", "https://api.example.com?mail=a@b.example", USERINFO],
  ["unencoded brackets in a name of the query", "https://api.example.com/q?a[]=1&a[]=2", QUERY],
  ["unencoded brackets around a name", "https://api.example.com/q?filter[name]=x", QUERY],
  ["unencoded brackets in a value of the query", "https://api.example.com/q?ids=[1,2]", QUERY],
  ["percent-encoded brackets in the query", "https://api.example.com/q?a%5B%5D=1&ids=%5B1%2C2%5D", QUERY],
];

const REFUSED: readonly (readonly [what: string, url: string])[] = [
  ["httpsx", "httpsx://api.example.com/p"],
  ["httpsx with port 443", "httpsx://api.example.com:443/p"],
  ["httpx with port 80", "httpx://api.example.com:80/p"],
];

export const urlSpellings: Family = {
  name: "url-spellings",
  area: "request",
  make: (): Draft[] => [
    ...SIGNED.map(([what, url, rule]) => toSign(`The URL: ${what}`, rule, get(url))),
    ...REFUSED.map(
      ([what, url]): Draft => ({
        ...toSign(`Not a URL to sign: the scheme ${what}`, "rfc5849-3.4.1.2-5", get(url)),
        mustRefuse: true,
      }),
    ),
  ],
};
