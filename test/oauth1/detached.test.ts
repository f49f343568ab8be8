import { describe, expect, test } from "vitest";
import { detached, detachedOctets } from "../../src/oauth1/detached.ts";

describe("what is detached", () => {
  test("is the same text, surrogates and all", () => {
    for (const text of ["", "a", "\u20ac\ud83d\ude00", "\ud800"]) expect(detached(text)).toBe(text);
  });

  test("is the same octets, in memory that holds nothing else", () => {
    const octets = detachedOctets("a\xff");
    expect([...octets]).toEqual([0x61, 0xff]);
    expect(octets.buffer.byteLength).toBe(2);
  });
});
