import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HashName } from "../../src/platform/index.ts";
import { anyCharacter } from "../any-character.ts";
import { seed } from "../seed.ts";
import { browser, node, PLATFORMS } from "./platforms.ts";

const octets = fc.uint8Array({ maxLength: 200 });
const HASHES: readonly HashName[] = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"];

describe("both platforms", () => {
  test("export the same names", () => {
    expect(Object.keys(browser).sort()).toEqual(Object.keys(node).sort());
  });
});

describe.each(PLATFORMS)("the platform module on %s", (_, platform) => {
  const { base64Octets, base64Text, digest, equalOctets, hexDigest, hexOctets, hexText, hmac, hmacBase64 } = platform;
  const { concatOctets, hostToUnicode, latin1Octets, latin1Text, looseBase64Octets, randomOctets } = platform;
  const { utf8Octets, utf8Text } = platform;

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

  test.each(["", "text", "\u{1f600}", Uint8Array.of(0, 0xff)])(
    "the hexadecimal digest is that of the octets: %j",
    (message) => {
      for (const hash of HASHES) {
        const expected = createHash(hash).update(message).digest("hex");
        expect(hexText(digest(hash, message))).toBe(expected);
        expect(hexDigest(hash, message)).toBe(expected);
      }
    },
  );

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

  test("octets are joined in their order", () => {
    expect([...concatOctets([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])]).toEqual([1, 2, 3]);
  });

  test("random octets are as many as asked for, and others each time", () => {
    expect(randomOctets(32)).toHaveLength(32);
    expect(hexText(randomOctets(32))).not.toBe(hexText(randomOctets(32)));
  });

  test("text of any length comes back from octets", () => {
    const long = "\xe9".repeat(300_000);
    expect(latin1Text(latin1Octets(long))).toBe(long);
  });

  test("text and octets are those of Buffer, also where they are malformed", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), octets, (text, given) => {
        expect([...utf8Octets(text)]).toEqual([...Buffer.from(text)]);
        expect([...latin1Octets(text)]).toEqual([...Buffer.from(text, "latin1")]);
        expect(utf8Text(given)).toBe(Buffer.from(given).toString());
      }),
      { seed },
    );
  });

  test("loose base64 is read like Buffer reads it", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."AZaz09+/-_ =\n.") });
    fc.assert(
      fc.property(digits, (text) => {
        const [beforePadding = ""] = text.split("=", 1);
        expect([...looseBase64Octets(text)]).toEqual([...Buffer.from(beforePadding, "base64")]);
      }),
      { seed },
    );
  });

  test.each([
    ["xn--bcher-kva.example", "b\u00fccher.example"],
    ["XN--BCHER-KVA.example", "b\u00fccher.example"],
    ["xn--fa-hia.example", "fa\u00df.example"],
    ["www.xn--80ak6aa92e.com", "www.\u0430\u0440\u0440\u04cf\u0435.com"],
    ["xn--wgv71a119e.jp", "\u65e5\u672c\u8a9e.jp"],
    ["xn--fsqu00a.xn--0zwm56d", "\u4f8b\u5b50.\u6d4b\u8bd5"],
    ["xn--i-7iq.ws", "i\u2764.ws"],
    ["xn--mgba3a4f16a.ir", "\u0627\u06cc\u0631\u0627\u0646.ir"],
  ])("the host name %s is decoded", (host, expected) => {
    expect(hostToUnicode(host)).toBe(expected);
    expect(new URL(`https://${expected}/`).hostname).toBe(host.toLowerCase());
  });

  test.each([
    ["without such a label", "plain.example"],
    ["that is an IPv4 address", "192.0.2.7"],
    ["that is an IPv6 address", "[::1]"],
    ["with a cut label", "xn--a.example"],
    ["with an empty label", "xn--.example"],
    ["with a label that is ASCII when decoded", "xn--ascii-.example"],
    ["with a character that is no digit of Punycode", "xn--bcher-kv!.example"],
    ["with a code point beyond Unicode", "xn--99999999999.example"],
    ["with a label that is an upper-case letter when decoded", "xn--wca.example"],
    ["with an ideographic full stop", "xn--ab-r13a.example"],
    ["with a label beyond the limit of the DNS", `xn--${"b".repeat(60)}-kva.example`],
  ])("a host name %s stays as it is", (_, host) => {
    expect(hostToUnicode(host)).toBe(host);
  });

  test("a label that is not valid keeps no other from being decoded", () => {
    expect(hostToUnicode("WWW.xn--a.xn--bcher-kva.example")).toBe("www.xn--a.b\u00fccher.example");
  });
});
