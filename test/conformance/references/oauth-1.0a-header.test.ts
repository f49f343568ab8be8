/** The Authorization header and the percent-encoding of oauth-1.0a, inside and outside their domains. */

import { describe, expect, test } from "vitest";
import { oauth10a } from "../../../src/conformance/references/oauth-1.0a.ts";
import { oauth1aHeaderDomain } from "../../../src/conformance/references/oauth-1.0a-domain.ts";
import type { InputOf, NameValue, StageValues } from "../../../src/conformance/vectors/index.ts";

type HeaderInput = InputOf<"authorization-header">;

function withHeader(parameters: readonly NameValue[], realm?: string): HeaderInput {
  return { operation: "authorization-header", parameters, ...(realm === undefined ? {} : { realm }) };
}

/** What the package writes, inside its domain or not. */
function headerOf(input: HeaderInput): unknown {
  return (oauth10a.operations["authorization-header"]!(input) as StageValues)["authorization-header"];
}

function encoded(text: string): unknown {
  const stages = oauth10a.operations["percent-encoding"]!({ operation: "percent-encoding", text }) as StageValues;
  return stages["percent-encoding"];
}

describe("the Authorization header", () => {
  test("is that of RFC 5849 3.5.1, with its parameters sorted", () => {
    const request = withHeader(
      [
        ["oauth_consumer_key", "0685bd9184jfhq22"],
        ["oauth_nonce", "4572616e48616d6d65724c61686176"],
        ["oauth_signature", "wOJIO9A2W5mFwDgiDvZbTSMK/PY="],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "137131200"],
        ["oauth_token", "ad180jjd733klru7"],
        ["oauth_version", "1.0"],
      ],
      "Example",
    );
    expect(oauth10a.outside!(request)).toBeUndefined();
    expect(headerOf(request)).toBe(
      'OAuth realm="Example", oauth_consumer_key="0685bd9184jfhq22", oauth_nonce="4572616e48616d6d65724c61686176", ' +
        'oauth_signature="wOJIO9A2W5mFwDgiDvZbTSMK%2FPY%3D", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="137131200", oauth_token="ad180jjd733klru7", oauth_version="1.0"',
    );
  });

  // name of the limit, request, the header of 3.5.1 in the order given, what the package writes
  const deviations: [string, HeaderInput, string | undefined, string | undefined][] = [
    ["header-empty", withHeader([]), "OAuth ", "OAut"],
    [
      "header-order",
      withHeader([
        ["oauth_token", "t"],
        ["oauth_nonce", "n"],
      ]),
      'OAuth oauth_token="t", oauth_nonce="n"',
      'OAuth oauth_nonce="n", oauth_token="t"',
    ],
    [
      "header-repeated-name",
      withHeader([
        ["oauth_x", "1"],
        ["oauth_x", "2"],
      ]),
      'OAuth oauth_x="1", oauth_x="2"',
      'OAuth oauth_x="1%2C2"',
    ],
    [
      "header-name-not-oauth",
      withHeader([
        ["oauth_x", "1"],
        ["xoauth_y", "2"],
      ]),
      'OAuth oauth_x="1", xoauth_y="2"',
      'OAuth oauth_x="1"',
    ],
    ["header-realm-empty", withHeader([["oauth_x", "1"]], ""), 'OAuth realm="", oauth_x="1"', 'OAuth oauth_x="1"'],
    [
      "header-realm-quoting",
      withHeader([["oauth_x", "1"]], 'a"b'),
      'OAuth realm="a\\"b", oauth_x="1"',
      'OAuth realm="a"b", oauth_x="1"',
    ],
    [
      "header-realm-control-character",
      withHeader([["oauth_x", "1"]], "a\nb"),
      undefined,
      'OAuth realm="a\nb", oauth_x="1"',
    ],
    ["header-lone-surrogate", withHeader([["oauth_x", "\udc00"]]), undefined, undefined],
  ];

  test("every limit has its deviation", () => {
    expect(deviations.map(([name]) => name)).toEqual(Object.keys(oauth1aHeaderDomain));
  });

  test.each(deviations)("%s", (name, request, rfc, instead) => {
    expect(oauth10a.outside!(request)).toBe(name);
    if (instead === undefined) {
      expect(() => headerOf(request)).toThrow(URIError);
    } else {
      expect(headerOf(request)).toBe(instead);
      expect(instead).not.toBe(rfc);
    }
  });
});

describe("the Authorization header of a signed request", () => {
  const input: InputOf<"sign"> = {
    operation: "sign",
    request: { method: "GET", url: "https://a.example/" },
    signatureMethod: "PLAINTEXT",
    credentials: { consumerKey: "a b", consumerSecret: "c" },
    nonce: "n",
    timestamp: "1",
    version: null,
    transport: "header",
  };
  const signedHeader = (change: Partial<InputOf<"sign">> = {}): unknown =>
    (oauth10a.operations.sign!({ ...input, ...change } as InputOf<"sign">) as StageValues)["authorization-header"];

  test("has the signature and the realm", () => {
    expect(signedHeader({ realm: "r" })).toBe(
      'OAuth realm="r", oauth_consumer_key="a%20b", oauth_nonce="n", oauth_signature="c%26", ' +
        'oauth_signature_method="PLAINTEXT", oauth_timestamp="1"',
    );
  });

  test.each<[string, Partial<InputOf<"sign">>]>([
    ["the parameters are in the body", { transport: "body" }],
    ["the realm is outside of the domain", { realm: "" }],
  ])("is left out if %s", (_why, change) => {
    expect(signedHeader(change)).toBeUndefined();
  });
});

describe("percent-encoding (3.6)", () => {
  test("escapes every ASCII character as the RFC", () => {
    const unreserved = /[A-Za-z0-9\-._~]/;
    for (let code = 0; code < 128; code += 1) {
      const character = String.fromCharCode(code);
      const escaped = `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
      expect(encoded(character)).toBe(unreserved.test(character) ? character : escaped);
    }
  });

  test.each([
    ["☃", "%E2%98%83"],
    ["😀", "%F0%9F%98%80"],
    ["Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen"],
    ["", ""],
  ])("escapes %s as the RFC", (text, expected) => {
    expect(encoded(text)).toBe(expected);
  });

  test("a lone surrogate has no UTF-8 form", () => {
    expect(() => encoded("\ud800")).toThrow(URIError);
  });
});
