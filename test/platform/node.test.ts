import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  base64Octets,
  base64Text,
  digest,
  equalOctets,
  type HashName,
  hexOctets,
  hexText,
  hmac,
  hmacBase64,
  latin1Octets,
  latin1Text,
  utf8Octets,
  utf8Text,
} from "../../src/platform/index.ts";
import { seed } from "../seed.ts";

const octets = fc.uint8Array({ maxLength: 200 });

describe("HMAC", () => {
  test.each<[HashName, string]>([
    ["sha1", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
    ["sha256", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    [
      "sha512",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ],
  ])("gives the value of RFC 2202 and RFC 4231, case 2: %s", (hash, expected) => {
    expect(hexText(hmac(hash, "Jefe", "what do ya want for nothing?"))).toBe(expected);
  });

  test("encodes key and message as UTF-8, and returns the same octets in base64", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (key, message) => {
        const expected = createHmac("sha1", Buffer.from(key)).update(Buffer.from(message)).digest("base64");
        expect(base64Text(hmac("sha1", key, message))).toBe(expected);
        expect(hmacBase64("sha1", key, message)).toBe(expected);
      }),
      { seed },
    );
  });
});

test("a digest is that of the octets, or of text as UTF-8", () => {
  expect(hexText(digest("sha1", "abc"))).toBe("a9993e364706816aba3e25717850c26c9cd0d89d"); // FIPS 180-4
  expect(hexText(digest("sha1", utf8Octets("é")))).toBe(hexText(digest("sha1", "é")));
});

describe("octets and text", () => {
  test("come back as they were, in latin1, base64 and hexadecimal", () => {
    fc.assert(
      fc.property(octets, (given) => {
        const plain = [...given];
        expect([...latin1Octets(latin1Text(given))]).toEqual(plain);
        expect([...base64Octets(base64Text(given))!]).toEqual(plain);
        expect([...hexOctets(hexText(given))!]).toEqual(plain);
      }),
      { seed },
    );
  });

  test.each(["YQ", "YR==", "YQ==\n", "YQ=", "-_==", " YQ==", "YQ==YQ=="])(
    "base64Octets refuses %j, which is not canonical base64",
    (text) => {
      expect(base64Octets(text)).toBeUndefined();
    },
  );

  test.each(["A", "0G", "AB", "0x00"])("hexOctets refuses %j", (text) => {
    expect(hexOctets(text)).toBeUndefined();
  });

  test("what is not UTF-8 becomes U+FFFD, and a byte order mark stays", () => {
    expect(utf8Text(Uint8Array.of(0x61, 0xff))).toBe("a\ufffd");
    expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("\ufeffa");
  });

  test("a part of a larger memory is read as that part alone", () => {
    const memory = Uint8Array.from([0x61, 0x62, 0x63]);
    expect(utf8Text(memory.subarray(1, 2))).toBe("b");
    expect(base64Text(memory.subarray(1, 2))).toBe("Yg==");
  });
});

test("octets are equal if length and every octet are equal", () => {
  expect(equalOctets(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equalOctets(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equalOctets(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false);
});
