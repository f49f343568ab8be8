/** The parameter string (RFC 5849 3.4.1.3.2). */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NameValue, normalizeParameters, percentEncode } from "../../src/oauth1/index.ts";
import { encodeParameters } from "../../src/oauth1/parameter.ts";
import { joinParameters, joinParametersEncoded, sortParameters } from "../../src/oauth1/parameter-string.ts";
import { seed } from "../seed.ts";
import { octetText, pairs } from "./arbitraries.ts";
import { binary, encode } from "./independent.ts";
import { clearRefusalOf, refusalOf } from "./refusals.ts";

describe("the parameter string", () => {
  test("of the example of RFC 5849 3.4.1.3.2 is the printed one", () => {
    const list: NameValue[] = [
      ["b5", "=%3D"],
      ["a3", "a"],
      ["c@", ""],
      ["a2", "r b"],
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_nonce", "7d8f3e4a"],
      ["c2", ""],
      ["a3", "2 q"],
    ];
    expect(normalizeParameters(list)).toBe(
      "a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a" +
        "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7",
    );
  });
});

describe("the order of parameters", () => {
  test.each<[string, NameValue[], string]>([
    [
      "encoded names, not names",
      [
        ["a", "1"],
        ["é", "2"],
        ["Z", "3"],
        ["~", "4"],
      ],
      "%C3%A9=2&Z=3&a=1&~=4",
    ],
    [
      "names before values",
      [
        ["a1", "0"],
        ["a", "2"],
        ["a", "10"],
      ],
      "a=10&a=2&a1=0",
    ],
    [
      "a name before one it begins",
      [
        ["ab", ""],
        ["a", "z"],
      ],
      "a=z&ab=",
    ],
    [
      "names, not name=value: - sorts before =",
      [
        ["a", "1"],
        ["a-", "1"],
        ["a.b", "1"],
      ],
      "a=1&a-=1&a.b=1",
    ],
    [
      "octets of UTF-8, not UTF-16 units",
      [
        ["\uff5e", "1"],
        ["😀", "2"],
      ],
      "%EF%BD%9E=1&%F0%9F%98%80=2",
    ],
    [
      "upper case before lower case",
      [
        ["b", ""],
        ["B", ""],
        ["a", ""],
        ["A", ""],
      ],
      "A=&B=&a=&b=",
    ],
    [
      "equal pairs, all of them",
      [
        ["a", "1"],
        ["a", "1"],
        ["a", "1"],
      ],
      "a=1&a=1&a=1",
    ],
    [
      "values by their encoding",
      [
        ["a", "~"],
        ["a", "é"],
        ["a", ""],
        ["a", "0"],
      ],
      "a=&a=%C3%A9&a=0&a=~",
    ],
    [
      "empty names",
      [
        ["a", "1"],
        ["", "2"],
        ["", ""],
      ],
      "=&=2&a=1",
    ],
  ])("is by %s", (_, list, expected) => {
    expect(normalizeParameters(list)).toBe(expected);
  });

  test("does not depend on the order given, for few parameters and for many", () => {
    const many = fc.array(fc.tuple(octetText, octetText), { maxLength: 60 });
    const shuffled = many.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    fc.assert(fc.property(shuffled, ([list, other]) => normalizeParameters(other) === normalizeParameters(list)));
  });

  test("is the order of octets, for every number of parameters", () => {
    for (let count = 0; count <= 70; count++) {
      const list = Array.from({ length: count }, (_, index): [string, string] => [
        `n${(index * 7) % 13}`,
        `${(index * 31) % 17}`,
      ]);
      const expected = list
        .map((pair) => pair.map((part) => encode(part)) as [string, string])
        .sort(
          ([a, x], [b, y]) =>
            Buffer.compare(Buffer.from(a), Buffer.from(b)) || Buffer.compare(Buffer.from(x), Buffer.from(y)),
        );
      const sorted = sortParameters(encodeParameters(list, "query"));
      expect(sorted.map(({ encodedName, encodedValue }) => [encodedName, encodedValue])).toEqual(expected);
    }
  });

  test("leaves the caller's list as it was", () => {
    const list: NameValue[] = [
      ["b", "2"],
      ["a", "1"],
    ];
    normalizeParameters(list);
    expect(list).toEqual([
      ["b", "2"],
      ["a", "1"],
    ]);
  });
});

describe("the content of the parameter string", () => {
  test("is empty without parameters", () => {
    expect(normalizeParameters([])).toBe("");
  });

  test("names of Object.prototype are names like any other", () => {
    expect(
      normalizeParameters([
        ["toString", "3"],
        ["constructor", "2"],
        ["__proto__", "1"],
      ]),
    ).toBe("__proto__=1&constructor=2&toString=3");
  });

  test("omits nothing, not even oauth_signature", () => {
    expect(normalizeParameters([["oauth_signature", "x"]])).toBe("oauth_signature=x");
  });

  test("has every pair once, whatever its octets", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const expected = list.map(([name, value]) => `${encode(binary(name))}=${encode(binary(value))}`).sort();
        const parts = normalizeParameters(list).split("&");
        expect(list.length === 0 ? [] : parts.sort()).toEqual(expected);
      }),
    );
  });

  test("is the same encoded part by part and as a whole for the base string", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const parameters = sortParameters(encodeParameters(list, "body"));
        expect(joinParametersEncoded(parameters)).toBe(percentEncode(joinParameters(parameters)));
      }),
      { seed },
    );
  });

  test("a lone surrogate is refused", () => {
    expect(refusalOf(() => normalizeParameters([["a", "\ud800"]])).code).toBe("text-malformed");
  });

  test.each<[string, unknown]>([
    ["a number as value", [["a", 1]]],
    ["no value", [["a"]]],
    ["a list as value", [["a", ["1", "2"]]]],
  ])("refuses %s instead of signing something else", (_, list) => {
    clearRefusalOf(() => normalizeParameters(list as NameValue[]));
  });
});
