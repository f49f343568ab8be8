/** The error class, and how messages quote text. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quote } from "../../src/oauth1/errors.ts";
import { OAuth1Error } from "../../src/oauth1/index.ts";
import { anyCharacter } from "../any-character.ts";

describe("OAuth1Error", () => {
  test("is an Error with a name, a code and a message", () => {
    const error = new OAuth1Error("url-malformed", "url: expected more");
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("OAuth1Error");
    expect(error.code).toBe("url-malformed");
    expect(String(error)).toBe("OAuth1Error: url: expected more");
  });

  test("keeps a given cause", () => {
    const cause = new Error("why");
    expect(new OAuth1Error("key-unreadable", "m", { cause }).cause).toBe(cause);
    expect(new OAuth1Error("key-unreadable", "m").cause).toBeUndefined();
  });

  test("serializes to its name and code, without message or stack", () => {
    expect(JSON.parse(JSON.stringify(new OAuth1Error("key-missing", "m")))).toEqual({
      name: "OAuth1Error",
      code: "key-missing",
    });
  });
});

describe("quoted text", () => {
  test.each([
    ["a", '"a"'],
    ["", '""'],
    ['"', '"\\""'],
    ["\r\n\t", '"\\r\\n\\t"'],
    ["\x1b[31m", '"\\u001b[31m"'],
    ["\ud800", '"\\ud800"'],
  ])("%j is reported as %s", (text, expected) => {
    expect(quote(text)).toBe(expected);
  });

  test.each([
    [null, "null"],
    [undefined, "undefined"],
    [5, "number"],
    [{}, "object"],
    [Symbol("s"), "symbol"],
    [1n, "bigint"],
  ])("of %s only the kind is reported", (value, expected) => {
    expect(quote(value)).toBe(expected);
  });

  test("is cut after 60 characters", () => {
    expect(quote("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
    expect(quote("x".repeat(61))).toBe(`"${"x".repeat(60)}…"`);
  });

  test("contains no control character, including C1 and DEL", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !/[\x00-\x1f\x7f-\x9f]/.test(quote(text))));
    for (const text of ["\x7f", "\x9b31m", "\x85"]) expect(quote(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });
});
