/** Paths in the base string: as they go over the wire, character for character. */

import { get, unsigned } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, string])[] = [
  ["a slash alone", "/"],
  ["a trailing slash", "/a/"],
  ["no trailing slash", "/a"],
  ["two slashes first", "//a"],
  ["two slashes inside", "/a//b"],
  ["slashes alone", "///"],
  ["a dot segment", "/a/./b"],
  ["two dots", "/a/../b"],
  ["dots at the end", "/a/.."],
  ["dots at the start", "/../a"],
  ["escaped dots", "/a/%2E%2E/b"],
  ["three dots are a name", "/.../a"],
  ["an escape in lower case", "/a%2fb"],
  ["an escape in upper case", "/a%2Fb"],
  ["an escaped letter is not decoded", "/%61%7Eb"],
  ["a tilde", "/~user"],
  ["an escaped percent sign", "/100%25"],
  ["an escape of an escape", "/%2525"],
  ["an escaped space", "/a%20b"],
  ["a plus is a plus", "/a+b"],
  ["sub-delimiters", "/!$&'()*+,;="],
  ["a colon and an at sign", "/a:b@c"],
  ["path parameters after a semicolon", "/orders;v=2/items;sort=asc"],
  ["an equals sign and an ampersand", "/a=b&c=d"],
  ["escaped UTF-8", "/stra%C3%9Fe/%E8%8A%B1"],
  ["escapes that are not UTF-8", "/caf%E9/%FF"],
  ["an escaped question mark and hash sign", "/a%3Fb%23c"],
  ["an escaped NUL", "/a%00b"],
  ["capitals stay", "/API/V2/Orders"],
  ["a file name with an asterisk", "/a/*.json"],
  ["a path of 1000 characters", `/${"p".repeat(1000)}`],
  ["a query whose value has slashes and dots", "/a?path=/b/../c"],
  ["what looks like a port", "/a:8080/b"],
  ["what looks like a URL", "/proxy/http://other.example:80/x"],
];

/** See the module. */
export const paths: Family = {
  name: "paths",
  area: "base-string",
  make: (): Draft[] =>
    CASES.map(([what, path]) => ({
      comment: `The path: ${what}`,
      rule: "rfc5849-3.4.1.2-3",
      operation: "base-string",
      input: unsigned(get(path)),
    })),
};
