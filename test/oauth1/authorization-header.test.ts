/** The Authorization header (RFC 5849 3.5.1), written and read. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatAuthorizationHeader,
  type NameValue,
  type OctetText,
  parseAuthorizationHeader,
} from "../../src/oauth1/index.ts";
import { octetText } from "./arbitraries.ts";
import { binary, readAuthorization } from "./independent.ts";
import { clearRefusalOf, expectNoSecret, refusalOf } from "./refusals.ts";

/** Every printable ASCII character, with emphasis on those that mean something in a quoted string. */
const realms = fc
  .array(fc.oneof(fc.string({ unit: "grapheme-ascii" }), fc.constantFrom('"', "\\", '\\"', ",", "%22", " ")))
  .map((list) => list.join(""));

describe("the example of RFC 5849 3.5.1", () => {
  const header =
    'OAuth realm="Example",\r\n   oauth_consumer_key="0685bd9184jfhq22",\r\n   oauth_token="ad180jjd733klru7",\r\n' +
    '   oauth_signature_method="HMAC-SHA1",\r\n   oauth_signature="wOJIO9A2W5mFwDgiDvZbTSMK%2FPY%3D",\r\n' +
    '   oauth_timestamp="137131200",\r\n   oauth_nonce="4572616e48616d6d65724c61686176",\r\n   oauth_version="1.0"';
  const parameters: NameValue[] = [
    ["oauth_consumer_key", "0685bd9184jfhq22"],
    ["oauth_token", "ad180jjd733klru7"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_signature", "wOJIO9A2W5mFwDgiDvZbTSMK/PY="],
    ["oauth_timestamp", "137131200"],
    ["oauth_nonce", "4572616e48616d6d65724c61686176"],
    ["oauth_version", "1.0"],
  ];

  test("is read, folded lines and all", () => {
    expect(parseAuthorizationHeader(header)).toEqual({ realm: "Example", parameters });
  });

  test("is written, to the octet", () => {
    expect(formatAuthorizationHeader(parameters, { realm: "Example", separator: ",\r\n   " })).toBe(header);
  });
});

describe("the writer of an Authorization header", () => {
  test.each<[string, NameValue[], string | undefined, string]>([
    ["no realm", [["oauth_nonce", "n"]], undefined, 'OAuth oauth_nonce="n"'],
    ["an empty realm", [["oauth_nonce", "n"]], "", 'OAuth realm="", oauth_nonce="n"'],
    ["quotes and backslashes of a realm as quoted pairs", [], 'a"b\\c', 'OAuth realm="a\\"b\\\\c"'],
    ["a realm as it is, not percent-encoded", [], "a b%20,é".replace("é", "="), 'OAuth realm="a b%20,="'],
    ["reserved characters percent-encoded", [["a b", 'c"d, e="f']], undefined, 'OAuth a%20b="c%22d%2C%20e%3D%22f"'],
    ["empty values", [["oauth_token", ""]], undefined, 'OAuth oauth_token=""'],
    ["octets", [["a", Uint8Array.of(0xff)]], undefined, 'OAuth a="%FF"'],
    ["line breaks percent-encoded", [["a", "\r\nX: y"]], undefined, 'OAuth a="%0D%0AX%3A%20y"'],
  ])("writes %s", (_, parameters, realm, expected) => {
    expect(formatAuthorizationHeader(parameters, { realm })).toBe(expected);
  });

  test.each(["a\rb", "a\nb", "\r\nX-Evil: 1", "a\0", "a\tb", "\x7f", "é", "\u2028", "\ud800"])(
    "refuses the realm %j",
    (realm) => {
      const error = refusalOf(() => formatAuthorizationHeader([], { realm }));
      expect(error.code).toBe("realm-malformed");
      expect(error.message).toContain("printable ASCII");
      expect(error.message).not.toMatch(/[\r\n\0]/);
    },
  );

  test.each([[null], [5], [["a"]], [{}]])("refuses the realm %j, which is no text", (realm) => {
    clearRefusalOf(() => formatAuthorizationHeader([], { realm: realm as unknown as string }));
  });

  test("refuses a lone surrogate in a value", () => {
    expect(refusalOf(() => formatAuthorizationHeader([["a", "\ud800"]])).code).toBe("text-malformed");
  });
});

describe("the reader of an Authorization header", () => {
  test.each<[string, string, string | undefined, [OctetText, OctetText][]]>([
    ["scheme in any case", 'oAuTh a="1"', undefined, [["a", "1"]]],
    ["scheme after white space", ' \tOAuth a="1"', undefined, [["a", "1"]]],
    ["scheme alone", "OAuth", undefined, []],
    ["scheme and white space", "OAuth  ", undefined, []],
    ["realm alone", 'OAuth realm="r"', "r", []],
    ["realm in any case", 'OAuth REALM="r", a="1"', "r", [["a", "1"]]],
    ["realm at the end", 'OAuth a="1",realm="r"', "r", [["a", "1"]]],
    ["empty realm", 'OAuth realm="",a="1"', "", [["a", "1"]]],
    ["realm with quoted pairs", 'OAuth realm="a\\"b\\\\c"', 'a"b\\c', []],
    ["realm with a quoted line feed", 'OAuth realm="a\\\nb"', "a\nb", []],
    ["realm with comma, = and %", 'OAuth realm="a, b=%22"', "a, b=%22", []],
    [
      "no white space",
      'OAuth a="1",b="2"',
      undefined,
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "white space around commas",
      'OAuth a="1" ,\t b="2"  ',
      undefined,
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "folded lines",
      'OAuth\r\n a="1",\r\n\tb="2"\r\n ',
      undefined,
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ["escapes in names and values", 'OAuth a%20b="c%2Bd%2bd"', undefined, [["a b", "c+d+d"]]],
    ["a plus as a plus", 'OAuth a="b+c"', undefined, [["a", "b+c"]]],
    ["malformed escapes as they are", 'OAuth a="%zz%"', undefined, [["a", "%zz%"]]],
    ["raw reserved characters", 'OAuth a="b/c=d,e"', undefined, [["a", "b/c=d,e"]]],
    ["raw Unicode", 'OAuth a="é"', undefined, [["a", "é"]]],
    ["octets that are not UTF-8", 'OAuth a="%FF"', undefined, [["a", Uint8Array.of(0xff)]]],
    [
      "names in their case",
      'OAuth a="1", A="2"',
      undefined,
      [
        ["a", "1"],
        ["A", "2"],
      ],
    ],
    [
      "names of Object.prototype",
      'OAuth __proto__="1", constructor="2"',
      undefined,
      [
        ["__proto__", "1"],
        ["constructor", "2"],
      ],
    ],
  ])("reads %s", (_, header, realm, parameters) => {
    expect(parseAuthorizationHeader(header)).toEqual({ realm, parameters });
  });

  test.each([
    ["another scheme", 'Basic a="1"', "the scheme OAuth"],
    ["a longer scheme", 'OAuth2 a="1"', "the scheme OAuth"],
    ["no scheme", 'oauth_nonce="1"', "the scheme OAuth"],
    ["nothing", "", "the scheme OAuth"],
    ["a missing comma", 'OAuth a="1" b="2"', "a comma"],
    ["text after a value", 'OAuth a="1"x', "a comma"],
    ["a semicolon", 'OAuth a="1"; b="2"', "a comma"],
    ["an empty element", 'OAuth a="1",,b="2"', 'name="value"'],
    ["a leading comma", 'OAuth ,a="1"', 'name="value"'],
    ["a trailing comma", 'OAuth a="1",', 'name="value"'],
    ["a value without quotes", "OAuth a=1", 'name="value"'],
    ["an unclosed value", 'OAuth a="1', 'name="value"'],
    ["an unclosed quoted pair", 'OAuth a="1\\"', 'name="value"'],
    ["white space around =", 'OAuth a = "1"', 'name="value"'],
    ["no value", "OAuth a", 'name="value"'],
    ["no name", 'OAuth ="1"', 'name="value"'],
  ])("refuses %s and tells where", (_, header, expected) => {
    const error = refusalOf(() => parseAuthorizationHeader(header));
    expect(error.code).toBe("authorization-malformed");
    expect(error.message).toContain(`expected ${expected} at character`);
    expect(error.message).toContain("got ");
  });

  test.each([
    ["twice", 'OAuth a="1", a="1"'],
    ["twice in different spelling", 'OAuth a="1", %61="2"'],
    ["twice as octets", 'OAuth %FF="1", %ff="2"'],
    ["realm twice", 'OAuth realm="1", realm="2"'],
    ["realm twice in different case", 'OAuth realm="1", Realm="2"'],
  ])("refuses a name that stands %s", (_, header) => {
    expect(refusalOf(() => parseAuthorizationHeader(header)).code).toBe("parameter-duplicated");
  });

  test("shows a secret in the header (PLAINTEXT) in no message", () => {
    const value = 'oauth_signature="hunter2%26"';
    for (const header of [
      `OAuth ${value} x`,
      `OAuth ${value},${value}`,
      `Basic ${value}`,
      `OAuth a="1" ${value}`,
      "OAuth hunter2",
    ]) {
      expectNoSecret(
        refusalOf(() => parseAuthorizationHeader(header)),
        "hunter2",
      );
    }
  });

  test("takes time in proportion to the length", () => {
    // With the square of the length each would take longer than a test may.
    for (const header of [
      `OAuth ${" ".repeat(2_000_000)}x`,
      `OAuth a="${"\\".repeat(2_000_000)}`,
      `OAuth a="1"${" ,".repeat(1_000_000)}`,
      `${" ".repeat(2_000_000)}x`,
    ]) {
      expect(refusalOf(() => parseAuthorizationHeader(header)).code).toBe("authorization-malformed");
    }
  });
});

describe("an Authorization header", () => {
  const named = fc.uniqueArray(fc.tuple(octetText, octetText), { selector: ([name]) => binary(name), maxLength: 6 });
  const parameters = named.map((list) =>
    list.filter(([name]) => binary(name) !== "" && binary(name).toLowerCase() !== "realm"),
  );

  test("reads back as it was written, realm and octets included", () => {
    fc.assert(
      fc.property(parameters, fc.option(realms, { nil: undefined }), (list, realm) => {
        const parsed = parseAuthorizationHeader(formatAuthorizationHeader(list, { realm }));
        expect(parsed.realm).toBe(realm);
        expect(parsed.parameters.map((pair) => pair.map(binary))).toEqual(list.map((pair) => pair.map(binary)));
      }),
    );
  });

  test("reads the same for an independent reader", () => {
    fc.assert(
      fc.property(parameters, fc.option(realms, { nil: undefined }), (list, realm) => {
        fc.pre(list.length > 0);
        const read = readAuthorization(formatAuthorizationHeader(list, { realm }));
        expect(read.realm).toBe(realm);
        expect(read.parameters).toEqual(list.map((pair) => pair.map(binary)));
      }),
    );
  });

  test("contains only printable ASCII when it is written", () => {
    fc.assert(
      fc.property(parameters, realms, (list, realm) =>
        /^[\x20-\x7e]*$/.test(formatAuthorizationHeader(list, { realm })),
      ),
    );
  });
});
