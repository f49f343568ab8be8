/** Queries and form bodies that some programs parse incorrectly. */

import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Descriptions and texts. */
const FORM_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["a plus is a space", "a=b+c"],
  ["%20 is a space too", "a=b%20c"],
  ["%2B is a plus", "a=b%2Bc"],
  ["%252B is %2B, decoded once", "a=b%252Bc"],
  ["a plus in a name is a space", "a+b=c"],
  ["a value that is a plus", "a=+"],
  ["a name that is a plus", "+=a"],
  ["a semicolon is not a separator", "a=1;b=2"],
  ["a semicolon in a name", "a;b=1"],
  ["a percent-encoded semicolon gives the same parameter", "a=1%3Bb%3D2"],
  ["a second equals sign belongs to the value", "a=b=c"],
  ["two adjacent equals signs", "a==b"],
  ["base64 padding in a value", "sig=YWJjZA=="],
  ["a percent-encoded equals sign in a name", "a%3Db=c"],
  ["a percent-encoded ampersand in a value", "a=b%26c"],
  ["a second question mark in a value", "a=b?c"],
  ["a question mark in a name", "a?b=c"],
  ["a slash", "path=/a/b/../c"],
  ["two adjacent ampersands: no parameter between them", "a=1&&b=2"],
  ["a leading ampersand", "&a=1"],
  ["a trailing ampersand", "a=1&"],
  ["only ampersands: no parameters", "&&"],
  ["only an equals sign: an empty name with an empty value", "="],
  ["an empty name with a value", "=a"],
  ["a name without an equals sign", "a"],
  ["a name without an equals sign between other parameters", "a=1&b&c=3"],
  ["a name and an equals sign", "a="],
  ["the same name without an equals sign and with an empty value: two equal pairs", "a&a="],
  ["equal pairs twice", "a=1&a=1"],
  ["one name with four values, not in sorted order", "a=10&a=9&a=&a=%20"],
  ["names that differ in letter case", "a=1&A=2"],
  ["percent-encoded brackets", "a%5B%5D=1&a%5B0%5D=2"],
  ["a percent-encoded percent sign", "a=100%25"],
  ["%2525 is %25", "a=%2525"],
  ["a percent-encoded NUL", "a=%00b"],
  ["percent-encoding in lower and upper case", "a=%c3%a9%C3%A9"],
  ["a percent-encoded hash sign", "a=%23b"],
  ["a comma is not a separator", "a=1,b=2"],
  ["a percent-encoded backslash and percent-encoded quotes", "a=%5C%22%27"],
  ["an at sign and a colon in a name", "@:a=1"],
  ["a value that is a URL", "u=http://example.com:80/?a=b"],
  ["a value that is a percent-encoded URL with a query", "u=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c%3Dd"],
];

export const querySyntax: Family = {
  name: "query-syntax",
  area: "request",
  make: (): Draft[] => [
    ...FORM_TEXTS.map(([what, query]) => toSign(`In a query: ${what}`, "rfc5849-3.4.1.3.1-1", get(`/q?${query}`))),
    toSign("An empty query", "rfc5849-3.4.1.3.1-1", get("/q?")),
    toSign("A query after an empty path", "rfc5849-3.4.1.2-3", get("https://api.example.com?a=1")),
    ...["(a)", "a(1)&b=2"].map((query) =>
      toSign(
        `In a query: a name with parentheses and without an equals sign, ${query}`,
        "rfc5849-3.4.1.3.1-1",
        get(`/q?${query}`),
      ),
    ),
    toSign(
      "Names in a query that are numbers are sorted by their octets, after -a",
      "rfc5849-3.4.1.3.2-2",
      get("/q?9=3&10=2&-a=1"),
    ),
  ],
};

const MALFORMED: readonly (readonly [string, string])[] = [
  ["a percent sign at the end stays", "a=b%"],
  ["a percent sign and one digit stay", "a=b%4"],
  ["a percent sign before other characters stays", "a=%zz%4g"],
  ["a percent sign before percent-encoding stays, the percent-encoding is decoded", "a=%%41"],
  ["two percent signs stay", "a=%%"],
];

export const formSyntax: Family = {
  name: "form-syntax",
  area: "parameters",
  make: (): Draft[] => [
    ...FORM_TEXTS.map(
      ([what, formEncoded]): Draft => ({
        comment: `In a form: ${what}`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "parameters",
        input: { formEncoded },
      }),
    ),
    ...MALFORMED.map(
      ([what, formEncoded]): Draft => ({
        comment: `In a form: ${what}`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "parameters",
        input: { formEncoded },
      }),
    ),
  ],
};
