/** Requests that differ, but are one request to a server that decodes, joins or merges parameters wrongly (RFC 5849 3.4.1.3). */

import type { Case, Check, Good } from "../check.ts";
import { addToForm, addToQuery, both, casesOf, signedOtherwise, taken, tampered, withForm } from "./changes.ts";

/** Signed with the first query, sent with the second. */
type Pair = readonly [signed: string, sent: string];

function queries(good: Good, pairs: Readonly<Record<string, Pair>>): Record<string, Case> {
  return casesOf(pairs, ([signed, sent]) => signedOtherwise(good, addToQuery(signed), addToQuery(sent)));
}

function forms(good: Good, pairs: Readonly<Record<string, Pair>>): Record<string, Case> {
  const make =
    ([signed, sent]: Pair) =>
    (start: Parameters<typeof tampered>[1]) =>
      signedOtherwise(good, addToForm(signed), addToForm(sent), start);
  const named = Object.entries(pairs).map(([name, pair]) => [`${name}-in-form`, make(pair)] as const);
  return withForm(good, Object.fromEntries(named));
}

function inBoth(good: Good, pairs: Readonly<Record<string, Pair>>): Record<string, Case> {
  return { ...queries(good, pairs), ...forms(good, pairs) };
}

const COLLECTED = "rfc5849-3.4.1.3.1-5";
const ENCODED = "rfc5849-3.4.1.3.2-1";

export const COLLISIONS: readonly Check[] = [
  {
    id: "repeated-name",
    title: "repeated parameter name",
    rule: COLLECTED,
    means: "A value can be added to a signed one, and the application may read the one that the client did not sign.",
    cases: (good) =>
      inBoth(good, {
        "value-added-after": ["dup=1", "dup=1&dup=2"],
        "value-added-before": ["dup=1", "dup=0&dup=1"],
        "value-added-after-in-order": ["dup=2", "dup=2&dup=1"],
        "pair-doubled": ["dup=1", "dup=1&dup=1"],
        "equal-pair-removed": ["dup=1&dup=1", "dup=1"],
        "one-of-two-changed": ["dup=1&dup=2", "dup=1&dup=3"],
        "first-of-two-changed": ["dup=1&dup=2", "dup=0&dup=2"],
        "empty-value-added": ["dup=1", "dup=1&dup="],
        "empty-value-added-before": ["dup=1", "dup=&dup=1"],
      }),
  },
  {
    id: "name-in-query-and-form",
    title: "one name in query and form",
    rule: COLLECTED,
    means: "A parameter of one source hides one of the other, which the client did not sign.",
    cases: (good) =>
      withForm(good, {
        "added-to-query": (start) =>
          signedOtherwise(good, addToForm("dup=1"), both(addToForm("dup=1"), addToQuery("dup=2")), start),
        "added-to-form": (start) =>
          signedOtherwise(good, addToQuery("dup=1"), both(addToForm("dup=2"), addToQuery("dup=1")), start),
        "query-changed": (start) =>
          signedOtherwise(
            good,
            both(addToForm("dup=1"), addToQuery("dup=2")),
            both(addToForm("dup=1"), addToQuery("dup=3")),
            start,
          ),
        "form-changed": (start) =>
          signedOtherwise(
            good,
            both(addToForm("dup=1"), addToQuery("dup=2")),
            both(addToForm("dup=3"), addToQuery("dup=2")),
            start,
          ),
        "same-pair-added-to-query": (start) =>
          signedOtherwise(good, addToForm("dup=1"), both(addToForm("dup=1"), addToQuery("dup=1")), start),
      }),
  },
  {
    id: "joined-values",
    title: "several values that look like one",
    rule: COLLECTED,
    means: "The server joins values before it signs them, so one signature is valid for several requests.",
    cases: (good) =>
      inBoth(good, {
        "comma-sent-as-two": ["j=1%2C2", "j=1&j=2"],
        "two-sent-as-comma": ["j=1&j=2", "j=1%2C2"],
        "comma-and-space-sent-as-two": ["j=1%2C%202", "j=1&j=2"],
        "concatenated-sent-as-two": ["j=12", "j=1&j=2"],
        "two-sent-concatenated": ["j=1&j=2", "j=12"],
        "space-sent-as-two": ["j=1%202", "j=1&j=2"],
        "last-value-only": ["j=2", "j=1&j=2"],
        "first-value-only": ["j=1", "j=1&j=2"],
        "array-literal": ["j=%5B%221%22%2C%222%22%5D", "j=1&j=2"],
        "python-list": ["j=%5B%271%27%2C%20%272%27%5D", "j=1&j=2"],
        "array-word": ["j=Array", "j=1&j=2"],
      }),
  },
  {
    id: "separators-in-values",
    title: "separators in names and values",
    rule: ENCODED,
    means: "Names and values are not encoded before they are joined, so a value can become a further parameter.",
    cases: (good) =>
      inBoth(good, {
        "encoded-ampersand-sent-literal": ["s=1%26t%3D2", "s=1&t=2"],
        "literal-ampersand-sent-encoded": ["s=1&t=2", "s=1%26t%3D2"],
        "half-encoded-ampersand": ["s=1%26t=2", "s=1&t=2"],
        "equals-sign-moved": ["s%3Dt=u", "s=t%3Du"],
        "ampersand-encoded-twice": ["s=1%2526t%253D2", "s=1%26t%3D2"],
        "ampersand-encoded-twice-sent-literal": ["s=1%2526t%253D2", "s=1&t=2"],
        "letter-moved-to-name": ["ab=1", "a=b1"],
        "value-moved-to-name": ["s=t", "st="],
      }),
  },
  {
    id: "structured-names",
    title: "names that parsers take apart",
    rule: ENCODED,
    means: "The server signs what its parser made of the names, so one signature is valid for several requests.",
    cases: (good) =>
      inBoth(good, {
        "brackets-removed": ["b%5B%5D=1", "b=1"],
        "brackets-added": ["b=1", "b%5B%5D=1"],
        "index-added": ["b%5B%5D=1", "b%5B0%5D=1"],
        "object-text": ["b=%5Bobject%20Object%5D", "b%5Bc%5D=1"],
        "nested-value-changed": ["b%5Bc%5D=1", "b%5Bc%5D=2"],
        "nested-value-added": ["b=1", "b=1&b%5Bc%5D=2"],
        "dot-as-underscore": ["b_c=1", "b.c=1"],
        "space-as-underscore": ["b_c=1", "b%20c=1"],
        "proto-changed": ["__proto__=1", "__proto__=2"],
        "proto-added": ["z=1", "z=1&__proto__=1"],
        "constructor-added": ["z=1", "z=1&constructor=1"],
        "has-own-property-added": ["z=1", "z=1&hasOwnProperty=1"],
        "proto-member-added": ["z=1", "z=1&__proto__%5Bx%5D=1"],
      }),
  },
  {
    id: "realm-parameter",
    title: "query parameter named realm",
    rule: "rfc5849-3.4.1.3.1-2",
    means: "A parameter named realm is not covered by the signature, although only the realm of the header is not.",
    cases: (good) => {
      const realm = (pairs: string) => both(addToQuery(pairs), (draft) => ({ ...draft, realm: "probe" }));
      return {
        "changed-beside-a-realm": signedOtherwise(good, realm("realm=a"), realm("realm=b")),
        "added-beside-a-realm": tampered(good, addToQuery("realm=a"), realm("")),
        added: tampered(good, addToQuery("realm=a")),
        changed: signedOtherwise(good, addToQuery("realm=a"), addToQuery("realm=b")),
        ...forms(good, { added: ["z=1", "z=1&realm=a"] }),
      };
    },
  },
  {
    id: "shadowed-protocol-parameter",
    title: "parameter of the query with a name like that of a protocol parameter",
    rule: COLLECTED,
    means: "Parameters with such a name are left out of the signature, so they can be added or changed.",
    cases: (good) =>
      queries(good, {
        "upper-case-added": ["z=1", "z=1&OAUTH_NONCE=x"],
        "prefix-added": ["z=1", "z=1&oauthx=1"],
        "signature-like-added": ["z=1", "z=1&signature=x"],
      }),
  },
  {
    id: "value-normalized",
    title: "value that is not the signed one",
    rule: ENCODED,
    means: "The server changes values before it signs them, so one signature is valid for several requests.",
    cases: (good) =>
      inBoth(good, {
        "spaces-trimmed": ["v=%20a%20", "v=a"],
        "spaces-added": ["v=a", "v=%20a"],
        "space-sent-as-encoded-plus": ["v=a%20b", "v=a%2Bb"],
        "encoded-plus-sent-as-space": ["v=a%2Bb", "v=a+b"],
        "composed-sent-as-decomposed": ["v=%C3%A9", "v=e%CC%81"],
        "encoded-again": ["v=a%20b", "v=a%2520b"],
        "decoded-again": ["v=a%252541", "v=a%2541"],
        "decoded-once": ["v=a%2541", "v=aA"],
        "replacement-character-for-ff": ["v=%EF%BF%BD", "v=%FF"],
        "ff-for-replacement-character": ["v=%FF", "v=%EF%BF%BD"],
        "fe-for-ff": ["v=%FF", "v=%FE"],
        "fe-for-ff-in-name": ["v%FF=1", "v%FE=1"],
        "slash-for-overlong-slash": ["v=%C0%AF", "v=%2F"],
        "utf-8-for-latin-1": ["v=%E9", "v=%C3%A9"],
        "latin-1-for-utf-8": ["v=%C3%A9", "v=%E9"],
        "byte-order-mark-removed": ["v=%EF%BB%BFa", "v=a"],
        "cut-at-nul": ["v=a", "v=a%00b"],
        "line-end-changed": ["v=a%0D%0Ab", "v=a%0Ab"],
        "number-respelled": ["v=1", "v=1.0"],
        "leading-zero": ["v=1", "v=01"],
      }),
  },
  {
    id: "odd-parameters",
    title: "odd, but right parameters",
    rule: "rfc5849-3.4.1.3.1-1",
    means: "The server rejects right requests: clients that send such parameters fail.",
    everywhere: true,
    cases: (good) => ({
      ...casesOf(ODD_QUERIES, (query) => taken(good, addToQuery(query))),
      ...withForm(
        good,
        Object.fromEntries(
          Object.entries(ODD_QUERIES).map(([name, form]) => [
            `${name}-in-form`,
            (start: Parameters<typeof tampered>[1]) =>
              taken(good, both(start, addToForm(form)), both(start, addToForm("probe=2"))),
          ]),
        ),
      ),
    }),
  },
];

/** Right queries that some servers sign in another way. */
const ODD_QUERIES: Readonly<Record<string, string>> = {
  "plus-for-space": "o=a+b",
  "encoded-space": "o=a%20b",
  "name-without-value": "o",
  "empty-value": "o=",
  "equals-sign-in-value": "o=a=b",
  "question-mark-in-value": "o=a?b",
  "slash-in-value": "o=a/b",
  "encoded-unreserved": "%6F=%7e",
  "lower-case-escapes": "o=%c3%a9",
  "reserved-characters": "o=!*'()",
  "encoded-plus": "o=a%2Bb",
  "double-encoded": "o=a%2520b",
  "non-ascii": "o=%C3%A9%E2%82%AC%F0%9F%98%80",
  "equal-pairs": "o=1&o=1",
  "repeated-name": "o=2&o=1",
  "repeated-name-empty-first": "o=&o=1",
  "order-of-octets": "a=1&A=1&a1=1&a10=1&a2=1&a-=1&a.=1&a~=1",
  brackets: "o%5Bp%5D=1",
  "literal-brackets": "o[]=1&o[]=2",
  "object-member-names": "__proto__=1&constructor=2&toString=3",
  "realm-parameter": "realm=a",
  "comma-in-value": "o=1,2",
  "encoded-separators": "o=a%26b%3Dc",
  "url-in-value": "o=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2",
  "numbers-in-order": "10=a&9=b&1=c",
};
