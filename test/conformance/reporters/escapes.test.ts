import { describe, expect, test } from "vitest";
import { decodedAt } from "../../../src/conformance/reporters/model/escapes.ts";

describe("the escapes at a difference", () => {
  test.each([
    ["a%2Ab", 2, "%2A is *"],
    ["a%252Ab", 5, "%252A is %2A is *"],
    ["%C3%A9", 4, "%C3%A9 is é"],
    ["%25C3%25A9", 8, "%25C3%25A9 is %C3%A9 is é"],
    ["x%E9y", 1, "%E9 is not UTF-8"],
    ["%0A", 1, "%0A is \\x0a"],
    ["a%2Ab", 0, undefined],
    ["100%", 3, undefined],
    ["", 0, undefined],
  ])("of %s at %i mean %s", (text, index, meaning) => {
    expect(decodedAt(text, index)).toBe(meaning);
  });
});
