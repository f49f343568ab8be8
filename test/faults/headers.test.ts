import { describe, expect, test } from "vitest";
import { specification, toOctetPairs } from "../../src/model/index.ts";
import { formsOf } from "./forms.ts";

/** The header that each form of a fault writes, the most common form first. */
const HEADERS: readonly (readonly [id: string, headers: readonly string[]])[] = [
  ["header-trailing-separator", ['OAuth oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D",']],
  [
    "header-values-not-encoded",
    [
      'OAuth oauth_timestamp="17", oauth_nonce="a+b", oauth_signature="c="',
      'OAuth oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c="',
    ],
  ],
  [
    "header-unquoted",
    [
      "OAuth oauth_timestamp=17, oauth_nonce=a%2Bb, oauth_signature=c%3D",
      "OAuth oauth_timestamp='17', oauth_nonce='a%2Bb', oauth_signature='c%3D'",
      'OAuth oauth_timestamp=17, oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature=c%3D',
    ],
  ],
  [
    "header-wrong-separator",
    [
      'OAuth oauth_timestamp="17" oauth_nonce="a%2Bb" oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17"&oauth_nonce="a%2Bb"&oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17"; oauth_nonce="a%2Bb"; oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17". oauth_nonce="a%2Bb". oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17"oauth_nonce="a%2Bb"oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17"|oauth_nonce="a%2Bb"|oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17":oauth_nonce="a%2Bb":oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17"&amp;oauth_nonce="a%2Bb"&amp;oauth_signature="c%3D"',
      'OAuth oauth_timestamp="17"%2Coauth_nonce="a%2Bb"%2Coauth_signature="c%3D"',
      'OAuth oauth_timestamp="17",,oauth_nonce="a%2Bb",,oauth_signature="c%3D"',
    ],
  ],
  [
    "scheme-missing",
    [
      'oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'Bearer oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'Basic oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth2 oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth1 oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth:oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth: oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth1.0 oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth 1.0 oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth1.0a oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'Token oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuthoauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'OAuth OAuth oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
      'Authorization: OAuth oauth_timestamp="17", oauth_nonce="a%2Bb", oauth_signature="c%3D"',
    ],
  ],
];

describe("each form of a fault of the Authorization header", () => {
  test.each(HEADERS)("%s writes the header that it says", (id, headers) => {
    const protocolParameters = toOctetPairs([
      ["oauth_timestamp", "17"],
      ["oauth_nonce", "a+b"],
    ]);
    const written = formsOf(id).map((apply) => {
      const stages = apply(specification);
      return stages.authorizationHeader({ protocolParameters, signature: "c=", realm: null }, stages);
    });
    expect(written).toEqual(headers);
  });

  test("has values without white space at their ends, if it trims them", () => {
    const protocolParameters = toOctetPairs([
      ["oauth_nonce", " a b "],
      ["oauth_token", " "],
    ]);
    const headers = formsOf("header-values-trimmed").map((apply) => {
      const stages = apply(specification);
      return stages.authorizationHeader({ protocolParameters, realm: " " }, stages);
    });
    expect(headers).toEqual(['OAuth realm="", oauth_nonce="a%20b", oauth_token=""', 'OAuth oauth_nonce="a%20b"']);
  });

  test("writes the realm as it is, if it does not escape it", () => {
    const [apply] = formsOf("realm-not-escaped");
    const stages = apply!(specification);
    const write = (realm: string | null): string =>
      stages.authorizationHeader({ protocolParameters: toOctetPairs([["oauth_realm", "1"]]), realm }, stages);
    expect(write('a "b" \\ c')).toBe('OAuth realm="a "b" \\ c", oauth_realm="1"');
    expect(write(null)).toBe('OAuth oauth_realm="1"');
    expect(() => write("a\u0000")).toThrow();
  });
});

describe("a form-encoded body", () => {
  test("has the parameters of the query too, if the client sends them again", () => {
    const [apply] = formsOf("query-sent-in-form");
    const stages = apply!(specification);
    const input = {
      url: "https://example.com/r?b=2",
      form: toOctetPairs([["a", "1"]]),
      protocolParameters: [],
      signature: "s",
    };
    for (const one of formsOf("query-sent-in-form"))
      expect(one(specification).body({ ...input, transport: "body" }, stages)).toBe("a=1&b=2&oauth_signature=s");
    expect(stages.body({ ...input, transport: "header" }, stages)).toBe("a=1");
  });
});
