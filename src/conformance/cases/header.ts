/** The Authorization header: its grammar, its realm, and other header fields (RFC 5849 3.5.1). */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { type CaseGroup, type ReceivedCase, SMALL_FORM } from "./case.ts";
import { authorizationOf, fields, nonce, unlike } from "./changes.ts";
import { encode } from "./draft.ts";

const ENCODED = "rfc5849-3.5.1-1";
const REALM = "rfc5849-3.5.1-2";
const UNSIGNED = "rfc5849-3.4.1.3.1-2";
const ORDER = { form: "amount=10.42&currency=EUR&note=a%20b~c" };
const PARSED = { layer: "parse", rule: "rfc5849-3.5.1-3" } as const;
const SPACING = { finds: "header-spacing-or-case-rejected" };
const FIELD_NAMES = {
  layer: "signature",
  ofVector: ORDER,
  place: "header",
  finds: ["header-spacing-or-case-rejected", "content-type-name-case-missed"],
} as const;
const ENCODED_OTHERWISE = { layer: "signature", rule: ENCODED, ofVector: ORDER } as const;
const SPLIT = "header-split-naively";
const BY_SUBSTRING = "realm-found-by-substring";
const SEPARATOR = "header-wrong-separator";
const LIST = "HTTP lets a parser skip empty list elements";
const NOTHING = { refuse: "protocol-parameters-missing", alsoAcceptable: "authorization-malformed" };
const TWO_REALMS = {
  refuse: "parameter-duplicated",
  alsoAcceptable: "authorization-malformed",
  rule: REALM,
  realm: "Shop",
};

const renamed = (rename: (name: string) => string) => (request: HttpRequest) => ({
  ...request,
  headers: request.headers.map(([name, value]) => [rename(name), value] as const),
});
/** Adds a second Authorization header after the first. */
const repeated = (name: string, edit: (value: string) => string) =>
  fields((_, request) => [name, edit(authorizationOf(request))]);
const otherClient = (value: string): string =>
  value.replace(/(?<=oauth_consumer_key=")[^"]*/, (own) => unlike("client-2", [own]));
/** A nonce with this text; in the probe, a new nonce that ends with it. */
const nonceWith = (text: string): Pick<ReceivedCase, "protocol" | "ofVector"> => ({
  ...nonce((own) => own + text),
  ofVector: { protocol: { oauth_nonce: text } },
});
/** A callback, provided that the server accepts callbacks. */
const callback = (text: string): Pick<ReceivedCase, "protocol" | "ifAccepted"> => ({
  protocol: { oauth_callback: text },
  ifAccepted: { protocol: { oauth_callback: "oob" } },
});

export const HEADER: readonly CaseGroup[] = [
  {
    ...PARSED,
    ...SMALL_FORM,
    check: {
      id: "header-spelling",
      title: "header in another valid spelling",
      means: "The server rejects valid headers: clients that write headers in this form fail.",
    },
    cases: {
      "scheme-in-lower-case": { vector: "header-grammar/1", header: ["OAuth", "oauth"], ...SPACING },
      "scheme-in-upper-case": { vector: "header-grammar/2", header: ["OAuth", "OAUTH"], ...SPACING },
      "no-space-after-commas": { vector: "header-grammar/3", header: [/, /g, ","], ...SPACING },
      "space-around-commas": { vector: "header-grammar/4", header: [/, /g, " , "], ...SPACING },
      "several-spaces-after-commas": { vector: "header-grammar/6", header: [/, /g, "   ,   "], ...SPACING },
      "tab-after-commas": { vector: "header-grammar/5", header: [/, /g, "\t,\t"], ...SPACING },
      "several-spaces-after-the-scheme": { vector: "header-grammar/7", header: ["OAuth ", "OAuth   "], ...SPACING },
      "tab-after-the-scheme": {
        vector: "header-grammar/60",
        header: ["OAuth ", "OAuth\t"],
        isOpenForProbe: true,
        ...SPACING,
      },
      "spaces-at-the-end": { vector: "header-grammar/8", header: (value) => `${value}  `, ...SPACING },
      "parameters-reordered": {
        vector: "same-request/20",
        ...ENCODED_OTHERWISE,
        header: (value) => `OAuth ${value.slice("OAuth ".length).split(", ").reverse().join(", ")}`,
      },
      "escapes-in-lower-case": {
        vector: "same-request/23",
        ...ENCODED_OTHERWISE,
        header: (value) => value.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
      },
      "signature-encoded-unnecessarily": {
        vector: "signatures/64",
        layer: "signature",
        rule: ENCODED,
        ofVector: { form: "amount=10.42" },
        header: (value) =>
          value.replace(
            /oauth_signature="([^%])/,
            (_, first: string) => `oauth_signature="%${first.charCodeAt(0).toString(16)}`,
          ),
      },
      "value-encoded-unnecessarily": { header: ['oauth_version="1.0"', 'oauth_version="1%2E0"'] },
      "parameter-name-encoded-unnecessarily": {
        vector: "same-request/22",
        ...ENCODED_OTHERWISE,
        header: ["oauth_nonce", "oauth%5Fnonce"],
        mayRefuse: "no known client percent-encodes the names of protocol parameters",
      },
      "equals-sign-of-the-signature-literal": {
        vector: "same-request/24",
        ...ENCODED_OTHERWISE,
        header: ["%3D", "="],
        isOpenForProbe: true,
        finds: ["header-values-not-encoded", "header-split-naively"],
      },
      "field-name-in-lower-case": {
        vector: "same-request/34",
        edit: renamed((name) => name.toLowerCase()),
        ...FIELD_NAMES,
      },
      "field-name-in-upper-case": {
        vector: "same-request/35",
        edit: renamed((name) => name.toUpperCase()),
        ...FIELD_NAMES,
      },
    },
    vectors: {
      "same-request/21": {
        words: "value in the header percent-encoded unnecessarily",
        ...ENCODED_OTHERWISE,
        header: ['"client-1"', '"%63lient%2D1"'],
      },
    },
  },
  {
    ...PARSED,
    rule: REALM,
    place: "header",
    ...SMALL_FORM,
    check: {
      id: "realm",
      title: "header with a realm",
      noServerError: true,
      means:
        "The realm may be any quoted string and is not signed; the server rejects valid headers that contain a realm.",
    },
    cases: {
      plain: { vector: "header-grammar/9", realm: "Shop" },
      empty: { vector: "header-grammar/10", realm: "" },
      url: { realm: "https://example.com/" },
      "with-comma": { realm: "a,b" },
      "with-comma-and-equals-sign": { vector: "header-grammar/15", realm: "a=b, c=d", finds: SPLIT },
      "with-percent-signs": { vector: "header-grammar/18", realm: "%zz%", finds: "realm-percent-encoded" },
      "with-protocol-parameter": { realm: "oauth_nonce=x, oauth_token=y" },
      "with-quoted-protocol-parameter": {
        vector: "header-grammar/16",
        realm: 'x, oauth_nonce=\\"other\\"',
        isOpenForProbe: true,
        finds: SPLIT,
      },
      "with-escaped-quote": { vector: "header-grammar/17", realm: 'a\\"b\\\\', isOpenForProbe: true },
      last: { vector: "header-grammar/13", rule: UNSIGNED, header: (value) => `${value}, realm="Shop"` },
      "not-signed": {
        vector: "header-grammar/11",
        rule: UNSIGNED,
        realm: "Shop",
        header: ['realm="Shop"', 'realm="Other"'],
      },
      removed: { vector: "header-grammar/12", rule: UNSIGNED, realm: "Shop", header: ['realm="Shop", ', ""] },
      "name-in-upper-case": {
        vector: "header-grammar/14",
        realm: "Shop",
        header: ["realm", "REALM"],
        isOpenForProbe: true,
      },
    },
  },
  {
    ...PARSED,
    rule: ENCODED,
    check: {
      id: "values-in-header",
      title: "value of the header with unusual characters",
      means: "The server reads the value of a protocol parameter wrongly, and rejects valid requests.",
    },
    cases: {
      "word-realm": {
        vector: "header-grammar/19",
        rule: UNSIGNED,
        place: "header",
        ...nonce((own) => `realm${own.slice(5)}`),
        ofVector: { protocol: { oauth_nonce: "realm42" } },
        finds: BY_SUBSTRING,
      },
      "word-realm-inside": { place: "header", ...nonce((own) => `x${own.slice(6)}realm`) },
      "word-oauth-signature": { place: "header", ...nonce((own) => `oauthsignature${own.slice(14)}`) },
      "nonce-like-a-realm": {
        vector: "header-grammar/20",
        rule: UNSIGNED,
        ...nonceWith('realm="x"'),
        isOpenForProbe: true,
        finds: BY_SUBSTRING,
      },
      "separators-in-nonce": {
        vector: "header-grammar/21",
        ...nonceWith('a,b="c"&d'),
        isOpenForProbe: true,
        finds: [SPLIT, "nonce-reserved-characters"],
      },
      "literal-separators-in-nonce": {
        vector: "header-grammar/22",
        ...nonceWith("a,b=c"),
        header: ["a%2Cb%3Dc", "a,b=c"],
        mayRefuse: "RFC 5849 requires percent-encoded values",
        finds: [SPLIT, "header-values-not-encoded"],
      },
      "literal-plus-in-nonce": {
        vector: "header-grammar/23",
        rule: "rfc5849-3.6-4",
        ...nonceWith("a+b"),
        header: ["a%2Bb", "a+b"],
        isOpenForProbe: true,
        finds: "header-plus-as-space",
      },
      "parameter-without-prefix": {
        vector: "header-grammar/25",
        rule: UNSIGNED,
        place: "header",
        protocol: { x_order: "7" },
        isOpenForProbe: true,
        finds: "request-params-in-header",
      },
      "nonce-encoded-again": {
        vector: "octets/33",
        layer: "signature",
        rule: "rfc5849-3.6-1",
        refuse: "signature-mismatch",
        ...nonceWith("a+b"),
        header: ["a%2Bb", "a%252Bb"],
        finds: "protocol-values-encoded-once",
      },
      "escapes-in-callback": {
        vector: "octets/27",
        layer: "signature",
        rule: "rfc5849-3.6-5",
        ...callback("https://a.example/%20?b=%2526"),
        finds: ["oauth-values-decoded-twice", "query-decoded-twice"],
      },
      "encoded-percent-sign": callback("https://example.com/?a=%2541"),
      "encoded-url": callback(encode("https://example.com/?a=b&c=d")),
      "comma-and-quotes": callback('a, b="c"'),
      "non-ascii": callback("é€"),
    },
  },
  {
    ...PARSED,
    rule: "rfc5849-3.6-4",
    check: {
      id: "plus-in-header",
      title: "plus sign in the header where a space was signed",
      means:
        "The server reads a plus sign in the header as a space, so a request fails if its signature contains an unencoded plus sign.",
    },
    cases: {
      "in-a-value": {
        vector: "header-grammar/24",
        layer: "signature",
        refuse: "signature-mismatch",
        finds: ["header-plus-as-space", "header-form-encoded"],
        ...callback("a b"),
        ofVector: { protocol: { oauth_nonce: "a b" } },
        header: ["a%20b", "a+b"],
      },
      "literal-in-a-signature": { header: [/%2B/g, "+"], isOpenForProbe: true },
    },
  },
  {
    ...PARSED,
    refuse: "authorization-malformed",
    finds: "malformed-header-crashes",
    ...SMALL_FORM,
    check: {
      id: "header-malformed",
      title: "malformed header",
      noServerError: true,
      means: "Anyone can send a malformed header, so the server must reject it like any other request.",
    },
    cases: {
      "only-the-scheme": { vector: "header-grammar/26", header: "OAuth", ...NOTHING },
      "only-the-scheme-and-a-space": { vector: "header-grammar/27", header: "OAuth ", ...NOTHING },
      empty: { vector: "header-grammar/28", header: "", ...NOTHING },
      "name-only": { vector: "header-grammar/29", header: "OAuth x" },
      "name-and-equals-sign": { vector: "header-grammar/30", header: "OAuth oauth_nonce=" },
      "value-without-a-name": { vector: "header-grammar/31", header: 'OAuth ="x"' },
      "value-only": { header: 'OAuth "x"' },
      "equals-sign-only": { vector: "header-grammar/32", header: "OAuth =" },
      "comma-only": { vector: "header-grammar/33", header: "OAuth ,", alsoAcceptable: "protocol-parameters-missing" },
      "commas-only": { header: "OAuth ,,," },
      "quote-only": { vector: "header-grammar/34", header: 'OAuth "' },
      "bad-escape": { header: 'OAuth oauth_consumer_key="%zz"' },
      "cut-escape": { header: 'OAuth oauth_consumer_key="%4"' },
      "escape-that-is-not-utf-8": { header: 'OAuth oauth_consumer_key="%FF"' },
      "control-character": { header: 'OAuth oauth_consumer_key="%00"' },
      "many-commas": { header: () => `OAuth ${",".repeat(2000)}` },
      "many-quotes": { header: () => `OAuth ${'"'.repeat(2000)}` },
      "object-member-names": { header: 'OAuth __proto__="1", constructor="2", toString="3"' },
      "no-closing-quote": { vector: "header-grammar/35", header: (value) => value.slice(0, -1) },
      "backslash-before-the-closing-quote": {
        vector: "header-grammar/36",
        header: (value) => `${value.slice(0, -1)}\\"`,
      },
      "no-closing-quote-inside": { header: ['",', ","] },
      "no-opening-quote": { vector: "header-grammar/37", header: ['oauth_nonce="', "oauth_nonce="] },
      "text-after-a-value": { vector: "header-grammar/40", header: ['"1.0"', '"1.0"x'], finds: undefined },
      "bad-escape-in-the-signature": { header: [/oauth_signature="/, 'oauth_signature="%zz'] },
      "bad-escape-in-the-nonce": { header: ['oauth_nonce="', 'oauth_nonce="%'] },
      "no-scheme": {
        vector: "header-grammar/50",
        header: (value) => value.slice("OAuth ".length),
        ...NOTHING,
        finds: "scheme-missing",
      },
      "scheme-only-begins-with-oauth": {
        vector: "header-grammar/51",
        header: ["OAuth", "OAuth2"],
        ...NOTHING,
        finds: "scheme-missing",
      },
      "no-space-after-the-scheme": {
        vector: "header-grammar/52",
        header: ["OAuth ", "OAuth"],
        ...NOTHING,
        finds: "scheme-missing",
      },
    },
  },
  {
    ...PARSED,
    refuse: "authorization-malformed",
    ...SMALL_FORM,
    check: {
      id: "header-separators",
      title: "header with wrong quotes or separators",
      means:
        "The server accepts a header that is not a valid OAuth header, and two programs that read it may find different parameters.",
    },
    cases: {
      "single-quotes": { vector: "header-grammar/39", header: [/"/g, "'"] },
      "no-comma": { vector: "header-grammar/41", header: [", oauth_nonce", " oauth_nonce"], finds: SEPARATOR },
      semicolons: { vector: "header-grammar/42", header: [/,/g, ";"], finds: SEPARATOR },
      ampersands: { vector: "header-grammar/43", header: [/, /g, "&"], finds: SEPARATOR },
      "no-quotes": {
        vector: "header-grammar/38",
        header: [/"/g, ""],
        mayAccept: "HTTP allows unquoted values (tokens), RFC 5849 does not",
        finds: "header-unquoted",
      },
      "comma-first": {
        vector: "header-grammar/44",
        header: ["OAuth ", "OAuth , "],
        mayAccept: LIST,
        finds: "header-leading-comma",
      },
      "comma-in-place-of-the-space": {
        vector: "header-grammar/45",
        header: ["OAuth ", "OAuth,"],
        ...NOTHING,
        isOpenForProbe: true,
        finds: "header-leading-comma",
      },
      "comma-last": { vector: "header-grammar/46", header: (value) => `${value},`, mayAccept: LIST },
      "two-commas": { vector: "header-grammar/47", header: [", oauth_nonce", ", , oauth_nonce"], mayAccept: LIST },
      "space-before-equals-sign": {
        vector: "header-grammar/48",
        header: ["oauth_nonce=", "oauth_nonce ="],
        mayAccept:
          "HTTP parsers must tolerate whitespace here; RFC 5849 requires the equals sign immediately after the name",
      },
      "space-after-equals-sign": {
        vector: "header-grammar/49",
        header: ["oauth_nonce=", "oauth_nonce= "],
        mayAccept:
          "HTTP parsers must tolerate whitespace here; RFC 5849 requires the quote immediately after the equals sign",
      },
    },
  },
  {
    ...PARSED,
    refuse: "authorization-repeated",
    place: "header",
    ...SMALL_FORM,
    check: {
      id: "header-repeated",
      title: "two Authorization headers",
      noServerError: true,
      means: "The server reads one of two Authorization headers, and a proxy in front of it may read the other.",
    },
    cases: {
      same: { vector: "header-grammar/56", ...repeated("Authorization", (value) => value) },
      "same-in-lower-case": { vector: "header-grammar/58", ...repeated("authorization", (value) => value) },
      "other-client-first": {
        edit: (request) => ({
          ...request,
          headers: [["Authorization", otherClient(authorizationOf(request))], ...request.headers],
        }),
      },
      "other-client-last": { vector: "header-grammar/57", ...repeated("Authorization", otherClient) },
      joined: {
        vector: "header-grammar/53",
        header: (value) => `${value}, ${value}`,
        alsoAcceptable: ["authorization-malformed", "parameter-duplicated"],
      },
      "basic-last": {
        vector: "header-grammar/59",
        ...fields(["Authorization", "Basic YTpi"]),
        mayAccept: "a header of another scheme does not affect the OAuth header",
      },
      "two-realms": {
        vector: "header-grammar/54",
        header: ['realm="Shop"', 'realm="Shop", realm="Other"'],
        ...TWO_REALMS,
        isOpenForProbe: true,
      },
      "two-realms-in-letter-cases": {
        vector: "header-grammar/55",
        header: ['realm="Shop"', 'realm="Shop", Realm="Other"'],
        ...TWO_REALMS,
        isOpenForProbe: true,
      },
    },
  },
  {
    rule: "rfc5849-3.2-1",
    check: {
      id: "other-headers",
      title: "request with other header fields",
      means: "The signature does not cover other header fields, but the server uses them, and rejects valid requests.",
    },
    cases: {
      "x-authorization": { place: "header", ...fields(["X-Authorization", 'OAuth oauth_nonce="x"']) },
      "proxy-authorization": { place: "header", ...fields(["Proxy-Authorization", "Basic eDp4"]) },
      "unknown-field": { place: "header", ...fields(["X-Probe", "oauth_signature=x"]) },
      cookie: { place: "header", ...fields(["Cookie", "oauth_token=x"]) },
      "usual-fields": {
        vector: "same-request/33",
        ofVector: ORDER,
        ...fields(["User-Agent", "curl/8.0"], ["Accept", "*/*"], ["Cookie", "a=1; oauth_nonce=2"]),
      },
    },
  },
];
