/** Protocol parameters: all in one place, each once, none missing, and of version 1.0 (RFC 5849 3.1 and 3.5). */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { base64Text, utf8Octets } from "../../platform/index.ts";
import { type CaseGroup, type Change, type ReceivedCase, SMALL_FORM } from "./case.ts";
import { added, authorizationOf, changing, fields, nonceOf, repeatedInBody, unlike } from "./changes.ts";
import { type Draft, encode, joinPairs, type Pair, protocolValue, withProtocol, write } from "./draft.ts";
import { BANK, SHOP_WITH_TOKEN } from "./vector-clients.ts";

const REQUIRED = ["oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce"] as const;
const LAYER = "protocol-parameters";
const BODY = "rfc5849-3.5.2-1";
const VERSION = "rfc5849-3.1-2";
const TWO = {
  layer: LAYER,
  rule: "rfc5849-3.5-1",
  refuse: "protocol-parameters-in-two-places",
  finds: "protocol-params-from-two-places",
} as const;
const TWICE = {
  layer: LAYER,
  rule: "rfc5849-3.1-1",
  refuse: "parameter-duplicated",
  finds: "duplicate-protocol-params-accepted",
} as const;
const MISSING = { layer: LAYER, rule: "rfc5849-3.1-3", refuse: "parameter-missing" } as const;
const NONE = { layer: LAYER, rule: "rfc5849-3.1-3", refuse: "protocol-parameters-missing" } as const;
const BY_QUERY = { ofVector: {}, place: "query", query: "a=1" } as const;
const BY_BODY = { place: "body", form: "a=1" } as const;
const SHADOWED = { ...TWO, finds: "shadowed-oauth-param-unsigned" } as const;

/** The name of a parameter in the ids of the probe. */
const short = (name: string): string => name.slice("oauth_".length).replaceAll("_", "-");
const first =
  (...pairs: readonly Pair[]): Change =>
  (draft) => ({ ...draft, protocol: [...pairs, ...draft.protocol] });
const last =
  (name: string, value: (draft: Draft) => string): Change =>
  (draft) => ({ ...draft, protocol: [...draft.protocol, [name, value(draft)]] });
const without =
  (name: string): Change =>
  (draft) =>
    withProtocol(draft, { [name]: undefined });
const inUpperCase =
  (name: string): Change =>
  (draft) => ({
    ...draft,
    protocol: draft.protocol.map(([own, value]) => [own === name ? name.toUpperCase() : own, value]),
  });
/** The same change for the client and the server: the request is signed as it is sent. */
const both = (change: Change): Pick<ReceivedCase, "signed" | "sent"> => ({ signed: change, sent: change });
const unsent = changing({ protocol: [] });
const NO_SIGNATURE = { signature: () => undefined };
const inQuery =
  (pairs: string): Change =>
  (draft) => ({ ...draft, query: joinPairs(draft.query, pairs) });
const inForm =
  (pairs: string): Change =>
  (draft) => ({ ...draft, body: joinPairs(draft.body, pairs) });
/** The nonce of a header: a credential that no server has. */
const nonceIn = (value: string): string => /oauth_nonce="([^"]*)"/.exec(value)![1]!;
const later = (draft: Draft): string => String(Number(protocolValue(draft, "oauth_timestamp")) + 1);
/** Moves the first parameter of the query to its end. */
const moved = (request: HttpRequest): HttpRequest => ({
  ...request,
  url: request.url.replace(/\?([^&]*)&(.*)$/, "?$2&$1"),
});
/** The protocol parameters as a body that is not a form. */
function asJson(request: HttpRequest): HttpRequest {
  const body = utf8Octets(authorizationOf(request).slice("OAuth ".length).replaceAll(", ", "&"));
  const headers = request.headers
    .filter(([name]) => name !== "Authorization")
    .map(([name, value]) => [name, name === "Content-Type" ? "application/json" : value] as const);
  return { ...request, headers, body };
}

/** Values that the probe sends in a second place, in addition to those of the good request. */
const SECOND: Readonly<Record<string, (draft: Draft) => string>> = {
  nonce: (draft) => nonceOf(draft).toUpperCase(),
  consumer_key: (draft) => unlike("probe", [protocolValue(draft, "oauth_consumer_key")]),
  timestamp: later,
  signature: () => "d3Jvbmc=",
  callback: () => "https://example.com/",
  token: (draft) => unlike("probe", [protocolValue(draft, "oauth_token")]),
  version: () => "2.0",
  verifier: () => "probe",
};

/** A value in another place than the other parameters: once covered by the signature, once not. */
function inSecondPlace(
  name: string,
  value: (draft: Draft) => string,
  place: "query" | "body",
): readonly ReceivedCase[] {
  const change: Change = (draft) => {
    const isThere = draft.place === place || (place === "body" && draft.contentType === undefined);
    return isThere ? draft : { ...draft, [place]: joinPairs(draft[place], `oauth_${name}=${encode(value(draft))}`) };
  };
  const probe = `${name.replaceAll("_", "-")}-in-${place}-too`;
  return [
    { probe, ...both(change) },
    { probe: `${probe}-unsigned`, sent: change },
  ];
}

/** A repeated parameter: its other value first or last, the same value, and the other value unsigned. */
const REPEATED: Readonly<Record<string, (draft: Draft) => string>> = {
  oauth_nonce: (draft) => nonceOf(draft).toUpperCase(),
  oauth_timestamp: later,
  oauth_consumer_key: (draft) => unlike("client-2", [protocolValue(draft, "oauth_consumer_key")]),
  oauth_signature_method: () => "PLAINTEXT",
  oauth_version: () => "1.0",
};

const REMOVED: Readonly<Record<(typeof REQUIRED)[number], ReceivedCase>> = {
  oauth_consumer_key: { vector: "places/45" },
  oauth_signature_method: { vector: "places/46", finds: "missing-method-defaulted" },
  oauth_timestamp: { vector: "places/47" },
  oauth_nonce: { vector: "places/48" },
};
const SIGNED_WITHOUT: Partial<Record<(typeof REQUIRED)[number], ReceivedCase>> = {
  oauth_nonce: { vector: "places/50", ofVector: {} },
  oauth_timestamp: {
    vector: "places/51",

    ofVector: {},
    finds: "timestamp-check-off-by-default",
  },
};
/** Versions in order of vectors. */
const VERSIONS = [
  ["2-0", "2.0"],
  ["1-0a", "1.0a"],
  ["1", "1"],
  ["1-00", "1.00"],
  ["1-1", "1.1"],
  ["empty", ""],
  ["space-1-0", " 1.0"],
  ["0", "0"],
] as const;

export const PLACES: readonly CaseGroup[] = [
  {
    ...NONE,
    ...SMALL_FORM,
    check: {
      id: "unsigned",
      title: "request without a signature",
      noServerError: true,
      means: "The server does not require a signature.",
    },
    cases: {
      "without-protocol-parameters": { vector: "places/39", sent: unsent, ...NO_SIGNATURE, finds: "errors-swallowed" },
      "without-signature": { vector: "places/49", ...MISSING, ...NO_SIGNATURE },
      "empty-signature": { signature: "" },
      "other-scheme": {
        vector: "places/42",
        header: (value) => `Bearer ${nonceIn(value)}`,
        ofVector: { ...SMALL_FORM.ofVector, header: "Bearer token-7f3a" },
        alsoAcceptable: "authorization-malformed",
      },
      "basic-scheme": {
        vector: "places/41",
        header: (value) => `Basic ${base64Text(utf8Octets(`probe:${nonceIn(value)}`))}`,
        ofVector: { ...SMALL_FORM.ofVector, header: "Basic Y2xpZW50LTE6c2VjcmV0" },
        alsoAcceptable: "authorization-malformed",
      },
    },
    vectors: {
      "places/40": {
        words: "GET request without protocol parameters",
        ofVector: {},
        sent: unsent,
        ...NO_SIGNATURE,
        finds: "errors-swallowed",
      },
      "places/43": {
        words: "no protocol parameters, path begins with the path of an unsigned endpoint",
        sent: changing({ path: "/oauth/request_token_anything", protocol: [] }),
        ...NO_SIGNATURE,
        finds: ["path-prefix-drops-token", "fail-open-option"],
      },
    },
  },
  {
    ...MISSING,
    ...SMALL_FORM,
    check: {
      id: "parameter-missing",
      title: "required protocol parameter missing",
      everywhere: true,
      noServerError: true,
      means: "The server accepts a request without a parameter that RFC 5849 requires.",
    },
    vectors: {
      "places/53": {
        words: "parameters in the query, no consumer key",
        ...BY_QUERY,
        sent: without("oauth_consumer_key"),
      },
      "places/54": {
        words: "parameter name in a different letter case: a different name",
        header: ["oauth_nonce", "OAuth_Nonce"],
      },
    },
    computed: [
      ...REQUIRED.flatMap((name): ReceivedCase[] => [
        { ...SIGNED_WITHOUT[name], probe: `signed-without-${short(name)}`, protocol: { [name]: undefined } },
        { ...REMOVED[name], probe: `${short(name)}-removed`, sent: without(name) },
        { probe: `empty-${short(name)}`, protocol: { [name]: "" } },
        { probe: `${short(name)}-in-upper-case`, ...both(inUpperCase(name)) },
      ]),
    ],
  },
  {
    ...TWICE,
    ...SMALL_FORM,
    check: {
      id: "parameter-repeated",
      title: "protocol parameter twice",
      everywhere: true,
      noServerError: true,
      means:
        "The server uses one of two values, and a program that reads the request before or after it may use the other.",
    },
    cases: {
      "same-nonce-unsigned": { vector: "places/28", sent: (draft) => added(["oauth_nonce", nonceOf(draft)])(draft) },
      "unsigned-signature-method-last": { vector: "places/32", sent: added(["oauth_signature_method", "PLAINTEXT"]) },
    },
    vectors: {
      "places/27": { words: "two nonces in the header", sent: added(["oauth_nonce", "other"]) },
      "places/31": { words: "two consumer keys in the header", sent: first(["oauth_consumer_key", "client-2"]) },
      "places/33": {
        words: "two nonces in the header, one with a percent-encoded name",
        header: (value) => `${value}, oauth%5Fnonce="other"`,
      },
      "places/34": {
        words: "two nonces in the query",
        ...BY_QUERY,
        sent: added(["oauth_nonce", "other"]),
      },
      "places/35": {
        words: "same timestamp twice in the query",
        ...BY_QUERY,
        sent: added(["oauth_timestamp", "1700000000"]),
      },
      "places/36": { words: "two nonces in the body", ...BY_BODY, sent: added(["oauth_nonce", "other"]) },
      "places/38": {
        words: "old nonce and timestamp before the new ones in the header",
        sent: first(["oauth_timestamp", "1600000000"], ["oauth_nonce", "old"]),
        finds: "stale-oauth-params-kept",
      },
    },
    computed: [
      ...Object.entries(REPEATED).flatMap(([name, other]): ReceivedCase[] => [
        { probe: `other-${short(name)}-last`, ...both(last(name, other)) },
        { probe: `other-${short(name)}-first`, ...both((draft) => first([name, other(draft)])(draft)) },
        { probe: `same-${short(name)}`, ...both(last(name, (draft) => protocolValue(draft, name))) },
        { probe: `unsigned-${short(name)}-first`, sent: (draft) => first([name, other(draft)])(draft) },
      ]),
    ],
  },
  {
    ...TWICE,
    ...SMALL_FORM,
    check: {
      id: "signature-repeated",
      title: "two signatures",
      everywhere: true,
      means:
        "The server uses one of two signatures, and a program that reads the request before or after it may use the other.",
    },
    cases: {
      same: { sent: (draft, signature) => ({ ...draft, behindSignature: [["oauth_signature", signature]] }) },
      "wrong-one-first": { vector: "places/30", sent: first(["oauth_signature", "AAAA"]) },
      "wrong-one-last": { vector: "places/29", sent: added(["oauth_signature", "AAAA"]) },
    },
    vectors: {
      "places/37": {
        words: "two signatures in the body",
        ...BY_BODY,
        sent: (draft) => ({ ...draft, body: joinPairs("oauth_signature=AAAA", draft.body) }),
      },
    },
  },
  {
    ...TWO,
    ...SMALL_FORM,
    check: {
      id: "two-places",
      title: "protocol parameters in two places",
      noServerError: true,
      means: "The server combines protocol parameters from two places, so someone else can add one of them.",
    },
    cases: {
      "only-the-signature-in-query": {
        vector: "places/18",
        ...NO_SIGNATURE,
        sent: (draft, signature) => inQuery(`oauth_signature=${encode(signature)}`)(draft),
      },
      "nonce-with-an-encoded-name-in-query-too": {
        vector: "places/25",
        place: "header",
        sent: inQuery("oauth%5Fnonce=other"),
      },
    },
    vectors: {
      "places/12": {
        words: "parameters in the header, different nonce in the query",
        sent: inQuery("oauth_nonce=other"),
      },
      "places/13": {
        words: "parameters in the header, same nonce in the query",
        sent: (draft) => inQuery(`oauth_nonce=${nonceOf(draft)}`)(draft),
      },
      "places/14": {
        words: "parameters in the header, different nonce in the body",
        sent: inForm("oauth_nonce=other"),
      },
      "places/15": {
        words: "parameters in the header, same nonce in the body",
        sent: (draft) => inForm(`oauth_nonce=${nonceOf(draft)}`)(draft),
      },
      "places/16": {
        words: "parameters in the header, different consumer key in the query",
        sent: inQuery("oauth_consumer_key=client-2"),
      },
      "places/17": {
        words: "parameters in the header, different signature in the query",
        sent: inQuery("oauth_signature=AAAA"),
      },
      "places/19": {
        words: "parameters in the header, only the signature in the body",
        ...NO_SIGNATURE,
        sent: (draft, signature) => inForm(`oauth_signature=${encode(signature)}`)(draft),
      },
      "places/20": {
        words: "all parameters in header and body, not allowed by the server",
        finds: [TWO.finds, "params-in-two-places"],
        ...both(repeatedInBody),
      },
      "places/21": {
        words: "parameters in the query, different nonce in the body",
        ...BY_QUERY,
        sent: (draft) => ({
          ...draft,
          method: "POST",
          contentType: "application/x-www-form-urlencoded",
          body: "oauth_nonce=other",
        }),
      },
      "places/22": {
        words: "signed callback in the header, different callback in the query",
        ...SHADOWED,
        protocol: { oauth_callback: "oob" },
        sent: inQuery("oauth_callback=evil"),
      },
      "places/23": {
        words: "signed callback in the header, different callback in the body",
        ...SHADOWED,
        protocol: { oauth_callback: "oob" },
        sent: inForm("oauth_callback=evil"),
      },
      "places/26": {
        words: "parameters in the body, oauth_verifier in the query",
        ...BY_BODY,
        sent: inQuery("oauth_verifier=evil"),
      },
      "places/66": {
        words: "parameters in the query, OAuth Authorization header too",
        ...BY_QUERY,
        edit: (request, draft, sign) => {
          const order: Draft = {
            ...draft,
            method: "POST",
            place: "header",
            query: "",
            contentType: "application/x-www-form-urlencoded",
            body: "a=1",
          };
          return {
            ...request,
            headers: [...request.headers, ["Authorization", authorizationOf(write(order, sign(order)))]],
          };
        },
      },
    },
    computed: Object.entries(SECOND).flatMap(([name, value]) => [
      ...inSecondPlace(name, value, "query"),
      ...inSecondPlace(name, value, "body"),
    ]),
  },
  {
    ...TWO,
    ...SMALL_FORM,
    check: {
      id: "unknown-parameter-in-two-places",
      title: "unknown oauth_ parameter in another place",
      means: "The signature does not cover a parameter whose name begins with oauth_, so it can be added.",
    },
    cases: {
      unsigned: { sent: inQuery("oauth_probe=1") },
      signed: {
        vector: "places/24",
        query: "oauth_x=1",
        mayAccept:
          "a server may apply the rule only to the names that OAuth defines; the signature covers this parameter",
      },
    },
  },
  {
    layer: LAYER,
    rule: VERSION,
    refuse: "version-unsupported",
    check: {
      id: "version",
      title: "oauth_version that is not 1.0",
      everywhere: true,
      means: "The server accepts requests of another version of the protocol.",
    },
    vectors: {
      "places/63": {
        words: "version 2.0 in the query",
        place: "query",
        protocol: { oauth_version: "2.0" },
        finds: "version-not-checked",
      },
    },
    computed: VERSIONS.map(([probe, version], index) => ({
      vector: `places/${55 + index}`,
      probe,
      protocol: { oauth_version: version },
      ...(version === "" && { alsoAcceptable: "parameter-missing" }),
      finds: ["version-not-checked", "version-not-1-0"],
    })),
  },
  {
    rule: VERSION,
    finds: "defaults-added-to-base-string",
    check: {
      id: "no-version",
      title: "request without oauth_version",
      everywhere: true,
      means: "The server requires oauth_version, which is optional, and rejects valid requests without it.",
    },
    cases: {
      "signed-without-version": { vector: "same-request/37", ...SMALL_FORM, protocol: { oauth_version: undefined } },
    },
  },
  {
    ...NONE,
    ...SMALL_FORM,
    check: {
      id: "form-without-content-type",
      title: "protocol parameters in a body that is not a form",
      rule: BODY,
      means: "The server reads protocol parameters from a body whose media type is not that of a form.",
    },
    cases: {
      "text-plain": { place: "body", form: "", sent: changing({ contentType: "text/plain" }) },
    },
    vectors: {
      "places/44": { words: "protocol parameters in a body that is not a form", edit: asJson },
    },
  },
  {
    layer: LAYER,
    rule: "rfc5849-3.5.3-1",
    vectors: {
      "places/1": { words: "parameters in the query", ...BY_QUERY },
      "places/2": { words: "parameters in the query, no other parameters", place: "query" },
      "places/3": { words: "parameters in the body", rule: BODY, ...BY_BODY },
      "places/4": { words: "parameters in the body, no other parameters", rule: BODY, place: "body", method: "POST" },
      "places/5": { words: "parameters in the query of a form POST", place: "query", query: "b=2", form: "a=1" },
      "places/6": { words: "parameters in the query, RSA", ofVector: { by: BANK }, place: "query" },
      "places/7": {
        words: "parameters in the body, RSA with a token",
        rule: BODY,
        ofVector: { by: { ...BANK, token: "t" } },
        ...BY_BODY,
      },
      "places/8": {
        words: "parameters in the query, with a token and a callback that contains percent-encoding",
        ofVector: { by: SHOP_WITH_TOKEN },
        place: "query",
        protocol: { oauth_callback: "https://a.example/?b=%25%26c" },
        finds: "oauth-values-decoded-twice",
      },
      "places/9": {
        words: "parameters in the body, with a callback that contains percent-encoding",
        rule: BODY,
        place: "body",
        method: "POST",
        protocol: { oauth_callback: "https://a.example/?b=%2525" },
        finds: "oauth-values-decoded-twice",
      },
      "places/10": { words: "parameters in the query, in front of another parameter", ...BY_QUERY, edit: moved },
      "places/11": {
        words: "parameters in the query, plus sign of the signature not percent-encoded and decoded as a space",
        layer: "signature",
        refuse: "signature-malformed",
        alsoAcceptable: "signature-mismatch",
        ofVector: { protocol: { oauth_nonce: "plus-5" } },
        place: "query",
        edit: (request) => ({ ...request, url: request.url.replaceAll("%2B", "+") }),
        finds: "signature-raw-in-query",
      },
      "places/65": {
        words: "parameters in the query, Authorization header with another scheme",
        ...BY_QUERY,
        ...fields(["Authorization", "Basic YTpi"]),
        mayRefuse: "a server may reject requests with two authentication schemes",
      },
    },
  },
];
