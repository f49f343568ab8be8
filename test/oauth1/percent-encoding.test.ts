/** Percent-encoding (RFC 5849 3.6) against an expectation written out octet by octet. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OAuth1Error, percentDecode, percentEncode } from "../../src/oauth1/index.ts";
import { octets, octetText, text } from "./arbitraries.ts";
import { binary, decode, encode } from "./independent.ts";
import { clearRefusalOf, refusalOf } from "./refusals.ts";

/** Character codes of digits, letters, hyphen, period, underscore and tilde. */
function isUnreserved(octet: number): boolean {
  return (
    (octet >= 48 && octet <= 57) ||
    (octet >= 65 && octet <= 90) ||
    (octet >= 97 && octet <= 122) ||
    [45, 46, 95, 126].includes(octet)
  );
}

const LONE_SURROGATES = [
  ["\ud800", 0, "D800"],
  ["\udfff", 0, "DFFF"],
  ["a\ud83d", 1, "D83D"],
  ["ab\ude00c", 2, "DE00"],
  ["\ude00\ud83d", 0, "DE00"],
  ["\ud83d\ud83d\ude00", 0, "D83D"],
  ["😀\ud83d", 2, "D83D"],
] as const;

describe("percent-encoding", () => {
  test("keeps exactly the unreserved octets and gives every other one two upper-case digits", () => {
    const digits = "0123456789ABCDEF";
    for (let octet = 0; octet < 256; octet++) {
      const expected = isUnreserved(octet)
        ? String.fromCharCode(octet)
        : `%${digits[Math.floor(octet / 16)]}${digits[octet % 16]}`;
      expect(percentEncode(Uint8Array.of(octet))).toBe(expected);
      if (octet < 128) expect(percentEncode(String.fromCharCode(octet))).toBe(expected);
    }
  });

  test.each([
    ["", ""],
    ["a b+c", "a%20b%2Bc"],
    ["!*'()", "%21%2A%27%28%29"],
    ["~", "~"],
    ["\x7f", "%7F"],
    ["\x80", "%C2%80"],
    ["é", "%C3%A9"],
    ["e\u0301", "e%CC%81"],
    ["\u07ff", "%DF%BF"],
    ["\u0800", "%E0%A0%80"],
    ["\ud7ff", "%ED%9F%BF"],
    ["\ue000", "%EE%80%80"],
    ["\uffff", "%EF%BF%BF"],
    ["\u{10000}", "%F0%90%80%80"],
    ["😀", "%F0%9F%98%80"],
    ["\u{10ffff}", "%F4%8F%BF%BF"],
    ["\ufeffa", "%EF%BB%BFa"],
    ["a😀b", "a%F0%9F%98%80b"],
    ["%41", "%2541"],
  ])("encodes each octet of UTF-8: %j is %s", (input, expected) => {
    expect(percentEncode(input)).toBe(expected);
  });

  test("agrees with the independent encoding for any text and octets", () => {
    fc.assert(fc.property(octetText, (input) => percentEncode(input) === encode(binary(input))));
  });

  test("agrees with encodeURIComponent where that follows RFC 3986", () => {
    fc.assert(
      fc.property(text, (input) => {
        const expected = encodeURIComponent(input).replace(
          /[!'()*]/g,
          (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
        );
        return percentEncode(input) === expected;
      }),
    );
  });

  test("reads a Buffer, and a view of a larger buffer, as their octets", () => {
    expect(percentEncode(Buffer.from("a b"))).toBe("a%20b");
    expect(percentEncode(new Uint8Array(Uint8Array.of(1, 0x41, 0xff, 2).buffer, 1, 2))).toBe("A%FF");
  });

  test.each(LONE_SURROGATES)("refuses the lone surrogate in %j", (input, index, unit) => {
    const error = refusalOf(() => percentEncode(input));
    expect(error.code).toBe("text-malformed");
    expect(error.message).toContain("well-formed Unicode");
    expect(error.message).toContain(`U+${unit} at index ${index}`);
  });

  test("does not refuse U+FFFD, which is a character like any other", () => {
    expect(percentEncode("\ufffd")).toBe("%EF%BF%BD");
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a number", 5],
    ["a list of numbers", [65, 300]],
    ["a list of texts", ["a", "1"]],
    ["a String object", new String("1")],
    ["wider units", new Uint16Array([300])],
    ["a set", new Set([65])],
  ])("refuses %s instead of encoding something else", (_, input) => {
    clearRefusalOf(() => percentEncode(input as string));
  });

  function expectComplete(lengths: readonly number[], characters: readonly string[]): void {
    for (const length of lengths) {
      for (const character of characters) {
        const input = `${"x".repeat(length % 7)}${character.repeat(length)}`;
        expect(percentEncode(input) === encode(binary(input))).toBe(true);
        expect(percentEncode("a b")).toBe("a%20b");
      }
    }
  }

  test("text of the size of a buffer, one less and one more is encoded completely", () => {
    expectComplete([1, 1819, 1820, 1821], ["a", "é", "😀"]);
    expectComplete([16_383, 16_384, 16_385], ["a"]);
  });

  test("text of every length around the size of a buffer is encoded completely", { tags: ["deep"] }, () => {
    const lengths = [1, 1800, 1819, 1820, 1821, 1822, 5000, 16_383, 16_384, 16_385, 40_000];
    expectComplete(lengths, ["a", " ", "é", "日", "😀"]);
  });

  test("a refusal while signing leaves nothing behind", () => {
    expect(() => percentEncode(`${" é".repeat(100)}\ud800`)).toThrow(OAuth1Error);
    expect(percentEncode(" ")).toBe("%20");
  });
});

describe("percent-decoding", () => {
  test.each([
    ["a%20b", "a b"],
    ["%C3%A9%c3%a9", "éé"],
    ["a+b", "a+b"],
    ["%", "%"],
    ["%4", "%4"],
    ["%4g%g4", "%4g%g4"],
    ["%%41", "%A"],
    ["%2541", "%41"],
    ["100%", "100%"],
    ["é%20日", "é 日"],
    ["%EF%BB%BFa", "\ufeffa"],
    ["%EF%BF%BD", "\ufffd"],
    ["%00", "\0"],
  ])("reads %j as %j", (input, expected) => {
    expect(percentDecode(input)).toBe(expected);
  });

  test.each([
    ["%FF", [0xff]],
    ["%E9", [0xe9]],
    ["a%C3", [0x61, 0xc3]],
    ["%C0%80", [0xc0, 0x80]],
    ["%ED%A0%80", [0xed, 0xa0, 0x80]],
    ["%F4%90%80%80", [0xf4, 0x90, 0x80, 0x80]],
  ])("keeps what is not UTF-8 as octets: %s", (input, expected) => {
    expect(percentDecode(input)).toEqual(Uint8Array.from(expected));
  });

  test("agrees with the independent decoding for any well-formed text", () => {
    const pieces = fc.array(fc.oneof(text, fc.constantFrom("%", "%4", "%41", "%fF", "%C3%A9", "%g0")), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(pieces, (list) => {
        const input = list.join("");
        return binary(percentDecode(input)) === decode(input);
      }),
    );
  });

  test("text survives encoding and decoding, as text", () => {
    fc.assert(fc.property(text, (input) => percentDecode(percentEncode(input)) === input));
  });

  test("octets survive encoding and decoding, as octets exactly if they are not UTF-8", () => {
    fc.assert(
      fc.property(octets, (input) => {
        const decoded = percentDecode(percentEncode(input));
        expect(binary(decoded)).toBe(binary(input));
        expect(typeof decoded === "string").toBe(Buffer.from(input).equals(Buffer.from(Buffer.from(input).toString())));
      }),
    );
  });

  test("returned octets belong to the caller", () => {
    const decoded = percentDecode("%FF%FE") as Uint8Array;
    expect(decoded.buffer.byteLength).toBe(2);
    decoded.fill(0);
    expect(percentDecode("%FF%FE")).toEqual(Uint8Array.of(0xff, 0xfe));
  });

  test("a lone surrogate is refused with and without an escape next to it", () => {
    expect(() => percentDecode("\ud800%41")).toThrow(OAuth1Error);
    expect(() => percentDecode("\ud800")).toThrow(OAuth1Error);
  });
});
