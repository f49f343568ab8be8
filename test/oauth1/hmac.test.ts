/**
 * HMAC with kept pads is `createHmac`, for every length of key and message.
 *
 * @module
 */

import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHmacSigner as createOctetSigner } from "../../src/oauth1/hmac.ts";
import type { Hash } from "../../src/oauth1/signature-methods.ts";
import { seed } from "../seed.ts";

const HASHES: Hash[] = ["sha1", "sha256", "sha512"];

function expected(hash: Hash, key: string, message: string): string {
  return createHmac(hash, Buffer.from(key)).update(message, "utf8").digest("base64");
}

/** The octets of UTF-8 as latin1 text, which is what the signer takes. */
function octets(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function createHmacSigner(hash: Hash, key: string): (message: string) => string {
  const sign = createOctetSigner(hash, octets(key));
  return (message) => sign(octets(message));
}

test.each<[Hash, string]>([
  ["sha1", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
  ["sha256", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
  [
    "sha512",
    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
  ],
])("RFC 2202 and RFC 4231, case 2: %s", (hash, digest) => {
  const signature = createHmacSigner(hash, "Jefe")("what do ya want for nothing?");
  expect(Buffer.from(signature, "base64").toString("hex")).toBe(digest);
});

describe.each(HASHES)("%s", (hash) => {
  test("every length of key around the block lengths", () => {
    for (let length = 0; length <= 260; length++) {
      const key = "k".repeat(length);
      expect(createHmacSigner(hash, key)("m")).toBe(expected(hash, key, "m"));
    }
  });

  test("every length of message around the blocks and around the kept room, also of three octets a character", () => {
    const signer = createHmacSigner(hash, "key&");
    const lengths = [...Array(300).keys(), 1364, 1365, 1366, 4095, 4096, 4097, 4096 * 3, 5000, 20_000];
    for (const length of lengths) {
      for (const character of ["m", "日"]) {
        const message = character.repeat(length);
        expect(signer(message)).toBe(expected(hash, "key&", message));
      }
    }
  });

  test("a message leaves nothing behind for the next one", () => {
    const [one, other] = [createHmacSigner(hash, "one"), createHmacSigner(hash, "other")];
    const messages = ["x".repeat(1000), "y", "", "z".repeat(5000), "y"];
    for (const message of messages) {
      expect(one(message)).toBe(expected(hash, "one", message));
      expect(other(message)).toBe(expected(hash, "other", message));
    }
  });

  test("any key and message", () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(text, text, (key, message) => createHmacSigner(hash, key)(message) === expected(hash, key, message)),
    );
  });
});

test("keys and hashes that are used in turn do not get into each other's way", () => {
  const keys = ["key&", "other&", ""];
  const signers = HASHES.flatMap((hash) => keys.map((key) => ({ hash, key, sign: createHmacSigner(hash, key) })));
  const turn = fc.record({ which: fc.nat({ max: signers.length - 1 }), length: fc.constantFrom(0, 1, 99, 4096, 4097) });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
      for (const { which, length } of turns) {
        const { hash, key, sign } = signers[which]!;
        expect(sign("m".repeat(length))).toBe(expected(hash, key, "m".repeat(length)));
      }
    }),
    { seed, numRuns: 200 },
  );
});
