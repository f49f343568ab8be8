/**
 * Each limit of the oauth-1.0a domain stands on a request for which the package really deviates (the RFC's value is
 * written out), and inside all limits the package gives the RFC's values.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oauth10a } from "../../../src/conformance/references/oauth-1.0a.ts";
import { oauth1aDomain, type ReferenceRequest } from "../../../src/conformance/references/oauth-1.0a-domain.ts";
import type { InputOf, StageValues } from "../../../src/conformance/vectors/index.ts";
import { anyCharacter } from "../../any-character.ts";
import { plainStages } from "./plain-stages.ts";

interface Deviation {
  /** What differs from GET http://example.com/p without any parameter. */
  readonly request: Partial<ReferenceRequest>;
  /** The values that RFC 5849 requires and the package does not give; undefined: the RFC has no value. */
  readonly rfc: StageValues | undefined;
  /** What the package does instead. */
  readonly instead: StageValues | "throws";
}

function inputOf({ protocolParameters, ...request }: ReferenceRequest): InputOf<"base-string"> {
  return { operation: "base-string", request, protocolParameters };
}

/** What the package computes, inside its domain or not. */
function stagesOf(request: ReferenceRequest): StageValues {
  return oauth10a.operations["base-string"]!(inputOf(request)) as StageValues;
}

/** The names of the limits that a request meets. */
function outside(request: ReferenceRequest): string[] {
  return oauth10a.outside!(inputOf(request))?.split(", ") ?? [];
}

const plainRequest: ReferenceRequest = { method: "GET", url: "http://example.com/p", protocolParameters: [] };

const deviations: Record<string, Deviation> = {
  "method-not-unreserved": {
    request: { method: "M#1" },
    rfc: { "base-string": "M%231&http%3A%2F%2Fexample.com%2Fp&" },
    instead: { "base-string": "M#1&http%3A%2F%2Fexample.com%2Fp&" },
  },
  "url-not-http": {
    request: { url: "/p" },
    rfc: undefined,
    instead: { "base-string-uri": "/p" },
  },
  "upper-case-scheme-or-host": {
    request: { url: "HTTP://Example.COM/P" },
    rfc: { "base-string-uri": "http://example.com/P" },
    instead: { "base-string-uri": "HTTP://Example.COM/P" },
  },
  "default-port": {
    request: { url: "https://example.com:443/p" },
    rfc: { "base-string-uri": "https://example.com/p" },
    instead: { "base-string-uri": "https://example.com:443/p" },
  },
  "port-not-plain": {
    request: { url: "http://example.com:/p" },
    rfc: { "base-string-uri": "http://example.com/p" },
    instead: { "base-string-uri": "http://example.com:/p" },
  },
  userinfo: {
    request: { url: "http://user:password@example.com/p" },
    rfc: { "base-string-uri": "http://example.com/p" },
    instead: { "base-string-uri": "http://user:password@example.com/p" },
  },
  "empty-path": {
    request: { url: "http://example.com?a=1" },
    rfc: { "base-string-uri": "http://example.com/" },
    instead: { "base-string-uri": "http://example.com" },
  },
  "not-uri-characters": {
    request: { url: "http://example.com/r v/é" },
    rfc: { "base-string-uri": "http://example.com/r%20v/%C3%A9" },
    instead: { "base-string-uri": "http://example.com/r v/é" },
  },
  fragment: {
    request: { url: "http://example.com/p?a=1#top" },
    rfc: { "parameter-string": "a=1" },
    instead: { "parameter-string": "a=1%23top" },
  },
  "query-question-mark": {
    request: { url: "http://example.com/p?a=1?2&b=3" },
    rfc: { "parameter-string": "a=1%3F2&b=3" },
    instead: { "parameter-string": "a=1" },
  },
  "query-empty-piece": {
    request: { url: "http://example.com/p?a=1&&b=2" },
    rfc: { "parameter-string": "a=1&b=2" },
    instead: { "parameter-string": "=&a=1&b=2" },
  },
  "query-plus": {
    request: { url: "http://example.com/p?a=1+2" },
    rfc: { "parameter-string": "a=1%202" },
    instead: { "parameter-string": "a=1%2B2" },
  },
  "query-second-equals-sign": {
    request: { url: "http://example.com/p?a=1=2" },
    rfc: { "parameter-string": "a=1%3D2" },
    instead: { "parameter-string": "a=1" },
  },
  "query-name-escaped": {
    request: { url: "http://example.com/p?c%40=" },
    rfc: { "parameter-string": "c%40=" },
    instead: { "parameter-string": "c%2540=" },
  },
  "query-malformed-escape": {
    request: { url: "http://example.com/p?a=100%" },
    rfc: { "parameter-string": "a=100%25" },
    instead: "throws",
  },
  "query-not-utf-8": {
    request: { url: "http://example.com/p?a=%E9" },
    rfc: { "parameter-string": "a=%E9" },
    instead: "throws",
  },
  "query-empty-value-repeated": {
    request: { url: "http://example.com/p?a=&a=1" },
    rfc: { "parameter-string": "a=&a=1" },
    instead: { "parameter-string": "a=1" },
  },
  "query-name-inherited": {
    request: { url: "http://example.com/p?constructor=1" },
    rfc: { "parameter-string": "constructor=1" },
    instead: {
      "parameter-string": "constructor=1&constructor=function%20Object%28%29%20%7B%20%5Bnative%20code%5D%20%7D",
    },
  },
  "proto-name": {
    request: { form: [["__proto__", "1"]] },
    rfc: { "parameter-string": "__proto__=1" },
    instead: { "parameter-string": "" },
  },
  "name-in-two-places": {
    request: { url: "http://example.com/p?a=1", form: [["a", "2"]] },
    rfc: { "parameter-string": "a=1&a=2" },
    instead: { "parameter-string": "a=1" },
  },
  "signature-parameter": {
    request: { form: [["oauth_signature", "x"]] },
    rfc: { "parameter-string": "" },
    instead: { "parameter-string": "oauth_signature=x" },
  },
  "realm-protocol-parameter": {
    request: { protocolParameters: [["realm", "Photos"]] },
    rfc: { "parameter-string": "" },
    instead: { "parameter-string": "realm=Photos" },
  },
  "body-hash-with-form": {
    request: { form: [["a", "1"]], protocolParameters: [["oauth_body_hash", "h"]] },
    rfc: { "parameter-string": "a=1&oauth_body_hash=h" },
    instead: { "parameter-string": "oauth_body_hash=h" },
  },
  "lone-surrogate": {
    request: { form: [["a", "\ud800"]] },
    rfc: undefined,
    instead: "throws",
  },
};

describe("oauth-1.0a outside its domain", () => {
  test("deviates at every limit", () => {
    expect(Object.keys(deviations).sort()).toEqual(Object.keys(oauth1aDomain).sort());
  });

  test.each(Object.entries(deviations))("deviates: %s", (name, { request: difference, rfc, instead }) => {
    const request = { ...plainRequest, ...difference };
    expect(outside(request)).toContain(name);
    if (rfc !== undefined) expect(plainStages(request)).toMatchObject(rfc);
    if (instead === "throws") {
      expect(() => stagesOf(request)).toThrow(URIError);
    } else {
      expect(stagesOf(request)).toMatchObject(instead);
      expect(instead).not.toEqual(rfc);
    }
  });

  test("is reported by the limit concerned only", () => {
    for (const [name, { request }] of Object.entries(deviations)) {
      const names = outside({ ...plainRequest, ...request });
      expect(names, name).toEqual([name]);
    }
  });
});

describe("oauth-1.0a inside its domain", () => {
  // RFC 5849 3.4.1.1 with "c@" moved from the query to the body, and the second "a3" beside the first: as printed, the
  // request is outside (see below).
  const example: ReferenceRequest = {
    method: "post",
    url: "http://example.com/request?b5=%3D%253D&a2=r%20b",
    form: [
      ["c@", ""],
      ["a3", "a"],
      ["c2", ""],
      ["a3", "2 q"],
    ],
    protocolParameters: [
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_nonce", "7d8f3e4a"],
    ],
  };

  test("signs the example of 3.4.1.1, rearranged", () => {
    expect(outside(example)).toEqual([]);
    expect(stagesOf(example)).toEqual({
      "parameter-string":
        "a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a" +
        "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7",
      "base-string-uri": "http://example.com/request",
      "base-string":
        "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540" +
        "%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3D" +
        "HMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    });
  });

  test("does not sign the example as printed, which is outside for two reasons", () => {
    const url = "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b";
    const form: [string, string][] = [
      ["c2", ""],
      ["a3", "2 q"],
    ];
    expect(outside({ ...example, url, form })).toEqual(["query-name-escaped", "name-in-two-places"]);
  });

  test("sorts encoded names and values by octets", () => {
    // By UTF-16 units, as decoded text, U+FF5E would come after the emoji; "10" and "2" are integer-like keys.
    const names = ["～", "😀", "2", "10", "~", "B", "a", "", "constructor"];
    const form = [
      ...names.map((name): [string, string] => [name, "v"]),
      ["k", "～"] as const,
      ["k", "😀"] as const,
      ["k", "~"] as const,
      ["k", ""] as const,
    ];
    expect(outside({ ...plainRequest, form })).toEqual([]);
    expect(stagesOf({ ...plainRequest, form })["parameter-string"]).toBe(
      "=v&%EF%BD%9E=v&%F0%9F%98%80=v&10=v&2=v&B=v&a=v&constructor=v&k=&k=%EF%BD%9E&k=%F0%9F%98%80&k=~&~=v",
    );
  });

  test("leaves requests unchanged, and its answers do not depend on earlier ones", () => {
    const frozen = Object.freeze({ ...example, form: Object.freeze([...(example.form ?? [])]) });
    expect(stagesOf(frozen)).toEqual(stagesOf(frozen));
  });

  test("agrees for generated requests", { tags: ["deep"] }, () => {
    const counts = { inside: 0, outside: 0 };
    fc.assert(
      fc.property(awkwardRequests(), (request) => {
        const inside = outside(request).length === 0;
        counts[inside ? "inside" : "outside"] += 1;
        if (inside) expect(stagesOf(request)).toEqual(plainStages(request));
      }),
      { numRuns: 5000 },
    );
    // Were nearly all requests outside, the property above would hold for nothing.
    expect(counts.inside).toBeGreaterThan(125);
    expect(counts.outside).toBeGreaterThan(125);
  });
});

/** Requests made of the characters and names that the limits are about. */
function awkwardRequests(): fc.Arbitrary<ReferenceRequest> {
  const names = [
    "a",
    "a",
    "b",
    "B",
    "a[]",
    "é",
    "10",
    "2",
    "constructor",
    "__proto__",
    "",
    "c%40",
    "～",
    "😀",
    "\ud800",
  ];
  const protocolNames = ["oauth_signature", "oauth_nonce", "oauth_token", "oauth_body_hash", "realm"];
  const values = ["", "1", "a b", "+", "=", "%3D", "%E9", "%zz", "%", "é", "!*'()", "😀", "～", "?", "%C3%A9", "\t"];
  const value = fc.oneof(fc.constantFrom(...values), fc.string({ unit: anyCharacter, maxLength: 4 }));
  const pair = fc.tuple(fc.constantFrom(...names, ...protocolNames), value);
  const wildQuery = fc.array(fc.constantFrom(...names, ...values, "&", "&", "=", "=", "?", "#"), { maxLength: 6 });
  const tameQuery = fc.array(fc.constantFrom("a=1", "b=%20", "a=%C3%A9", "c", "d=", "z[]=~"), { maxLength: 4 });
  const url = fc
    .tuple(
      fc.constantFrom("http://", "http://", "https://", "HTTP://", "//", "ftp://", "http:"),
      fc.constantFrom("", "", "", "", "u:p@"),
      fc.constantFrom("h", "h.example", "127.0.0.1", "H", ""),
      fc.constantFrom("", "", "", ":80", ":443", ":8080", ":", ":080"),
      fc.constantFrom("/", "/p", "/a/../b", "/%zz", "/a:b@c", "/;p", "/[x]", "", "/p q", "/é", "/^"),
      fc.oneof(
        fc.constant(""),
        wildQuery.map((pieces) => `?${pieces.join("")}`),
        tameQuery.map((pieces) => `?${pieces.join("&")}`),
      ),
      fc.constantFrom("", "", "", "#f"),
    )
    .map((pieces) => pieces.join(""));
  const tameUrl = tameQuery.map((pieces) => `https://h/p${pieces.length === 0 ? "" : `?${pieces.join("&")}`}`);
  return fc.record({
    method: fc.constantFrom("GET", "post", "M-X", "a b", "é"),
    url: fc.oneof(url, tameUrl),
    form: fc.array(pair, { maxLength: 4 }),
    protocolParameters: fc.array(pair, { maxLength: 3 }),
  });
}

describe("oauth-1.0a", () => {
  test("leaves RSA signatures to its user, and chooses nonce and timestamp itself", () => {
    const { outside } = oauth10a;
    const credentials = { consumerKey: "ck", consumerSecret: "cs" };
    const input = {
      signatureMethod: "HMAC-SHA1",
      credentials,
      request: { method: "GET", url: "https://h/p" },
    } as const;
    const given = { ...input, nonce: "n", timestamp: "1" };
    const signing = (more: object) => ({ operation: "sign", ...given, ...more }) as unknown as InputOf<"sign">;
    expect(outside!(signing({}))).toBeUndefined();
    expect(outside!(signing({ signatureMethod: "RSA-SHA256" }))).toBe("rsa-left-to-its-user");
    expect(outside!(signing({ nonce: undefined }))).toBe("nonce-and-timestamp-not-given");
  });
});
