/** Splitting a query into parameters: plus, semicolon, equals sign, question mark, ampersand. */

import { FORM_TEXTS } from "../form-texts.ts";
import { get, signing } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

export const querySyntax: Family = {
  name: "query-syntax",
  area: "request",
  make: (): Draft[] => [
    ...FORM_TEXTS.map(
      ([what, query]): Draft => ({
        comment: `In a query: ${what}`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "sign",
        input: signing(get(`/q?${query}`)),
      }),
    ),
    {
      comment: "An empty query",
      rule: "rfc5849-3.4.1.3.1-1",
      operation: "sign",
      input: signing(get("/q?")),
    },
    {
      comment: "A query after an empty path",
      rule: "rfc5849-3.4.1.2-3",
      operation: "sign",
      input: signing(get("https://api.example.com?a=1")),
    },
    ...["(a)", "a(1)&b=2"].map(
      (query): Draft => ({
        comment: `In a query: a name with parentheses and without an equals sign, ${query}`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "sign",
        input: signing(get(`/q?${query}`)),
      }),
    ),
    {
      comment: "Names in a query that are numbers are sorted by their octets, after -a",
      rule: "rfc5849-3.4.1.3.2-2",
      operation: "sign",
      input: signing(get("/q?9=3&10=2&-a=1")),
    },
  ],
};
