import { describe, expect, test } from "vitest";
import { differingLengths } from "../../src/inspector/compare/differing-lengths.ts";

describe("the part of two texts that differs", () => {
  test.each([
    ["an escape that is a character", "%252A%26b%3D1", "*%26b%3D1", [5, 1]],
    ["what is missing in the actual text", "a%3D1%26b%3D2%26c", "b%3D2%26c", [8, 0]],
    ["what is too much in the actual text", "b%3D2", "a%3D1%26b%3D2", [0, 8]],
    ["texts that are cut at the same length", "%2520view%26format%3Djpeg", "+view%26format%3Djpeg%26in", [5, 1]],
    ["two texts that end", "aX", "bX", [2, 2]],
    ["one text that ends", "", "%26b", [0, 4]],
    ["nothing in common", "abcdefgh", "12345678", [8, 8]],
  ])("is found for %s", (_, expected, actual, lengths) => {
    expect(differingLengths(expected, actual)).toEqual(lengths);
  });

  test("is found in time for long texts", () => {
    const [one, other] = ["a".repeat(65_000), `b${"a".repeat(65_000)}`];
    expect(differingLengths(one, other)).toEqual([0, 1]);
    expect(differingLengths(`${"ab".repeat(30_000)}c`, `${"ba".repeat(30_000)}d`)).toEqual([60_001, 60_001]);
  });
});
