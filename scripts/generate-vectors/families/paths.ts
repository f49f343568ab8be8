/** Paths in the base string, which are signed exactly as they are sent. */

import { get, toBaseString } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, string])[] = [
  ["only a slash", "/"],
  ["a trailing slash", "/a/"],
  ["no trailing slash", "/a"],
  ["two slashes at the start", "//a"],
  ["two slashes inside", "/a//b"],
  ["only slashes", "///"],
  ["a dot segment", "/a/./b"],
  ["a double-dot segment", "/a/../b"],
  ["a double-dot segment at the end", "/a/.."],
  ["a double-dot segment at the start", "/../a"],
  ["a percent-encoded double-dot segment", "/a/%2E%2E/b"],
  ["a segment of three dots", "/.../a"],
  ["percent-encoding in lower case", "/a%2fb"],
  ["percent-encoding in upper case", "/a%2Fb"],
  ["a percent-encoded letter is not decoded", "/%61%7Eb"],
  ["a tilde", "/~user"],
  ["a percent-encoded percent sign", "/100%25"],
  ["double percent-encoding", "/%2525"],
  ["a percent-encoded space", "/a%20b"],
  ["a plus sign stays a plus sign", "/a+b"],
  ["sub-delimiters", "/!$&'()*+,;="],
  ["a colon and an at sign", "/a:b@c"],
  ["path parameters after a semicolon", "/orders;v=2/items;sort=asc"],
  ["an equals sign and an ampersand", "/a=b&c=d"],
  ["percent-encoded UTF-8", "/stra%C3%9Fe/%E8%8A%B1"],
  ["percent-encoded bytes that are not UTF-8", "/caf%E9/%FF"],
  ["a percent-encoded question mark and hash sign", "/a%3Fb%23c"],
  ["a percent-encoded NUL", "/a%00b"],
  ["upper-case letters are kept", "/API/V2/Orders"],
  ["a file name with an asterisk", "/a/*.json"],
  ["a path of 1000 characters", `/${"p".repeat(1000)}`],
  ["a query value with slashes and dots", "/a?path=/b/../c"],
  ["a segment that looks like a port", "/a:8080/b"],
  ["a path that contains a URL", "/proxy/http://other.example:80/x"],
];

export const paths: Family = {
  name: "paths",
  area: "base-string",
  make: (): Draft[] => CASES.map(([what, path]) => toBaseString(`The path: ${what}`, "rfc5849-3.4.1.2-3", get(path))),
};
