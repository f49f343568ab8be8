/** application/x-www-form-urlencoded read and written (RFC 5849 3.4.1.3.1). */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFormText, splitForm } from "../../src/oauth1/form.ts";
import { formatForm, type OctetText, parseForm, percentEncode } from "../../src/oauth1/index.ts";
import { pairs, text } from "./arbitraries.ts";
import { binary, encode, readForm } from "./independent.ts";
import { refusalOf } from "./refusals.ts";

function binaryPairs(list: readonly (readonly [OctetText, OctetText])[]): [string, string][] {
  return list.map(([name, value]) => [binary(name), binary(value)]);
}

describe("the reader of forms", () => {
  test("text without any ASCII character is encoded as UTF-8", () => {
    expect(parseForm("é")).toEqual([["é", ""]]);
    expect(parseForm("日本")).toEqual([["日本", ""]]);
  });

  test("the replacement character is text if a client sent it, and octets stay octets", () => {
    expect(parseForm("a=%EF%BF%BD&b=%EF%BF&c=%FF%EF%BF%BD")).toEqual([
      ["a", "\ufffd"],
      ["b", Uint8Array.of(0xef, 0xbf)],
      ["c", Uint8Array.of(0xff, 0xef, 0xbf, 0xbd)],
    ]);
  });

  test("ends after as many pairs as are wanted", () => {
    expect(splitForm("a=1&&b=2&c=3", 2)).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    expect(splitForm("a=1", 0)).toEqual([]);
    expect(splitForm("a=1&b=2", 2)).toHaveLength(2);
  });

  test("RFC 5849 3.4.1.3.1: the query and the body of the example", () => {
    expect(parseForm("b5=%3D%253D&a3=a&c%40=&a2=r%20b")).toEqual([
      ["b5", "=%3D"],
      ["a3", "a"],
      ["c@", ""],
      ["a2", "r b"],
    ]);
    expect(parseForm("c2&a3=2+q")).toEqual([
      ["c2", ""],
      ["a3", "2 q"],
    ]);
  });

  test.each<[string, [OctetText, OctetText][]]>([
    ["", []],
    ["&", []],
    ["&&a=1&&", [["a", "1"]]],
    ["=", [["", ""]]],
    ["=v", [["", "v"]]],
    ["a", [["a", ""]]],
    ["a=", [["a", ""]]],
    ["a=b=c", [["a", "b=c"]]],
    ["a==", [["a", "="]]],
    ["a+b=c+d", [["a b", "c d"]]],
    ["a%2Bb=c%2bd", [["a+b", "c+d"]]],
    ["a=%26%3D", [["a", "&="]]],
    ["a=%", [["a", "%"]]],
    ["a=%zz%4", [["a", "%zz%4"]]],
    ["a=1;b=2", [["a", "1;b=2"]]],
    ["a?=?", [["a?", "?"]]],
    ["%EF%BB%BFa=%EF%BB%BF", [["\ufeffa", "\ufeff"]]],
    ["a=%00", [["a", "\0"]]],
    ["é=日", [["é", "日"]]],
    [
      "a=2&a=1&a=2",
      [
        ["a", "2"],
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    [
      "__proto__=1&constructor=2",
      [
        ["__proto__", "1"],
        ["constructor", "2"],
      ],
    ],
    ["%FF=%E9", [[Uint8Array.of(0xff), Uint8Array.of(0xe9)]]],
  ])("reads %j", (form, expected) => {
    expect(parseForm(form)).toEqual(expected);
  });

  test("an octet that is not UTF-8 and U+FFFD stay different", () => {
    expect(parseForm("a=%FF")).not.toEqual(parseForm("a=%EF%BF%BD"));
    expect(reencode("%FF")).toBe("%FF");
    expect(reencode("%EF%BF%BD")).toBe("%EF%BF%BD");
  });

  test("a body of octets reads as what its text would, and keeps raw octets that are not UTF-8", () => {
    expect(parseForm(Buffer.from("a=1+2&b=%C3%A9&é"))).toEqual([
      ["a", "1 2"],
      ["b", "é"],
      ["é", ""],
    ]);
    expect(parseForm(Uint8Array.of(0x61, 0x3d, 0xff))).toEqual([["a", Uint8Array.of(0xff)]]);
    expect(parseForm(Uint8Array.of(0x61, 0x3d, 0xff))).toEqual(parseForm("a=%FF"));
  });

  test("agrees with the independent reading for any well-formed text", () => {
    const pieces = fc.array(fc.oneof(text, fc.constantFrom("&", "=", "+", "%20", "%FF", "%f", "a=b")), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(pieces, (list) => {
        const form = list.join("");
        expect(binaryPairs(parseForm(form))).toEqual(readForm(form));
        expect(binaryPairs(parseForm(Buffer.from(form)))).toEqual(readForm(form));
      }),
    );
  });

  test("agrees with URLSearchParams for any form in UTF-8", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (list) => {
        expect(parseForm(new URLSearchParams(list).toString())).toEqual(list);
      }),
    );
  });
});

function reencode(piece: string): string {
  return percentEncode(decodeFormText(Buffer.from(piece).toString("latin1")));
}

describe("a piece of a form, encoded again,", () => {
  test.each([
    ["a+b", "a%20b"],
    ["a%20b", "a%20b"],
    ["%7e", "~"],
    ["%c3%a9", "%C3%A9"],
    ["é", "%C3%A9"],
    ["a*b", "a%2Ab"],
    ["%zz", "%25zz"],
    ["%+", "%25%20"],
    ["%2B", "%2B"],
  ])("is spelled by its octets: %j as %s", (piece, expected) => {
    expect(reencode(piece)).toBe(expected);
  });
});

describe("the writer of forms", () => {
  test.each<[[OctetText, OctetText][], string]>([
    [[], ""],
    [[["", ""]], "="],
    [
      [
        ["", ""],
        ["", ""],
      ],
      "=&=",
    ],
    [[["a", ""]], "a="],
    [[["a b", "c+d&e=f"]], "a%20b=c%2Bd%26e%3Df"],
    [
      [
        ["z", "1"],
        ["a", "2"],
      ],
      "z=1&a=2",
    ],
    [[[Uint8Array.of(0xff), "\ufffd"]], "%FF=%EF%BF%BD"],
  ])("writes %j as %s", (list, expected) => {
    expect(formatForm(list)).toBe(expected);
  });

  test("reads any iterable once", () => {
    expect(formatForm(new Map([["a", "1"]]))).toBe("a=1");
    expect(formatForm(new URLSearchParams("a=1&a=+"))).toBe("a=1&a=%20");
  });

  test("writes what reads back to the same octets, in the same order", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const form = formatForm(list);
        expect(binaryPairs(parseForm(form))).toEqual(binaryPairs(list));
        expect(form).toBe(list.map(([name, value]) => `${encode(binary(name))}=${encode(binary(value))}`).join("&"));
      }),
    );
  });

  test("refuses a lone surrogate in a name and in a value", () => {
    expect(refusalOf(() => formatForm([["\ud800", ""]])).code).toBe("text-malformed");
    expect(refusalOf(() => formatForm([["", "\udc00"]])).code).toBe("text-malformed");
  });
});
