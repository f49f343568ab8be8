/** Octets: each is decoded exactly once, and those that are not UTF-8 stay unchanged (RFC 5849 3.6). */

import { AT_R, type CaseGroup } from "./case.ts";
import { BANK } from "./vector-clients.ts";

const ENCODED = "rfc5849-3.4.1.3.2-1";
const ONCE = { rule: "rfc5849-3.6-5", finds: ["oauth-values-decoded-twice", "query-decoded-twice"] } as const;
const AS_TEXT = "digest-through-text";
const CHARSET = "body-charset-differs";
const AGAIN = "query-encoded-again-on-send";
const EVERY_OCTET = Array.from({ length: 256 }, (_, octet) => `%${octet.toString(16).padStart(2, "0")}`).join("");

/** Values that stay unchanged. A server may reject values that are not text: RFC 5849 3.6 encodes text as UTF-8. */
const KEPT: readonly (readonly [probe: string, text: string, isText: boolean])[] = [
  ["ff", "%FF", false],
  ["latin-1", "%E9", false],
  ["cut-off", "%C3", false],
  ["continuation-alone", "%80", false],
  ["overlong", "%C0%AF", false],
  ["surrogate", "%ED%A0%80", false],
  ["above-unicode", "%F4%90%80%80", false],
  ["replacement-character", "%EF%BF%BD", true],
  ["byte-order-mark", "%EF%BB%BFa", true],
  ["nul", "%00", false],
  ["line-end", "%0D%0A", true],
];

export const OCTETS: readonly CaseGroup[] = [
  {
    rule: "rfc5849-3.6-1",
    refuse: "signature-mismatch",
    check: {
      id: "value-normalized",
      title: "value that differs from the signed value",
      rule: ENCODED,
      means: "The server changes values before it signs them, so one signature is valid for several requests.",
    },
    cases: {
      "spaces-trimmed": {
        vector: "collisions/28",
        rule: ENCODED,
        pairs: ["a=%20x%20", "a=x"],
        finds: "values-trimmed",
      },
      "spaces-added": { pairs: ["v=a", "v=%20a"] },
      "space-sent-as-encoded-plus": {
        vector: "collisions/29",
        rule: "rfc5849-3.4.1.3.1-1",
        pairs: ["a=1%202", "a=1%2B2"],
        finds: "query-plus-kept-literal",
      },
      "encoded-plus-sent-as-space": { pairs: ["v=a%2Bb", "v=a+b"] },
      "composed-sent-as-decomposed": { vector: "collisions/30", pairs: ["a=%C3%A9", "a=e%CC%81"] },
      "encoded-again": { vector: "octets/31", pairs: ["a=b%20c", "a=b%2520c"], finds: AGAIN },
      "decoded-again": { pairs: ["v=a%252541", "v=a%2541"] },
      "decoded-once": { vector: "octets/29", ...ONCE, pairs: ["a=%2541", "a=A"] },
      "ff-for-replacement-character": { vector: "octets/14", pairs: ["a=%FF", "a=%EF%BF%BD"], finds: AS_TEXT },
      "replacement-character-for-ff": { vector: "octets/15", pairs: ["a=%EF%BF%BD", "a=%FF"], finds: AS_TEXT },
      "fe-for-ff": { vector: "octets/16", pairs: ["a=%FF", "a=%FE"], finds: AS_TEXT },
      "fe-for-ff-in-name": { vector: "octets/18", pairs: ["%FF=1", "%FE=1"], finds: AS_TEXT },
      "slash-for-overlong-slash": { vector: "octets/19", pairs: ["a=%C0%AF", "a=%2F"], finds: AS_TEXT },
      "utf-8-for-latin-1": { vector: "octets/20", pairs: ["a=%E9", "a=%C3%A9"], finds: CHARSET },
      "latin-1-for-utf-8": { vector: "octets/21", pairs: ["a=%C3%A9", "a=%E9"], finds: CHARSET },
      "utf-8-for-surrogates": {
        vector: "octets/22",
        pairs: ["a=%ED%A0%BD%ED%B8%80", "a=%F0%9F%98%80"],
        finds: AS_TEXT,
      },
      "byte-order-mark-removed": { vector: "octets/23", pairs: ["a=%EF%BB%BFb", "a=b"], finds: "values-trimmed" },
      "cut-at-nul": { pairs: ["v=a", "v=a%00b"] },
      "line-end-changed": { pairs: ["v=a%0D%0Ab", "v=a%0Ab"] },
      "number-respelled": { pairs: ["v=1", "v=1.0"] },
      "leading-zero": { pairs: ["v=1", "v=01"] },
    },
    vectors: {
      "octets/32": {
        words: "query value percent-encoded again",
        ...AT_R,
        query: ["a=b%20c", "a=b%2520c"],
        finds: AGAIN,
      },
      "octets/30": {
        words: "double percent-encoding in the query, sent decoded once",
        ...ONCE,
        ...AT_R,
        query: ["a=%2541", "a=%41"],
      },
      "octets/17": {
        words: "%FF replaced by %FE in a query",
        ...AT_R,
        query: ["a=%FF", "a=%FE"],
        finds: AS_TEXT,
      },
      "octets/40": {
        words: "RSA: %FF replaced by U+FFFD in a form",
        ofVector: { by: BANK },
        form: ["a=%FF", "a=%EF%BF%BD"],
        finds: AS_TEXT,
      },
    },
  },
  {
    rule: "rfc5849-3.6-1",
    check: {
      id: "odd-octets",
      title: "octets that are not text, or that look encoded",
      noServerError: true,
      means: "The server decodes such octets twice or as text, and rejects valid requests.",
    },
    cases: {
      "ff-in-name": { vector: "octets/13", pairs: "%FF=1", isOpenForProbe: true },
      "every-octet": { vector: "octets/41", pairs: `a=${EVERY_OCTET}`, isOpenForProbe: true },
      "non-ascii-in-both": {
        vector: "octets/26",
        ...AT_R,
        query: "q=%E2%82%AC",
        form: "name=Jos%C3%A9&%E5%90%8D=%F0%9F%98%80",
        finds: "server-decodes-octets-one-by-one",
      },
      "encoded-twice": { vector: "octets/28", ...ONCE, pairs: "a=%2541" },
      "percent-sign-last-in-form": {
        vector: "octets/34",
        rule: "rfc5849-3.6-5",
        form: "discount=100%",
        mayRefuse: "the form is malformed",
      },
      "percent-signs-in-form": {
        vector: "octets/35",
        rule: "rfc5849-3.6-5",
        form: "a=%zz&b=%4",
        mayRefuse: "the form is malformed",
      },
      "percent-sign-last-in-query": {
        vector: "octets/36",
        rule: "rfc5849-3.6-5",
        ...AT_R,
        query: "a=100%",
        mayRefuse: "the URL is malformed",
      },
      "raw-octet-in-form": {
        vector: "octets/24",
        form: ["a=%FF", "a=\xff"],
        mayRefuse: "a form should contain only ASCII",
      },
      "raw-utf-8-in-form": {
        vector: "octets/25",
        form: ["a=%C3%A9", "a=\xc3\xa9"],
        mayRefuse: "a form should contain only ASCII",
      },
    },
    vectors: {
      "octets/12": { words: "%FF in a query, unchanged", ...AT_R, query: "a=%FF" },
      "octets/39": { words: "RSA: %FF in a form, unchanged", ofVector: { by: BANK }, form: "a=%FF" },
    },
    computed: KEPT.map(([probe, text, isText], index) => ({
      vector: `octets/${index + 1}`,
      probe,
      pairs: `a=${text}`,
      isOpenForProbe: !isText,
      finds: "server-decodes-octets-one-by-one",
    })),
  },
  {
    layer: "parse",
    rule: "rfc5849-3.5.1-1",
    refuse: "authorization-malformed",
    vectors: {
      "octets/38": {
        words: "raw non-ASCII bytes in the header",
        ofVector: { protocol: { oauth_nonce: "é" } },
        header: ["%C3%A9", "é"],
        alsoAcceptable: "signature-mismatch",
        mayAccept: "earlier versions of HTTP allowed such bytes",
      },
    },
  },
];
