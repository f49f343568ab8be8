/** Queries with bytes that are not UTF-8, which are signed unchanged, not as U+FFFD. */

import { NOT_UTF8 } from "../not-utf8.ts";
import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const rule = "rfc5849-3.4.1.3.1-1";

export const notUtf8Query: Family = {
  name: "not-utf8-query",
  area: "request",
  make: (): Draft[] => [
    ...NOT_UTF8.map(([what, escapes]) => toSign(`In a value of the query: ${what}`, rule, get(`/q?a=${escapes}&b=1`))),
    toSign(
      "As names, sorted by byte: %EF%BF%BD before %FF",
      "rfc5849-3.4.1.3.2-2",
      get("/q?%FF=1&%EF%BF%BD=2&%E9=3&z=4"),
    ),
    toSign("As three values of one name, sorted by byte", "rfc5849-3.4.1.3.2-3", get("/q?a=%FF&a=%FE&a=%EF%BF%BD")),
    toSign("In lower-case percent-encoding", "rfc5849-3.6-3", get("/q?a=%ff%fe")),
  ],
};
