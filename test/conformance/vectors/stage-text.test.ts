import { describe, expect, test } from "vitest";
import {
  type JsonPair,
  STAGES,
  type Stage,
  type StageValue,
  stageText,
} from "../../../src/conformance/vectors/index.ts";

const OCTET_BY_OCTET: readonly Stage[] = [
  "percent-encoding",
  "percent-decoding",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "key",
  "signature",
  "body-hash",
];
const same = (stage: Stage, a: StageValue, b: StageValue): boolean => stageText(stage, a) === stageText(stage, b);

describe("octet by octet", () => {
  test.each(OCTET_BY_OCTET)("%s is its own text", (stage) => {
    for (const value of ["", "b=1&a=2", "%c3%A9", "A b", 'OAuth a="1"']) expect(stageText(stage, value)).toBe(value);
  });

  test("the realm is compared as it stands, and the realm null is not the absence of one", () => {
    expect(same("realm", "a%20b", "a b")).toBe(false);
    expect(same("realm", "", null)).toBe(false);
    expect(same("realm", "null", null)).toBe(false);
    expect(same("realm", null, null)).toBe(true);
  });

  test("a correct signature is not a wrong one", () => {
    expect(same("valid", true, false)).toBe(false);
  });
});

describe("parameters", () => {
  const a1: JsonPair = ["a", "1"];
  const a2: JsonPair = ["a", "2"];
  const b2: JsonPair = ["b", "2"];

  test("have no order", () => {
    expect(same("parameters", [a1, b2], [b2, a1])).toBe(true);
    expect(same("parameters", [a2, a1], [a1, a2])).toBe(true);
  });

  test("differ in how often one stands there", () => {
    expect(same("parameters", [a1], [a1, a1])).toBe(false);
    expect(same("parameters", [], [["", ""]])).toBe(false);
  });

  test("differ in names and values, separators in them included", () => {
    expect(same("parameters", [["a", "1&b=2"]], [a1, b2])).toBe(false);
    expect(same("parameters", [["a=", "b"]], [["a", "=b"]])).toBe(false);
    expect(same("parameters", [a1], [["A", "1"]])).toBe(false);
  });

  test("are the same as text and as octets", () => {
    expect(same("parameters", [["é", "1"]], [[{ octets: "w6k=" }, "1"]])).toBe(true);
    expect(same("parameters", [["é", "1"]], [[{ octets: "6Q==" }, "1"]])).toBe(false);
  });
});

describe("an Authorization header", () => {
  const header = 'OAuth realm="R", a="1", b="%2B"';

  test.each([
    ["in another order", 'OAuth b="%2B", realm="R", a="1"'],
    ["without white space", 'OAuth realm="R",a="1",b="%2B"'],
    ["with more white space", 'OAuth  realm="R" ,\ta="1", b="%2B" '],
    ["under a scheme in another case", 'oauth realm="R", a="1", b="%2B"'],
    ["with escapes in lower case", 'OAuth realm="R", a="1", b="%2b"'],
    ["with escapes that are not needed", 'OAuth realm="R", %61="%31", b="%2B"'],
  ])("is the same %s", (_how, other) => {
    expect(same("authorization-header", header, other)).toBe(true);
  });

  test.each([
    ["without its realm", 'OAuth a="1", b="%2B"'],
    ["with an empty realm", 'OAuth realm="", a="1", b="%2B"'],
    ["with a realm in another case", 'OAuth realm="r", a="1", b="%2B"'],
    ["with a realm that is encoded", 'OAuth realm="%52", a="1", b="%2B"'],
    ["without a parameter", 'OAuth realm="R", a="1"'],
    ["with a parameter more", 'OAuth realm="R", a="1", b="%2B", c=""'],
    ["with another value", 'OAuth realm="R", a="1", b="%20"'],
    ["with a value encoded twice", 'OAuth realm="R", a="1", b="%252B"'],
    ["that cannot be read", 'OAuth realm="R"& a="1"& b="%2B"'],
    ["of another scheme", 'Basic realm="R", a="1", b="%2B"'],
  ])("is another one %s", (_how, other) => {
    expect(same("authorization-header", header, other)).toBe(false);
  });

  test("that cannot be read stands for itself", () => {
    expect(stageText("authorization-header", "Basic abc")).toBe("Basic abc");
    expect(stageText("authorization-header", "")).toBe("");
  });

  test("with bare quotes in the realm is the same in any order, and not one with escaped quotes", () => {
    const unescaped = 'OAuth realm="a "b"",oauth_b="%2b", oauth_a="1"';
    expect(same("authorization-header", unescaped, 'OAuth realm="a "b"", oauth_a="1", oauth_b="%2B"')).toBe(true);
    expect(same("authorization-header", unescaped, 'OAuth realm="a \\"b\\"", oauth_a="1", oauth_b="%2B"')).toBe(false);
    expect(same("authorization-header", unescaped, 'OAuth realm="a "c"", oauth_a="1", oauth_b="%2B"')).toBe(false);
  });
});

describe("a body", () => {
  test("has no order, and one spelling", () => {
    expect(same("body", "a=1+2&b=%c3%a9", "b=%C3%A9&%61=1%202")).toBe(true);
    expect(same("body", "a", "a=")).toBe(true);
    expect(same("body", "a=1&&b=2&", "a=1&b=2")).toBe(true);
  });

  test("differs in pairs, and in how often one stands there", () => {
    expect(same("body", "a=1", "a=2")).toBe(false);
    expect(same("body", "a=1", "a=1&a=1")).toBe(false);
    expect(same("body", "a=1%262", "a=1&2")).toBe(false);
    expect(same("body", "a=1%2B2", "a=1+2")).toBe(false);
  });
});

describe("a URL", () => {
  test("has a query without order, and with one spelling", () => {
    expect(same("url", "https://a/p?x=1+2&y=%c3%a9", "https://a/p?y=%C3%A9&x=1%202")).toBe(true);
  });

  test("is the same in every spelling of scheme, host and port", () => {
    expect(same("url", "https://a/p?x=1", "HTTPS://A:443/p?x=1")).toBe(true);
    expect(same("url", "https://a", "https://a/")).toBe(true);
    expect(same("url", "https://a/p", "http://a/p")).toBe(false);
    expect(same("url", "https://a/p", "https://a:8443/p")).toBe(false);
  });

  test("has its path compared octet by octet", () => {
    expect(same("url", "https://a/%70?x=1", "https://a/p?x=1")).toBe(false);
    expect(same("url", "https://a/%c3%a9", "https://a/%C3%A9")).toBe(false);
  });

  test("keeps a second question mark in the query, and tells an empty query from none", () => {
    expect(same("url", "https://a/p?x=1?y", "https://a/p?x=1%3Fy")).toBe(true);
    expect(same("url", "https://a/p?", "https://a/p")).toBe(false);
  });
});

describe("every stage", () => {
  test("has a text for every kind of value", () => {
    for (const stage of STAGES) {
      for (const value of ["", "%", "%zz", "?#[", null, true, false, [], [["a", "b"]]] as const) {
        expect(typeof stageText(stage, value)).toBe("string");
      }
    }
  });
});
