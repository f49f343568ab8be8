/** Requests that were changed after they were signed: every part in turn (RFC 5849 3.2). */

import { type CaseGroup, type ReceivedCase, SMALL_FORM } from "./case.ts";
import { added, changing, escaped, method, otherCase, path, protocol } from "./changes.ts";
import { type Draft, FORM_TYPE } from "./draft.ts";
import { unusedPair } from "./unused-names.ts";
import { BANK, SHOP_WITH_TOKEN } from "./vector-clients.ts";

const ORDER = "amount=10.42&currency=EUR&description=Two+cups";
const SEARCH = "state=open&limit=5";
const WRONG = { rule: "rfc5849-3.2-1", refuse: "signature-mismatch" } as const;
const order = (from: string | RegExp, to: string) => ({ form: [ORDER, ORDER.replace(from, to)] }) as const;
const search = (from: string | RegExp, to: string) => ({ query: [SEARCH, SEARCH.replace(from, to)] }) as const;
const appended = (text: string) => ({ query: ["probe=1", `probe=1${text}`] }) as const;
const otherNonce = protocol("oauth_nonce", (nonce) => [...nonce].reverse().join(""));
const nonceDigit = protocol("oauth_nonce", (nonce) =>
  nonce.replace(/^(...)(.)/, (_, start, one) => `${start}${one === "d" ? "e" : "d"}`),
);

/** Spellings of the path; the probe sends each of them, and signs each of them. */
const PATHS: readonly (ReceivedCase & { readonly probe: string; readonly respell: (path: string) => string })[] = [
  { vector: "tampering/21", probe: "segment-appended", respell: (path) => `${path}/1` },
  {
    vector: "tampering/22",
    probe: "slash-appended",
    respell: (path) => `${path}/`,
    finds: ["two-path-forms-tried", "trailing-slash-added"],
  },
  { probe: "slash-removed", respell: (path) => path.replace(/(?<=.)\/$/, "") },
  { vector: "tampering/24", probe: "slash-doubled", respell: (path) => `/${path}`, finds: "double-slash-collapsed" },
  {
    vector: "tampering/23",
    probe: "letter-case-changed",
    respell: (path) => otherCase(path),
    finds: "path-lowercased",
  },
  {
    vector: "tampering/26",
    probe: "letter-percent-encoded",
    respell: (path) => escaped(path),
    finds: ["path-unreserved-decoded", "path-decoded"],
  },
  { probe: "dot-segment-added", respell: (path) => `/.${path}` },
  {
    vector: "tampering/25",
    probe: "dot-segments-added",
    respell: (path) => `/x/..${path}`,
    finds: "dot-segments-removed",
  },
  {
    vector: "tampering/27",
    probe: "path-parameter-added",
    respell: (path) => `${path};v=2`,
    finds: "path-parameters-dropped",
  },
  { vector: "tampering/28", probe: "path-doubled", respell: (path) => `${path}${path}`, finds: "mounted-path-wrong" },
  { probe: "escape-respelled", respell: (path) => path.replace(/%[0-9a-f]{2}/gi, (found) => otherCase(found)) },
];

/** Methods of forms, and their vector numbers among bodies. */
const FORM_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "REPORT"] as const;
const NUMBERS = { GET: 43, POST: undefined, PUT: 40, PATCH: 41, DELETE: 42, REPORT: 44 } as const;
const changedForm = (name: (typeof FORM_METHODS)[number]): ReceivedCase =>
  NUMBERS[name] === undefined
    ? {}
    : {
        vector: `bodies/${NUMBERS[name]}`,
        rule: "rfc5849-3.4.1.3.1-3",
        ofVector: { form: ["a=1", "a=evil"] },
        finds: "form-body-of-other-methods-uncovered",
      };

export const TAMPERING: readonly CaseGroup[] = [
  {
    ...WRONG,
    check: {
      id: "query-changed",
      title: "query changed after signing",
      means: "Someone who sees a request can change its query.",
      everywhere: true,
    },
    cases: {
      "parameter-appended": { query: ["", "probe=1"] },
      "name-appended": { query: ["", "probe"] },
      "oddly-named-parameter-appended": { query: ["", "a%5Bb%5D=1"] },
      "format-parameter-appended": { query: ["", "format=json"] },
      "debug-parameter-appended": { query: ["", "debug=1"] },
      "value-changed": { vector: "tampering/31", ...search("open", "paid") },
      "name-changed": { query: ["probe=1", "prove=1"] },
      "letter-case-of-value-changed": { query: ["probe=a", "probe=A"] },
      "letter-case-of-name-changed": { query: ["probe=a", "Probe=a"] },
      "space-appended": appended("%20"),
      "plus-appended": appended("+"),
      "nul-appended": appended("%00"),
      "equals-sign-appended": {
        vector: "tampering/36",
        ...search("open", "open="),
        finds: "value-cut-at-second-equals",
      },
      "question-mark-appended": { vector: "tampering/35", ...search(/$/, "?"), finds: "second-question-mark-cut" },
      "second-query-appended": appended("?other=2"),
      "values-swapped": { query: ["a=1&b=2", "a=2&b=1"] },
      "ampersand-replaced-by-semicolon": { vector: "tampering/37", ...search("&", ";") },
      "parameter-removed": { vector: "tampering/33", ...search("&limit=5", "") },
      "all-parameters-removed": { vector: "tampering/32", query: [SEARCH, ""] },
      "parameter-appended-to-others": { vector: "tampering/34", ...search(/$/, "&admin=1") },
    },
  },
  {
    ...WRONG,
    check: {
      id: "form-changed",
      title: "form changed after signing",
      means: "Someone who sees a request can change its form.",
      everywhere: true,
    },
    cases: {
      "parameter-appended": { vector: "tampering/6", ...order(/$/, "&admin=1") },
      "parameter-inserted": { vector: "tampering/7", ...order(/^/, "admin=1&") },
      "name-appended": { vector: "tampering/13", ...order(/$/, "&admin") },
      "value-changed": { vector: "tampering/1", ...order("10.42", "99.42"), finds: "verification-result-ignored" },
      "digit-changed": { vector: "tampering/2", ...order("10.42", "10.43") },
      "name-changed": { vector: "tampering/3", ...order("currency", "currencz") },
      "space-appended": { vector: "tampering/10", ...order("EUR", "EUR+") },
      "line-feed-appended": { vector: "tampering/11", ...order(/$/, "\n") },
      "nul-appended": { vector: "tampering/12", ...order(/$/, "\0") },
      "case-changed": { vector: "tampering/4", ...order("EUR", "eur") },
      "case-of-name-changed": { vector: "tampering/5", ...order("amount", "Amount") },
      "values-swapped": { vector: "tampering/14", ...order("amount=10.42&currency=EUR", "amount=EUR&currency=10.42") },
      "parameter-removed": { vector: "tampering/8", ...order("&currency=EUR", "") },
      removed: { vector: "tampering/9", form: ORDER, sent: changing({ body: "" }) },
      "query-added-to-form": {
        vector: "tampering/29",
        form: ORDER,
        query: ["", "admin=1"],
        finds: "query-ignored-on-post",
      },
      "query-of-form-changed": {
        vector: "tampering/30",
        form: "amount=10.42",
        query: ["shop=7", "shop=8"],
        finds: ["query-exempted-by-request", "query-ignored-on-post"],
      },
      "query-of-form-extended": { vector: "tampering/58", form: "amount=10.42", query: ["shop=7", "shop=7&x=1"] },
    },
  },
  {
    ...WRONG,
    ofVector: { form: ORDER },
    check: {
      id: "path-changed",
      title: "path changed after signing",
      everywhere: true,
      means: "A request that was signed for one path is accepted for another.",
    },
    vectors: {
      "tampering/20": { words: "path changed", sent: path("/refunds") },
    },
    computed: PATHS.map(({ respell, ...one }) => ({ ...one, sent: path(respell) })),
  },
  {
    ...WRONG,
    check: {
      id: "path-signed-otherwise",
      title: "signed for another spelling of the path",
      rule: "rfc5849-3.4.1.2-3",
      means:
        "The server verifies with a path other than that of the request line, so a request for one path is valid for another.",
    },
    cases: {
      "root-signed": { signed: path("/") },
      "first-segment-left-out": { signed: path((path) => path.replace(/^\/[^/]+(?=\/)/, "")) },
      "query-in-the-uri": { signed: (draft) => ({ ...draft, path: `${draft.path}?${draft.query}` }) },
    },
    computed: PATHS.map(({ probe, respell }) => ({ probe, signed: path(respell) })),
  },
  {
    ...WRONG,
    check: {
      id: "method-changed",
      title: "HTTP method changed after signing",
      means: "A signature for one HTTP method is accepted for another.",
    },
    cases: {
      head: { vector: "tampering/18", ofVector: { query: SEARCH }, sent: method("HEAD") },
      get: { vector: "tampering/15", ofVector: { form: ORDER }, sent: method("GET") },
      unknown: { vector: "tampering/19", ofVector: { query: SEARCH }, sent: method("GETX") },
      post: { sent: method("POST") },
      put: { vector: "tampering/16", ofVector: { form: ORDER }, sent: method("PUT"), finds: "sent-method-differs" },
      patch: { sent: method("PATCH") },
      delete: { vector: "tampering/17", ofVector: { query: SEARCH }, sent: method("DELETE") },
    },
  },
  {
    ...WRONG,
    check: {
      id: "form-of-other-method-changed",
      title: "form of another HTTP method changed after signing",
      rule: "rfc5849-3.4.1.3.1-3",
      means: "The signature does not cover the form of this method, so it can be changed.",
    },
    computed: [
      ...FORM_METHODS.map((name) => ({
        ...changedForm(name),
        probe: name.toLowerCase(),
        method: name,
        form: ["probe=1", "probe=1&x=1"] as const,
      })),
      // Many servers drop the body of a GET request, and their applications do not get it either.
      ...FORM_METHODS.slice(1).map((name) => ({
        probe: `${name.toLowerCase()}-added`,
        method: name,
        body: { text: "", type: FORM_TYPE },
        sent: (draft: Draft) => ({ ...draft, body: unusedPair(draft) }),
      })),
    ],
  },
  {
    ...WRONG,
    ofVector: { form: ORDER },
    check: {
      id: "protocol-parameter-changed",
      title: "protocol parameter changed after signing",
      everywhere: true,
      means: "The signature does not cover this parameter, so a request can be sent again with another value.",
    },
    cases: {
      "nonce-replaced": { vector: "tampering/40", sent: otherNonce, finds: "nonce-made-twice" },
      "nonce-digit-changed": { vector: "tampering/38", sent: nonceDigit },
      "nonce-extended": { sent: protocol("oauth_nonce", (nonce) => `${nonce.slice(1)}x`) },
      "timestamp-increased": {
        vector: "tampering/39",
        sent: protocol("oauth_timestamp", (time) => String(Number(time) + 1)),
        finds: "timestamp-taken-twice",
      },
      "version-removed": { vector: "tampering/41", sent: protocol("oauth_version", () => undefined) },
      "version-added": {
        vector: "tampering/42",
        ...SMALL_FORM,
        protocol: { oauth_version: undefined },
        sent: added(["oauth_version", "1.0"]),
        finds: "defaults-added-to-base-string",
      },
      "callback-added": { vector: "tampering/43", sent: added(["oauth_callback", "oob"]) },
      "verifier-added": { sent: added(["oauth_verifier", "x"]) },
      "unknown-parameter-added": { sent: added(["oauth_probe", "x"]) },
      "other-parameter-added": { vector: "tampering/44", rule: "rfc5849-3.4.1.3.1-2", sent: added(["admin", "1"]) },
      "empty-token-added": { sent: protocol("oauth_token", (token) => token) },
    },
  },
  {
    ...WRONG,
    vectors: {
      "tampering/48": {
        words: "with a token: amount changed",
        ofVector: { by: SHOP_WITH_TOKEN },
        form: ["amount=10.42", "amount=99.42"],
      },
    },
  },
  {
    ...WRONG,
    ofVector: { by: BANK, query: "shop=7", form: "amount=10.42&currency=EUR" },
    vectors: {
      "tampering/49": {
        words: "RSA: amount changed",
        ofVector: { by: BANK, query: "shop=7", form: ["amount=10.42&currency=EUR", "amount=99.42&currency=EUR"] },
      },
      "tampering/50": {
        words: "RSA: query changed",
        ofVector: { by: BANK, query: ["shop=7", "shop=8"], form: "amount=10.42&currency=EUR" },
      },
      "tampering/51": { words: "RSA: method changed", sent: method("PUT") },
      "tampering/52": { words: "RSA: path changed", sent: path("/refunds") },
      "tampering/56": { words: "RSA: nonce changed", sent: nonceDigit },
    },
  },
];
