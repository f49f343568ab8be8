/** Repeated names and repeated pairs in the query, in the form, and in both. */

import { get, pairs, post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [what: string, form: string, query: string])[] = [
  ["one name in query and form, different values", "a=2", "?a=1"],
  ["one name in query and form, the form's value sorts first", "a=1", "?a=2"],
  ["an equal pair in query and form counts twice", "a=1", "?a=1"],
  ["an equal pair twice in the query and once in the form", "a=1", "?a=1&a=1"],
  ["an equal pair three times in the form", "a=1&a=1&a=1", ""],
  ["equal empty pairs in the form", "a=&a=", ""],
  ["a name without a value in the query, with an empty value in the form", "a=", "?a"],
  ["a plus in the query and %20 in the form are the same value", "a=b%20c", "?a=b+c"],
  ["a name percent-encoded in the query and unencoded in the input form", "é=2", "?%C3%A9=1"],
  ["values of one name: 10, 9, 1, empty, a space", "n=10&n=9&n=1&n=&n=%20", ""],
  ["values of one name: sorted in encoded form, ä before a", "n=a&n=ä&n=z", ""],
  ["values of one name: upper-case letters first", "n=b&n=A&n=a&n=B", ""],
  ["values of one name: + before = (both percent-encoded), then - and 0", "n=%3D&n=0&n=-&n=%2B", ""],
  ["two names interleaved", "b=2&a=2&b=1&a=1", ""],
  ["an empty name twice", "=2&=1", ""],
  ["array names: a[] twice and a[0]", "a[]=2&a[]=1&a[0]=3", ""],
];

export const repeatedNames: Family = {
  name: "repeated-names",
  area: "request",
  make: (): Draft[] => [
    ...CASES.map(([comment, form, query]) =>
      toSign(
        comment,
        comment.startsWith("values") ? "rfc5849-3.4.1.3.2-3" : "rfc5849-3.4.1.3.1-5",
        post(pairs(form), `/orders${query}`),
      ),
    ),
    ...["b=1&a=2&a=1", "a=2&b=1&a=1", "a=1&a=2&b=1"].map((query) =>
      toSign(
        `The order of the query does not matter: ${query} has the same base string as the other two orders`,
        "rfc5849-3.4.1.3.2-2",
        get(`/q?${query}`),
      ),
    ),
    ...["test%5B%5D=b&test%5B%5D=a", "test%5B%5D=a&test%5B%5D=a"].map((query) =>
      toSign(`test[] twice in the query: ${query}`, "rfc5849-3.4.1.3.1-5", get(`/q?${query}`)),
    ),
    toSign("test[] twice in the form, with equal values", "rfc5849-3.4.1.3.1-5", post(pairs("test[]=a&test[]=a"))),
  ],
};
