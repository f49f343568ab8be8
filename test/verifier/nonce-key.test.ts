/** The text or octets that stand for a nonce. Redis stores their hash, so they must never change. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexText, utf8Octets } from "../../src/platform/index.ts";
import { type NonceIdentity, nonceKey } from "../../src/verifier/nonce-store.ts";
import { anyCharacter } from "../any-character.ts";
import { seed } from "../seed.ts";

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("1", ":", "-", "/", "a", "\ud800", "\ufffd", "\udc00"), maxLength: 5 }),
  fc.string({ unit: anyCharacter }),
);
const identity = fc.record({
  consumerKey: text,
  token: fc.option(text, { nil: undefined }),
  timestamp: fc.constantFrom(1, 11, 111, 2, -1),
  nonce: text,
});

function octets(key: string | Uint8Array): string {
  return hexText(typeof key === "string" ? utf8Octets(key) : key);
}

describe("the key of a nonce", () => {
  test("is text with the length of each field before it, and no token is written as a dash", () => {
    const claim = { consumerKey: "merchant", timestamp: 1700000000, nonce: "n:1" };
    expect(nonceKey(claim)).toBe("8:merchant-/1700000000/n:1");
    expect(nonceKey({ ...claim, token: "" })).toBe("8:merchant0:/1700000000/n:1");
    expect(nonceKey({ ...claim, token: "té" })).toBe("8:merchant2:té/1700000000/n:1");
    expect(nonceKey(claim, "prefix")).toBe("prefix8:merchant-/1700000000/n:1");
  });

  test("of text with a lone surrogate is 0xFF and UTF-16, little endian", () => {
    const claim = { consumerKey: "k", timestamp: 7, nonce: "\ud83d\u00e9\u20ac" };
    const utf16 = Buffer.from("1:k-/7/\ud83d\u00e9\u20ac", "utf16le");
    expect(nonceKey(claim)).toEqual(new Uint8Array([0xff, ...utf16]));
  });

  const expectDistinct = (numRuns: number): void => {
    fc.assert(
      fc.property(identity, identity, (one: NonceIdentity, other: NonceIdentity) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(octets(nonceKey(one)) === octets(nonceKey(other))).toBe(same);
        expect(octets(nonceKey(one, "p")) === octets(nonceKey(other, "p"))).toBe(same);
        expect(octets(nonceKey(one))).toBe(octets(nonceKey({ ...one })));
      }),
      { seed, numRuns },
    );
  };
  const TITLE = "is the same for the same claim only, with a prefix too, in %i pairs";
  test.each([200])(TITLE, expectDistinct);
  test.each([1500])(TITLE, { tags: ["deep"] }, expectDistinct);
});
