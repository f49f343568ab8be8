import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redaction/index.ts";

describe("taking secrets out", () => {
  test.each([
    "a key+/ü",
    "a%20key%2B%2F%C3%BC",
    "a+key%2b%2f%c3%bc",
    "a%2520key%252B%252F%25C3%25BC",
    "%61 key+/ü",
    Buffer.from("a key+/ü").toString("latin1"),
  ])("finds it written as %s", (spelling) => {
    expect(createRedactor({ secrets: ["a key+/ü"] }).text(`x=${spelling}&y`)).toBe("x=(secret)&y");
  });

  test("leaves everything else, and is not kept from it by a secret that another one begins", () => {
    expect(createRedactor({ secrets: ["abcd", "abcdef", undefined, ""] }).text("abcdef abcd abc")).toBe(
      "(secret) (secret) abc",
    );
    expect(createRedactor({ secrets: ["a.c$"] }).text("abc$ a.c$")).toBe("abc$ (secret)");
  });
});
