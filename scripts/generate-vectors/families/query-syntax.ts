/** Splitting a query into parameters: plus, semicolon, equals sign, question mark, ampersand. */

import { FORM_TEXTS } from "../form-texts.ts";
import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

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
