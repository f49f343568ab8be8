/** Different requests that are the same to a server that decodes, joins or merges parameters wrongly (RFC 5849 3.4.1.3). */

import { AT_R, type CaseGroup } from "./case.ts";

const COLLECTED = "rfc5849-3.4.1.3.1-5";
const ENCODED = "rfc5849-3.4.1.3.2-1";
const NORMALIZED = "rfc5849-3.4.1.3.2-4";
const REALM = "rfc5849-3.4.1.3.1-2";
const WRONG = { rule: COLLECTED, refuse: "signature-mismatch" } as const;
const KEYS = "parameter-names-as-object-keys";

export const COLLISIONS: readonly CaseGroup[] = [
  {
    ...WRONG,
    check: {
      id: "repeated-name",
      title: "repeated parameter name",
      means:
        "A second value can be added to a signed parameter, and the application may read the value that the client did not sign.",
    },
    cases: {
      "value-added-after": {
        vector: "collisions/1",
        pairs: ["a=1", "a=1&a=evil"],
        finds: ["only-one-duplicate-covered", "duplicate-first-wins"],
      },
      "value-added-before": {
        vector: "collisions/2",
        pairs: ["a=1", "a=evil&a=1"],
        finds: "only-one-duplicate-covered",
      },
      "value-added-after-in-order": { pairs: ["dup=2", "dup=2&dup=1"] },
      "pair-doubled": {
        vector: "collisions/4",
        pairs: ["a=1", "a=1&a=1"],
        finds: ["identical-duplicates-merged", "identical-pairs-deduplicated"],
      },
      "equal-pair-removed": { vector: "collisions/5", pairs: ["a=1&a=1", "a=1"], finds: "identical-duplicates-merged" },
      "one-of-two-changed": { pairs: ["dup=1&dup=2", "dup=1&dup=3"] },
      "first-of-two-changed": { pairs: ["dup=1&dup=2", "dup=0&dup=2"] },
      "empty-value-added": { pairs: ["dup=1", "dup=1&dup="] },
      "empty-value-added-before": { pairs: ["dup=1", "dup=&dup=1"] },
    },
    vectors: {
      "collisions/3": {
        words: "second value added to the query of a GET request",
        query: ["a=1", "a=1&a=evil"],
        finds: "only-one-duplicate-covered",
      },
    },
  },
  {
    ...WRONG,
    ...AT_R,
    check: {
      id: "name-in-query-and-form",
      title: "one name in query and form",
      means:
        "A parameter that the client did not sign, in the query or the form, hides the signed one of the same name.",
    },
    cases: {
      "added-to-query": {
        vector: "collisions/22",
        form: "a=1",
        query: ["", "a=evil"],
        finds: "same-name-across-sources-merged",
      },
      "added-to-form": {
        vector: "collisions/21",
        query: "a=1",
        form: ["b=2", "b=2&a=evil"],
        finds: ["same-name-across-sources-merged", "query-overrides-body"],
      },
      "query-changed": {
        vector: "collisions/23",
        form: "a=2",
        query: ["a=1", "a=3"],
        finds: "same-name-across-sources-merged",
      },
      "form-changed": { form: ["dup=1", "dup=3"], query: "dup=2" },
      "same-pair-added-to-query": { form: "dup=1", query: ["", "dup=1"] },
    },
  },
  {
    ...WRONG,
    check: {
      id: "joined-values",
      title: "several values that look like one",
      means: "The server joins values before it signs them, so one signature is valid for several requests.",
    },
    cases: {
      "comma-sent-as-two": {
        vector: "collisions/6",
        pairs: ["a=1%2C2", "a=1&a=2"],
        finds: ["array-joined-collision", "array-joined-with-comma"],
      },
      "two-sent-as-comma": { vector: "collisions/7", pairs: ["a=1&a=2", "a=1%2C2"], finds: "array-joined-collision" },
      "comma-and-space-sent-as-two": { pairs: ["j=1%2C%202", "j=1&j=2"] },
      "concatenated-sent-as-two": {
        vector: "collisions/8",
        pairs: ["a=12", "a=1&a=2"],
        finds: "values-concatenated-collision",
      },
      "two-sent-concatenated": { pairs: ["j=1&j=2", "j=12"] },
      "space-sent-as-two": { pairs: ["j=1%202", "j=1&j=2"] },
      "last-value-only": { pairs: ["j=2", "j=1&j=2"] },
      "first-value-only": { pairs: ["j=1", "j=1&j=2"] },
      "array-literal": { pairs: ["j=%5B%221%22%2C%222%22%5D", "j=1&j=2"] },
      "python-list": { pairs: ["j=%5B%271%27%2C%20%272%27%5D", "j=1&j=2"] },
      "array-word": { pairs: ["j=Array", "j=1&j=2"] },
    },
  },
  {
    ...WRONG,
    rule: ENCODED,
    check: {
      id: "separators-in-values",
      title: "separators in names and values",
      means:
        "The server joins names and values without encoding them, so part of a value can become another parameter.",
    },
    cases: {
      "encoded-ampersand-sent-literal": {
        vector: "collisions/9",
        pairs: ["s=1%26t%3D2", "s=1&t=2"],
        ofVector: { form: ["a=1%26b%3D2", "a=1&b=2"] },
        finds: ["pairs-not-encoded-collision", "decoded-before-splitting"],
      },
      "literal-ampersand-sent-encoded": {
        vector: "collisions/10",
        pairs: ["s=1&t=2", "s=1%26t%3D2"],
        ofVector: { form: ["a=1&b=2", "a=1%26b%3D2"] },
        finds: "pairs-not-encoded-collision",
      },
      "half-encoded-ampersand": { pairs: ["s=1%26t=2", "s=1&t=2"] },
      "equals-sign-moved": {
        vector: "collisions/11",
        pairs: ["a%3D1=2", "a=1%3D2"],
        finds: "pairs-not-encoded-collision",
      },
      "ampersand-encoded-twice": {
        vector: "collisions/12",
        pairs: ["a=1%2526b", "a=1%26b"],
        finds: "query-decoded-twice",
      },
      "ampersand-encoded-twice-sent-literal": { pairs: ["s=1%2526t%253D2", "s=1&t=2"] },
      "letter-moved-to-name": { vector: "collisions/13", rule: NORMALIZED, pairs: ["ab=c", "a=bc"] },
      "empty-value-added": { vector: "collisions/27", rule: NORMALIZED, pairs: ["a=1", "a=1&b="] },
      "value-moved-to-name": { pairs: ["s=t", "st="] },
    },
  },
  {
    ...WRONG,
    rule: ENCODED,
    check: {
      id: "structured-names",
      title: "names that parsers split",
      means: "The server signs names as its parser changed them, so one signature is valid for several requests.",
    },
    cases: {
      "brackets-removed": { vector: "collisions/14", pairs: ["a%5B%5D=1", "a=1"], finds: "brackets-stripped" },
      "brackets-added": { vector: "collisions/15", pairs: ["a=1", "a%5B%5D=1"], finds: "brackets-stripped" },
      "index-added": {
        vector: "collisions/16",
        pairs: ["a%5B%5D=1&a%5B%5D=2", "a%5B0%5D=1&a%5B1%5D=2"],
        finds: "array-index-appended",
      },
      "object-text": {
        vector: "collisions/17",
        pairs: ["a=%5Bobject%20Object%5D", "a%5Bb%5D=1"],
        finds: "nested-object-stringified",
      },
      "nested-value-changed": { pairs: ["b%5Bc%5D=1", "b%5Bc%5D=2"] },
      "nested-value-added": { pairs: ["b=1", "b=1&b%5Bc%5D=2"] },
      "dot-as-underscore": { pairs: ["b_c=1", "b.c=1"] },
      "space-as-underscore": { pairs: ["b_c=1", "b%20c=1"] },
      "proto-changed": {
        vector: "collisions/18",
        rule: COLLECTED,
        pairs: ["__proto__=a&constructor=b", "__proto__=evil&constructor=b"],
        finds: KEYS,
      },
      "proto-added": { vector: "collisions/19", rule: COLLECTED, pairs: ["a=1", "a=1&__proto__=evil"], finds: KEYS },
      "constructor-added": { pairs: ["z=1", "z=1&constructor=1"] },
      "has-own-property-added": { pairs: ["z=1", "z=1&hasOwnProperty=1"] },
      "proto-member-added": { pairs: ["z=1", "z=1&__proto__%5Bx%5D=1"] },
    },
    vectors: {
      "collisions/20": {
        words: "parameter named hasOwnProperty added to the query",
        rule: COLLECTED,
        query: ["a=1", "a=1&hasOwnProperty=evil"],
        finds: KEYS,
      },
    },
  },
  {
    ...WRONG,
    rule: REALM,
    finds: "realm-param-unsigned-everywhere",
    ...AT_R,
    check: {
      id: "realm-parameter",
      title: "query parameter named realm",
      means:
        "The signature does not cover a parameter named realm, although RFC 5849 excludes only the realm of the header.",
    },
    cases: {
      "changed-beside-a-realm": { vector: "collisions/24", realm: "x", query: ["realm=shop", "realm=evil"] },
      "added-beside-a-realm": { vector: "collisions/25", realm: "x", query: ["", "realm=evil"] },
      added: { query: ["", "realm=a"] },
      changed: { query: ["realm=a", "realm=b"] },
      "added-in-form": { vector: "collisions/26", ofVector: { realm: "x" }, form: ["a=1", "a=1&realm=evil"] },
    },
  },
  {
    ...WRONG,
    check: {
      id: "shadowed-protocol-parameter",
      title: "parameter of the query with a name like that of a protocol parameter",
      means: "Parameters with such a name are left out of the signature, so they can be added or changed.",
    },
    cases: {
      "upper-case-added": { query: ["z=1", "z=1&OAUTH_NONCE=x"] },
      "prefix-added": { query: ["z=1", "z=1&oauthx=1"] },
      "signature-like-added": { query: ["z=1", "z=1&signature=x"] },
    },
  },
  {
    rule: COLLECTED,
    check: {
      id: "odd-parameters",
      title: "unusual but valid parameters",
      rule: "rfc5849-3.4.1.3.1-1",
      everywhere: true,
      means: "The server rejects valid requests: clients that send such parameters fail.",
    },
    cases: {
      "plus-for-space": { pairs: "o=a+b" },
      "encoded-space": { pairs: "o=a%20b" },
      "name-without-value": { pairs: "o" },
      "empty-value": { pairs: "o=" },
      "equals-sign-in-value": { pairs: "o=a=b" },
      "question-mark-in-value": { pairs: "o=a?b" },
      "slash-in-value": { pairs: "o=a/b" },
      "encoded-unreserved": { pairs: "%6F=%7e" },
      "lower-case-escapes": { pairs: "o=%c3%a9" },
      "reserved-characters": { pairs: "o=!*'()" },
      "encoded-plus": { pairs: "o=a%2Bb" },
      "double-encoded": { pairs: "o=a%2520b" },
      "non-ascii": { pairs: "o=%C3%A9%E2%82%AC%F0%9F%98%80" },
      "equal-pairs": { vector: "collisions/31", pairs: "a=1&a=1", finds: "identical-duplicates-merged" },
      "repeated-name": { pairs: "o=2&o=1" },
      "repeated-name-empty-first": { vector: "collisions/32", pairs: "a=&a=1", finds: "empty-first-duplicate-lost" },
      "one-name-in-query-and-form": {
        vector: "collisions/33",
        ...AT_R,
        query: "a=1",
        form: "a=2",
        finds: "same-name-across-sources-merged",
      },
      "order-of-octets": {
        vector: "collisions/37",
        rule: "rfc5849-3.4.1.3.2-2",
        pairs: "a=1&a1=2&a-b=3&A=4&a%20b=5&%7A=6&a%5B=7&10=8&9=9",
        finds: [
          "locale-sort",
          "case-insensitive-sort",
          "joined-pairs-sorted",
          "natural-number-sort",
          "sorted-before-encoding",
          "integer-names-reordered",
        ],
      },
      brackets: { pairs: "o%5Bp%5D=1" },
      "literal-brackets": {
        vector: "collisions/34",
        pairs: "a[b]=1&a[b][]=2&a%5Bc%5D=3",
        finds: "bracket-parser-reencoded",
      },
      "object-member-names": { pairs: "__proto__=1&constructor=2&toString=3" },
      "object-member-names-in-both": {
        vector: "collisions/35",
        ...AT_R,
        query: "__proto__=x&constructor=y",
        form: "hasOwnProperty=z&toString=&__proto__=2",
        finds: KEYS,
      },
      "realm-parameter": {
        vector: "collisions/36",
        rule: REALM,
        ofVector: { path: "/r", realm: "x" },
        query: "realm=shop",
        finds: "realm-param-unsigned-everywhere",
      },
      "realm-parameter-in-form": { form: "realm=a" },
      "comma-in-value": { pairs: "o=1,2" },
      "encoded-separators": { pairs: "o=a%26b%3Dc" },
      "url-in-value": { pairs: "o=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2" },
      "numbers-in-order": { pairs: "10=a&9=b&1=c" },
    },
  },
];
