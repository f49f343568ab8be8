import { describe, expect, test } from "vitest";
import { decodedAt } from "../../../src/conformance/reporters/model/escapes.ts";
import { kindOf, usualCause } from "../../../src/conformance/reporters/model/hints.ts";
import { differenceOf } from "../../../src/conformance/runner/check-answer.ts";
import { STAGES, type Stage } from "../../../src/conformance/vectors/index.ts";

describe("the kind of a difference", () => {
  test.each([
    ["no answer", "signature", "abc", "(nothing)"],
    ["refused valid input", "signature", "abc", "(refused)"],
    ["accepted invalid input", "base-string-uri", "(a refusal)", "http://a/"],
    ["lower-case escapes", "parameter-string", "a=%2A", "a=%2a"],
    ["plus instead of %20", "parameter-string", "a=%20b", "a=+b"],
    ["encoded too often", "base-string", "a%3D%252A", "a%3D%25252A"],
    ["encoded too few times", "base-string", "a%3D%252A", "a%3D%2A"],
    ["not encoded", "percent-encoding", "%2A", "*"],
    ["encoded unnecessarily", "percent-encoding", "~", "%7E"],
    ["different escape", "percent-encoding", "%C3%A9", "%E9"],
    ["ends early", "signature", "abc=", "abc"],
    ["too long", "base-string-uri", "http://a/", "http://a/#b"],
    ["different value", "signature", "a%2A", "a%2a"],
  ] as const)("is %s at the stage %s for %s and %s", (kind, stage, expected, actual) => {
    const difference = differenceOf(stage, expected, actual)!;
    expect(kindOf(difference)).toBe(kind);
    expect(usualCause({ difference })).not.toBe("");
  });

  test.each([
    ["a second difference", "parameter-string", "a=%2A&b=%2A", "a=%2a&b=%2a"],
    ["a value that is longer in the middle", "base-string-uri", "https://a/p", "https://a:443/p"],
    ["another signature", "signature", "r6/TJjbCOr97/+UU0NsvSne7s5g=", "bYT5CMsGcbgUdFHObYMEfcx6bsw="],
  ] as const)("is no usual cause if there is %s", (_what, stage, expected, actual) => {
    expect(usualCause({ difference: differenceOf(stage, expected, actual)! })).toBe("");
  });

  test("has a hint at every stage but those whose kind says all", () => {
    const difference = (stage: Stage) => ({ stage, expected: "a", actual: "b", index: 0 });
    const without = STAGES.filter((stage) => usualCause({ difference: difference(stage) }) === "");
    expect(without).toEqual(["percent-encoding"]);
  });
});

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
