/** Different requests that are the same to a server that decodes, joins or merges parameters wrongly (RFC 5849 3.4.1.3). */

import type { CaseGroup } from "./case.ts";

const COLLECTED = "rfc5849-3.4.1.3.1-5";
const ENCODED = "rfc5849-3.4.1.3.2-1";
const NORMALIZED = "rfc5849-3.4.1.3.2-4";
const REALM = "rfc5849-3.4.1.3.1-2";
const WRONG = { layer: "signature", refuse: "signature-mismatch" } as const;
const KEYS = "parameter-names-as-object-keys";

// biome-ignore format: one line a row
export const COLLISIONS: readonly CaseGroup[] = [
  {
    ...WRONG, rule: COLLECTED,
    check: {
      id: "repeated-name", title: "repeated parameter name",
      means: "A second value can be added to a signed parameter, and the application may read the value that the client did not sign.",
    },
    cases: [
      { vector: "collisions/1", probe: "value-added-after", words: "second value added after the signed value", pairs: ["a=1", "a=1&a=evil"], finds: ["only-one-duplicate-covered", "duplicate-first-wins"] },
      { vector: "collisions/2", probe: "value-added-before", words: "second value added before the signed value", pairs: ["a=1", "a=evil&a=1"], finds: "only-one-duplicate-covered" },
      { vector: "collisions/3", words: "second value added to the query of a GET request", query: ["a=1", "a=1&a=evil"], finds: "only-one-duplicate-covered" },
      { probe: "value-added-after-in-order", pairs: ["dup=2", "dup=2&dup=1"] },
      { vector: "collisions/4", probe: "pair-doubled", words: "signed pair duplicated", pairs: ["a=1", "a=1&a=1"], finds: ["identical-duplicates-merged", "identical-pairs-deduplicated"] },
      { vector: "collisions/5", probe: "equal-pair-removed", words: "one of two equal signed pairs removed", pairs: ["a=1&a=1", "a=1"], finds: "identical-duplicates-merged" },
      { probe: "one-of-two-changed", pairs: ["dup=1&dup=2", "dup=1&dup=3"] },
      { probe: "first-of-two-changed", pairs: ["dup=1&dup=2", "dup=0&dup=2"] },
      { probe: "empty-value-added", pairs: ["dup=1", "dup=1&dup="] },
      { probe: "empty-value-added-before", pairs: ["dup=1", "dup=&dup=1"] },
    ],
  },
  {
    ...WRONG, rule: COLLECTED,
    ofVector: { path: "/r" },
    check: {
      id: "name-in-query-and-form", title: "one name in query and form",
      means: "A parameter that the client did not sign, in the query or the form, hides the signed one of the same name.",
    },
    cases: [
      { vector: "collisions/22", probe: "added-to-query", words: "name of a body parameter added to the query", form: "a=1", query: ["", "a=evil"], finds: "same-name-across-sources-merged" },
      { vector: "collisions/21", probe: "added-to-form", words: "name of a query parameter added to the body", query: "a=1", form: ["b=2", "b=2&a=evil"], finds: ["same-name-across-sources-merged", "query-overrides-body"] },
      { vector: "collisions/23", probe: "query-changed", words: "query value changed, where the body has the same name", form: "a=2", query: ["a=1", "a=3"], finds: "same-name-across-sources-merged" },
      { probe: "form-changed", form: ["dup=1", "dup=3"], query: "dup=2" },
      { probe: "same-pair-added-to-query", form: "dup=1", query: ["", "dup=1"] },
    ],
  },
  {
    ...WRONG, rule: COLLECTED,
    check: {
      id: "joined-values", title: "several values that look like one",
      means: "The server joins values before it signs them, so one signature is valid for several requests.",
    },
    cases: [
      { vector: "collisions/6", probe: "comma-sent-as-two", words: "signed as one comma-joined value, sent as a repeated name", pairs: ["a=1%2C2", "a=1&a=2"], finds: ["array-joined-collision", "array-joined-with-comma"] },
      { vector: "collisions/7", probe: "two-sent-as-comma", words: "signed as a repeated name, sent as one comma-joined value", pairs: ["a=1&a=2", "a=1%2C2"], finds: "array-joined-collision" },
      { probe: "comma-and-space-sent-as-two", pairs: ["j=1%2C%202", "j=1&j=2"] },
      { vector: "collisions/8", probe: "concatenated-sent-as-two", words: "signed as one concatenated value, sent as a repeated name", pairs: ["a=12", "a=1&a=2"], finds: "values-concatenated-collision" },
      { probe: "two-sent-concatenated", pairs: ["j=1&j=2", "j=12"] },
      { probe: "space-sent-as-two", pairs: ["j=1%202", "j=1&j=2"] },
      { probe: "last-value-only", pairs: ["j=2", "j=1&j=2"] },
      { probe: "first-value-only", pairs: ["j=1", "j=1&j=2"] },
      { probe: "array-literal", pairs: ["j=%5B%221%22%2C%222%22%5D", "j=1&j=2"] },
      { probe: "python-list", pairs: ["j=%5B%271%27%2C%20%272%27%5D", "j=1&j=2"] },
      { probe: "array-word", pairs: ["j=Array", "j=1&j=2"] },
    ],
  },
  {
    ...WRONG, rule: ENCODED,
    check: {
      id: "separators-in-values", title: "separators in names and values",
      means: "The server joins names and values without encoding them, so part of a value can become another parameter.",
    },
    cases: [
      { vector: "collisions/9", probe: "encoded-ampersand-sent-literal", words: "signed with an encoded ampersand, sent with a literal one", pairs: ["s=1%26t%3D2", "s=1&t=2"], ofVector: { form: ["a=1%26b%3D2", "a=1&b=2"] }, finds: ["pairs-not-encoded-collision", "decoded-before-splitting"] },
      { vector: "collisions/10", probe: "literal-ampersand-sent-encoded", words: "signed with a literal ampersand, sent with an encoded one", pairs: ["s=1&t=2", "s=1%26t%3D2"], ofVector: { form: ["a=1&b=2", "a=1%26b%3D2"] }, finds: "pairs-not-encoded-collision" },
      { probe: "half-encoded-ampersand", pairs: ["s=1%26t=2", "s=1&t=2"] },
      { vector: "collisions/11", probe: "equals-sign-moved", words: "encoded equals sign moved from the name to the value", pairs: ["a%3D1=2", "a=1%3D2"], finds: "pairs-not-encoded-collision" },
      { vector: "collisions/12", probe: "ampersand-encoded-twice", words: "signed with an ampersand encoded twice, sent with one encoded once", pairs: ["a=1%2526b", "a=1%26b"], finds: "query-decoded-twice" },
      { probe: "ampersand-encoded-twice-sent-literal", pairs: ["s=1%2526t%253D2", "s=1&t=2"] },
      { vector: "collisions/13", probe: "letter-moved-to-name", words: "first character of the value moved: name ab signed, name a sent", rule: NORMALIZED, pairs: ["ab=c", "a=bc"] },
      { vector: "collisions/27", probe: "empty-value-added", words: "parameter with an empty value added", rule: NORMALIZED, pairs: ["a=1", "a=1&b="] },
      { probe: "value-moved-to-name", pairs: ["s=t", "st="] },
    ],
  },
  {
    ...WRONG, rule: ENCODED,
    check: {
      id: "structured-names", title: "names that parsers split",
      means: "The server signs names as its parser changed them, so one signature is valid for several requests.",
    },
    cases: [
      { vector: "collisions/14", probe: "brackets-removed", words: "brackets removed from a name", pairs: ["a%5B%5D=1", "a=1"], finds: "brackets-stripped" },
      { vector: "collisions/15", probe: "brackets-added", words: "brackets appended to a name", pairs: ["a=1", "a%5B%5D=1"], finds: "brackets-stripped" },
      { vector: "collisions/16", probe: "index-added", words: "index added in the brackets", pairs: ["a%5B%5D=1&a%5B%5D=2", "a%5B0%5D=1&a%5B1%5D=2"], finds: "array-index-appended" },
      { vector: "collisions/17", probe: "object-text", words: "signed with the text [object Object], sent with a nested name", pairs: ["a=%5Bobject%20Object%5D", "a%5Bb%5D=1"], finds: "nested-object-stringified" },
      { probe: "nested-value-changed", pairs: ["b%5Bc%5D=1", "b%5Bc%5D=2"] },
      { probe: "nested-value-added", pairs: ["b=1", "b=1&b%5Bc%5D=2"] },
      { probe: "dot-as-underscore", pairs: ["b_c=1", "b.c=1"] },
      { probe: "space-as-underscore", pairs: ["b_c=1", "b%20c=1"] },
      { vector: "collisions/18", probe: "proto-changed", words: "value of a parameter named __proto__ changed", rule: COLLECTED, pairs: ["__proto__=a&constructor=b", "__proto__=evil&constructor=b"], finds: KEYS },
      { vector: "collisions/19", probe: "proto-added", words: "parameter named __proto__ added", rule: COLLECTED, pairs: ["a=1", "a=1&__proto__=evil"], finds: KEYS },
      { probe: "constructor-added", pairs: ["z=1", "z=1&constructor=1"] },
      { probe: "has-own-property-added", pairs: ["z=1", "z=1&hasOwnProperty=1"] },
      { vector: "collisions/20", words: "parameter named hasOwnProperty added to the query", rule: COLLECTED, query: ["a=1", "a=1&hasOwnProperty=evil"], finds: KEYS },
      { probe: "proto-member-added", pairs: ["z=1", "z=1&__proto__%5Bx%5D=1"] },
    ],
  },
  {
    ...WRONG, rule: REALM, finds: "realm-param-unsigned-everywhere",
    ofVector: { path: "/r" },
    check: {
      id: "realm-parameter", title: "query parameter named realm",
      means: "The signature does not cover a parameter named realm, although RFC 5849 excludes only the realm of the header.",
    },
    cases: [
      { vector: "collisions/24", probe: "changed-beside-a-realm", words: "query parameter realm changed, where the header has a realm too", realm: "x", query: ["realm=shop", "realm=evil"] },
      { vector: "collisions/25", probe: "added-beside-a-realm", words: "query parameter realm added, where the header has a realm too", realm: "x", query: ["", "realm=evil"] },
      { probe: "added", query: ["", "realm=a"] },
      { probe: "changed", query: ["realm=a", "realm=b"] },
      { vector: "collisions/26", probe: "added-in-form", words: "body parameter realm added", ofVector: { realm: "x" }, form: ["a=1", "a=1&realm=evil"] },
    ],
  },
  {
    ...WRONG, rule: COLLECTED,
    check: {
      id: "shadowed-protocol-parameter", title: "parameter of the query with a name like that of a protocol parameter",
      means: "Parameters with such a name are left out of the signature, so they can be added or changed.",
    },
    cases: [
      { probe: "upper-case-added", query: ["z=1", "z=1&OAUTH_NONCE=x"] },
      { probe: "prefix-added", query: ["z=1", "z=1&oauthx=1"] },
      { probe: "signature-like-added", query: ["z=1", "z=1&signature=x"] },
    ],
  },
  {
    layer: "signature", rule: COLLECTED,
    check: {
      id: "odd-parameters", title: "unusual but valid parameters", rule: "rfc5849-3.4.1.3.1-1", everywhere: true,
      means: "The server rejects valid requests: clients that send such parameters fail.",
    },
    cases: [
      { probe: "plus-for-space", pairs: "o=a+b" },
      { probe: "encoded-space", pairs: "o=a%20b" },
      { probe: "name-without-value", pairs: "o" },
      { probe: "empty-value", pairs: "o=" },
      { probe: "equals-sign-in-value", pairs: "o=a=b" },
      { probe: "question-mark-in-value", pairs: "o=a?b" },
      { probe: "slash-in-value", pairs: "o=a/b" },
      { probe: "encoded-unreserved", pairs: "%6F=%7e" },
      { probe: "lower-case-escapes", pairs: "o=%c3%a9" },
      { probe: "reserved-characters", pairs: "o=!*'()" },
      { probe: "encoded-plus", pairs: "o=a%2Bb" },
      { probe: "double-encoded", pairs: "o=a%2520b" },
      { probe: "non-ascii", pairs: "o=%C3%A9%E2%82%AC%F0%9F%98%80" },
      { vector: "collisions/31", probe: "equal-pairs", words: "two equal pairs, unchanged", pairs: "a=1&a=1", finds: "identical-duplicates-merged" },
      { probe: "repeated-name", pairs: "o=2&o=1" },
      { vector: "collisions/32", probe: "repeated-name-empty-first", words: "repeated name whose first value is empty, unchanged", pairs: "a=&a=1", finds: "empty-first-duplicate-lost" },
      { vector: "collisions/33", probe: "one-name-in-query-and-form", words: "same name in query and body, unchanged", ofVector: { path: "/r" }, query: "a=1", form: "a=2", finds: "same-name-across-sources-merged" },
      {
        vector: "collisions/37", probe: "order-of-octets", words: "names whose order differs from byte order in other sort methods, unchanged", rule: "rfc5849-3.4.1.3.2-2", pairs: "a=1&a1=2&a-b=3&A=4&a%20b=5&%7A=6&a%5B=7&10=8&9=9",
        finds: ["locale-sort", "case-insensitive-sort", "joined-pairs-sorted", "natural-number-sort", "sorted-before-encoding", "integer-names-reordered"],
      },
      { probe: "brackets", pairs: "o%5Bp%5D=1" },
      { vector: "collisions/34", probe: "literal-brackets", words: "names with brackets, unchanged", pairs: "a[b]=1&a[b][]=2&a%5Bc%5D=3", finds: "bracket-parser-reencoded" },
      { probe: "object-member-names", pairs: "__proto__=1&constructor=2&toString=3" },
      { vector: "collisions/35", probe: "object-member-names-in-both", words: "names of inherited JavaScript object properties, unchanged", ofVector: { path: "/r" }, query: "__proto__=x&constructor=y", form: "hasOwnProperty=z&toString=&__proto__=2", finds: KEYS },
      { vector: "collisions/36", probe: "realm-parameter", words: "query parameter realm, unchanged", rule: REALM, ofVector: { path: "/r", realm: "x" }, query: "realm=shop", finds: "realm-param-unsigned-everywhere" },
      { probe: "realm-parameter-in-form", form: "realm=a" },
      { probe: "comma-in-value", pairs: "o=1,2" },
      { probe: "encoded-separators", pairs: "o=a%26b%3Dc" },
      { probe: "url-in-value", pairs: "o=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2" },
      { probe: "numbers-in-order", pairs: "10=a&9=b&1=c" },
    ],
  },
];
