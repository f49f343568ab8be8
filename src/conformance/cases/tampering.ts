/** Requests that were changed after they were signed: every part in turn (RFC 5849 3.2). */

import type { CaseGroup, ReceivedCase } from "./case.ts";
import { added, encodeFirstLetter, method, otherCase, path, protocol } from "./changes.ts";
import { type Draft, FORM_TYPE } from "./draft.ts";
import { unusedPair } from "./unused-names.ts";
import { BANK, SHOP_WITH_TOKEN } from "./vector-clients.ts";

const ORDER = "amount=10.42&currency=EUR&description=Two+cups";
const SEARCH = "state=open&limit=5";
const WRONG = { layer: "signature", rule: "rfc5849-3.2-1", refuse: "signature-mismatch" } as const;
const order = (from: string | RegExp, to: string) => ({ form: [ORDER, ORDER.replace(from, to)] }) as const;
const search = (from: string | RegExp, to: string) => ({ query: [SEARCH, SEARCH.replace(from, to)] }) as const;
const appended = (text: string) => ({ query: ["probe=1", `probe=1${text}`] }) as const;
const otherNonce = protocol("oauth_nonce", (nonce) => [...nonce].reverse().join(""));
const nonceDigit = protocol("oauth_nonce", (nonce) =>
  nonce.replace(/^(...)(.)/, (_, start, one) => `${start}${one === "d" ? "e" : "d"}`),
);

/** Spellings of the path; the probe sends each of them, and signs each of them. */
// biome-ignore format: one line a row
const PATHS: readonly (ReceivedCase & { readonly probe: string; readonly respell: (path: string) => string })[] = [
  { vector: "tampering/21", probe: "segment-appended", words: "path segment appended", respell: (path) => `${path}/1` },
  { vector: "tampering/22", probe: "slash-appended", words: "slash appended to the path", respell: (path) => `${path}/`, finds: ["two-path-forms-tried", "trailing-slash-added"] },
  { probe: "slash-removed", respell: (path) => path.replace(/(?<=.)\/$/, "") },
  { vector: "tampering/24", probe: "slash-doubled", words: "slash in the path doubled", respell: (path) => `/${path}`, finds: "double-slash-collapsed" },
  { vector: "tampering/23", probe: "letter-case-changed", words: "letter case of the path changed", respell: otherCase, finds: "path-lowercased" },
  { vector: "tampering/26", probe: "letter-percent-encoded", words: "letter in the path percent-encoded", respell: encodeFirstLetter, finds: ["path-unreserved-decoded", "path-decoded"] },
  { probe: "dot-segment-added", respell: (path) => `/.${path}` },
  { vector: "tampering/25", probe: "dot-segments-added", words: "dot segments added that resolve to the same path", respell: (path) => `/x/..${path}`, finds: "dot-segments-removed" },
  { vector: "tampering/27", probe: "path-parameter-added", respell: (path) => `${path};v=2`, finds: "path-parameters-dropped" },
  { vector: "tampering/28", probe: "path-doubled", words: "path duplicated", respell: (path) => `${path}${path}`, finds: "mounted-path-wrong" },
  { probe: "escape-respelled", respell: (path) => path.replace(/%[0-9a-f]{2}/gi, otherCase) },
];

/** With the numbers of their vectors in the topic of bodies. */
const FORM_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "REPORT"] as const;
const NUMBERS = { GET: 43, POST: undefined, PUT: 40, PATCH: 41, DELETE: 42, REPORT: 44 } as const;
const changedForm = (name: (typeof FORM_METHODS)[number]): ReceivedCase =>
  NUMBERS[name] === undefined
    ? {}
    : {
        vector: `bodies/${NUMBERS[name]}`,
        words: `form body of a ${name} request changed`,
        rule: "rfc5849-3.4.1.3.1-3",
        ofVector: { form: ["a=1", "a=evil"] },
        finds: "form-body-of-other-methods-uncovered",
      };

// biome-ignore format: one line a row
export const TAMPERING: readonly CaseGroup[] = [
  {
    ...WRONG,
    check: { id: "query-changed", title: "query changed after signing", means: "Someone who sees a request can change its query.", everywhere: true },
    cases: [
      { probe: "parameter-appended", query: ["", "probe=1"] },
      { probe: "name-appended", query: ["", "probe"] },
      { probe: "oddly-named-parameter-appended", query: ["", "a%5Bb%5D=1"] },
      { probe: "format-parameter-appended", query: ["", "format=json"] },
      { probe: "debug-parameter-appended", query: ["", "debug=1"] },
      { vector: "tampering/31", probe: "value-changed", words: "value in the query changed", ...search("open", "paid") },
      { probe: "name-changed", query: ["probe=1", "prove=1"] },
      { probe: "letter-case-of-value-changed", query: ["probe=a", "probe=A"] },
      { probe: "letter-case-of-name-changed", query: ["probe=a", "Probe=a"] },
      { probe: "space-appended", ...appended("%20") },
      { probe: "plus-appended", ...appended("+") },
      { probe: "nul-appended", ...appended("%00") },
      { vector: "tampering/36", probe: "equals-sign-appended", words: "equals sign appended to a value", ...search("open", "open="), finds: "value-cut-at-second-equals" },
      { vector: "tampering/35", probe: "question-mark-appended", words: "question mark appended to a query value", ...search(/$/, "?"), finds: "second-question-mark-cut" },
      { probe: "second-query-appended", ...appended("?other=2") },
      { probe: "values-swapped", query: ["a=1&b=2", "a=2&b=1"] },
      { vector: "tampering/37", probe: "ampersand-replaced-by-semicolon", words: "ampersand in the query replaced by a semicolon", ...search("&", ";") },
      { vector: "tampering/33", probe: "parameter-removed", words: "parameter removed from the query", ...search("&limit=5", "") },
      { vector: "tampering/32", probe: "all-parameters-removed", words: "query removed", query: [SEARCH, ""] },
      { vector: "tampering/34", probe: "parameter-appended-to-others", words: "parameter appended to the query", ...search(/$/, "&admin=1") },
    ],
  },
  {
    ...WRONG,
    check: { id: "form-changed", title: "form changed after signing", means: "Someone who sees a request can change its form.", everywhere: true },
    cases: [
      { vector: "tampering/6", probe: "parameter-appended", words: "parameter appended to the body", ...order(/$/, "&admin=1") },
      { vector: "tampering/7", probe: "parameter-inserted", words: "parameter inserted before the others in the body", ...order(/^/, "admin=1&") },
      { vector: "tampering/13", probe: "name-appended", words: "parameter name without a value appended to the body", ...order(/$/, "&admin") },
      { vector: "tampering/1", probe: "value-changed", words: "amount in the body changed", ...order("10.42", "99.42"), finds: "verification-result-ignored" },
      { vector: "tampering/2", probe: "digit-changed", words: "one digit of the body changed", ...order("10.42", "10.43") },
      { vector: "tampering/3", probe: "name-changed", words: "one letter of a parameter name changed", ...order("currency", "currencz") },
      { vector: "tampering/10", probe: "space-appended", words: "space appended to a value", ...order("EUR", "EUR+") },
      { vector: "tampering/11", probe: "line-feed-appended", words: "line feed appended to the body", ...order(/$/, "\n") },
      { vector: "tampering/12", probe: "nul-appended", words: "NUL appended to the body", ...order(/$/, "\0") },
      { vector: "tampering/4", probe: "case-changed", words: "letter case of a value changed", ...order("EUR", "eur") },
      { vector: "tampering/5", probe: "case-of-name-changed", words: "letter case of a parameter name changed", ...order("amount", "Amount") },
      { vector: "tampering/14", probe: "values-swapped", words: "two values swapped", ...order("amount=10.42&currency=EUR", "amount=EUR&currency=10.42") },
      { vector: "tampering/8", probe: "parameter-removed", words: "parameter removed from the body", ...order("&currency=EUR", "") },
      { vector: "tampering/9", probe: "removed", words: "body removed", form: ORDER, sent: (draft: Draft) => ({ ...draft, body: "" }) },
      { vector: "tampering/29", probe: "query-added-to-form", words: "query added to a form POST", form: ORDER, query: ["", "admin=1"], finds: "query-ignored-on-post" },
      { vector: "tampering/30", probe: "query-of-form-changed", words: "query of a form POST changed", form: "amount=10.42", query: ["shop=7", "shop=8"], finds: ["query-exempted-by-request", "query-ignored-on-post"] },
      { vector: "tampering/58", probe: "query-of-form-extended", words: "parameter appended to the query of a form POST", form: "amount=10.42", query: ["shop=7", "shop=7&x=1"] },
    ],
  },
  {
    ...WRONG,
    ofVector: { form: ORDER },
    check: { id: "path-changed", title: "path changed after signing", everywhere: true, means: "A request that was signed for one path is accepted for another." },
    cases: [
      ...PATHS.map(({ respell, ...one }) => ({ ...one, sent: path(respell) })),
      { vector: "tampering/20", words: "path changed", sent: path(() => "/refunds") },
    ],
  },
  {
    ...WRONG,
    check: {
      id: "path-signed-otherwise", title: "signed for another spelling of the path", rule: "rfc5849-3.4.1.2-3",
      means: "The server verifies with a path other than that of the request line, so a request for one path is valid for another.",
    },
    cases: [
      ...PATHS.map(({ probe, respell }) => ({ probe, signed: path(respell) })),
      { probe: "root-signed", signed: path(() => "/") },
      { probe: "first-segment-left-out", signed: path((path) => path.replace(/^\/[^/]+(?=\/)/, "")) },
      { probe: "query-in-the-uri", signed: (draft) => ({ ...draft, path: `${draft.path}?${draft.query}` }) },
    ],
  },
  {
    ...WRONG,
    check: { id: "method-changed", title: "HTTP method changed after signing", means: "A signature for one HTTP method is accepted for another." },
    cases: [
      { vector: "tampering/18", probe: "head", words: "GET changed to HEAD", ofVector: { query: SEARCH }, sent: method("HEAD") },
      { vector: "tampering/15", probe: "get", words: "POST changed to GET, body kept", ofVector: { form: ORDER }, sent: method("GET") },
      { vector: "tampering/19", probe: "unknown", words: "GET changed to the unknown method GETX", ofVector: { query: SEARCH }, sent: method("GETX") },
      { probe: "post", sent: method("POST") },
      { vector: "tampering/16", probe: "put", words: "POST changed to PUT", ofVector: { form: ORDER }, sent: method("PUT"), finds: "sent-method-differs" },
      { probe: "patch", sent: method("PATCH") },
      { vector: "tampering/17", probe: "delete", words: "GET changed to DELETE", ofVector: { query: SEARCH }, sent: method("DELETE") },
    ],
  },
  {
    ...WRONG,
    check: {
      id: "form-of-other-method-changed", title: "form of another HTTP method changed after signing", rule: "rfc5849-3.4.1.3.1-3",
      means: "The signature does not cover the form of this method, so it can be changed.",
    },
    cases: [
      ...FORM_METHODS.map((name) => ({ ...changedForm(name), probe: name.toLowerCase(), method: name, form: ["probe=1", "probe=1&x=1"] as const })),
      // Many servers drop the body of a GET request, and their applications do not get it either.
      ...FORM_METHODS.slice(1).map((name) => ({ probe: `${name.toLowerCase()}-added`, method: name, body: { text: "", type: FORM_TYPE }, sent: (draft: Draft) => ({ ...draft, body: unusedPair(draft) }) })),
    ],
  },
  {
    ...WRONG,
    ofVector: { form: ORDER },
    check: {
      id: "protocol-parameter-changed", title: "protocol parameter changed after signing",  everywhere: true,
      means: "The signature does not cover this parameter, so a request can be sent again with another value.",
    },
    cases: [
      { vector: "tampering/40", probe: "nonce-replaced", sent: otherNonce, finds: "nonce-made-twice" },
      { vector: "tampering/38", probe: "nonce-digit-changed", words: "one digit of the nonce changed", sent: nonceDigit },
      { probe: "nonce-extended", sent: protocol("oauth_nonce", (nonce) => `${nonce.slice(1)}x`) },
      { vector: "tampering/39", probe: "timestamp-increased", words: "timestamp increased by one second", sent: protocol("oauth_timestamp", (time) => String(Number(time) + 1)), finds: "timestamp-taken-twice" },
      { vector: "tampering/41", probe: "version-removed", words: "oauth_version removed", sent: protocol("oauth_version", () => undefined) },
      { vector: "tampering/42", probe: "version-added", words: "oauth_version added", ofVector: { form: "a=1" }, protocol: { oauth_version: undefined }, sent: added(["oauth_version", "1.0"]), finds: "defaults-added-to-base-string" },
      { vector: "tampering/43", probe: "callback-added", words: "oauth_callback added to the header", sent: added(["oauth_callback", "oob"]) },
      { probe: "verifier-added", sent: added(["oauth_verifier", "x"]) },
      { probe: "unknown-parameter-added", sent: added(["oauth_probe", "x"]) },
      { vector: "tampering/44", probe: "other-parameter-added", words: "parameter without the oauth_ prefix added to the header", rule: "rfc5849-3.4.1.3.1-2", sent: added(["admin", "1"]) },
      { probe: "empty-token-added", sent: protocol("oauth_token", (token) => token) },
    ],
  },
  {
    ...WRONG,
    cases: [
      { vector: "tampering/48", words: "with a token: amount changed", ofVector: { by: SHOP_WITH_TOKEN }, form: ["amount=10.42", "amount=99.42"] },
    ],
  },
  {
    ...WRONG,
    ofVector: { by: BANK, query: "shop=7", form: "amount=10.42&currency=EUR" },
    cases: [
      { vector: "tampering/49", words: "RSA: amount changed", ofVector: { by: BANK, query: "shop=7", form: ["amount=10.42&currency=EUR", "amount=99.42&currency=EUR"] } },
      { vector: "tampering/50", words: "RSA: query changed", ofVector: { by: BANK, query: ["shop=7", "shop=8"], form: "amount=10.42&currency=EUR" } },
      { vector: "tampering/51", words: "RSA: method changed", sent: method("PUT") },
      { vector: "tampering/52", words: "RSA: path changed", sent: path(() => "/refunds") },
      { vector: "tampering/56", words: "RSA: nonce changed", sent: nonceDigit },
    ],
  },
];
