import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromJsonPairs, fromJsonText, toJsonPairs, toJsonText } from "../../../src/conformance/vectors/index.ts";

describe("the JSON of octets and text", () => {
  test.each(["", "a b+c", "é€😀", "\u0000", "\ufeffmark"])("is the text itself: %j", (text) => {
    expect(toJsonText(text)).toBe(text);
    expect(fromJsonText(text)).toBe(text);
  });

  test("is text for octets that are UTF-8", () => {
    expect(toJsonText(Uint8Array.of())).toBe("");
    expect(toJsonText(Buffer.from("é€😀"))).toBe("é€😀");
    expect(toJsonText(Buffer.from("\ufeffmark"))).toBe("\ufeffmark");
  });

  test.each([
    ["a lone octet", [0xff], "/w=="],
    ["a cut sequence", [0x61, 0xc3], "YcM="],
    ["an overlong slash", [0xc0, 0xaf], "wK8="],
    ["an encoded surrogate", [0xed, 0xa0, 0x80], "7aCA"],
  ])("is base64 for octets that are not UTF-8: %s", (_name, octets, base64) => {
    expect(toJsonText(Uint8Array.from(octets))).toEqual({ octets: base64 });
    expect(fromJsonText({ octets: base64 })).toEqual(Uint8Array.from(octets));
  });

  test("is text for the replacement character, which can be sent", () => {
    expect(toJsonText(Buffer.from("\ufffd"))).toBe("\ufffd");
  });

  test("reads back as the same octets, whatever they are", () => {
    const isSame = (octets: Uint8Array): boolean => {
      const back = fromJsonText(toJsonText(octets));
      return Buffer.from(back as Uint8Array).equals(octets);
    };
    fc.assert(fc.property(fc.uint8Array(), isSame));
  });

  test("keeps the order of pairs, whose names and values are each text or octets", () => {
    const pairs: [string | Uint8Array, string | Uint8Array][] = [
      ["b", Uint8Array.of(0xff)],
      [Uint8Array.of(0xfe), "a"],
      ["b", ""],
    ];
    const json = toJsonPairs(pairs);
    expect(json).toEqual([
      ["b", { octets: "/w==" }],
      [{ octets: "/g==" }, "a"],
      ["b", ""],
    ]);
    expect(fromJsonPairs(json)).toEqual(pairs);
  });

  test("of no pairs is read as no pairs", () => {
    expect(fromJsonPairs(undefined)).toEqual([]);
  });
});
