import { describe, expect, test } from "vitest";
import { stablePart } from "../../../src/conformance/runner/answers/stable-part.ts";

describe("the stable part of a message", () => {
  test.each([
    ["cannot decode %E9 at 12", "cannot decode … at …"],
    ['unknown name "a b"', "unknown name"],
    ["TypeError: cannot read (reading 'x')", "TypeError: cannot read"],
    ["./a.lua:47: index a nil value (local 's')", "… index a nil value"],
    ["InsecureTransportError: no\n  at line 7", "InsecureTransportError: no"],
    ["doesn't work", "doesn't work"],
    ["", ""],
    ["404", ""],
  ])("%j is %j", (message, expected) => {
    expect(stablePart(message)).toBe(expected);
  });

  test("is the same for every text that a message quotes", () => {
    const parts = ["a", "ü 7", "it's", "https://x.example/?a=b"].map((text) => stablePart(`invalid value: "${text}"`));
    expect(new Set(parts)).toEqual(new Set(["invalid value:"]));
  });
});
