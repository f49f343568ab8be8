/**
 * The keyed hash of the store in memory, against the values that its authors publish.
 */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeyedHash } from "../../src/verifier/memory/keyed-hash.ts";
import { seed } from "../seed.ts";

/** HalfSipHash-2-4-64 of the octets 0, 1, 2, … under the key 00 to 07, by their number (`vectors_hsip64` of the reference). */
const PUBLISHED: Readonly<Record<number, string>> = {
  0: "218d1f59b9b83cc8",
  2: "064f39ef7c50eb57",
  4: "d5e78a175be52ea1",
  6: "ce3e91358aa2bc25",
  8: "edfee820bce4858c",
  10: "95b0469f06a6f2ee",
  12: "7bc71f9faef5c799",
  14: "3bb1a870eae8e658",
  16: "7336aad25f7bf3b5",
  18: "c9b2db2b9a3e42f9",
  20: "1bf52b0a6feea7db",
  22: "e20103fa1ba776ef",
  24: "70741045ae3fa6f1",
  26: "0d899ed8112923f0",
  28: "2d925ffb1e0016b5",
  30: "291aaf864898179d",
  32: "28709d46d811626c",
  34: "8324e4d7528f9830",
  36: "86d67a40ec4276dc",
  38: "cbd92ee724d42109",
  40: "5b38c81c67c8ae4c",
  42: "a91a52c025327024",
  44: "1e30f3ad27dcb15a",
  46: "495c0f995557dc38",
  48: "a9eaa8c04ba93e3e",
  50: "912d568fd8f65a49",
  52: "02445a7998f550e1",
  54: "359569e7d289e3bc",
  56: "a1a492f942f15f1d",
  58: "5d1b5ea1b231d89d",
  60: "d6762890bf26e460",
  62: "f90b3ab572d46693",
};

const octets = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index));

function hexOf([first, second]: readonly [number, number]): string {
  const digest = Buffer.alloc(8);
  digest.writeInt32LE(first, 0);
  digest.writeInt32LE(second, 4);
  return digest.toString("hex");
}

describe("the keyed hash", () => {
  const hash = createKeyedHash(octets(8));

  test.each(Object.entries(PUBLISHED))("of %s octets is the published one", (length, expected) => {
    expect(hexOf(hash(octets(Number(length)).toString("utf16le")))).toBe(expected);
  });

  test("differs between texts and between keys", () => {
    const other = createKeyedHash();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, two) => {
        expect(hexOf(hash(one)) === hexOf(hash(two))).toBe(one === two);
        expect(hexOf(hash(one))).not.toBe(hexOf(other(one)));
      }),
      { seed },
    );
  });

  test("tells lone surrogates apart, which UTF-8 does not", () => {
    expect(hexOf(hash("\ud800"))).not.toBe(hexOf(hash("\ud801")));
  });
});
