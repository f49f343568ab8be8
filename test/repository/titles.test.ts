import { describe, expect, test } from "vitest";
import { LONGEST_TITLE, testEach, titleProblem } from "../title.ts";

describe("the title of a test", () => {
  test("may have 120 characters with those of its groups", ({ task }) => {
    const titled = (length: number) => ({ suite: task.suite!, fullTestName: "x".repeat(length) });
    expect(titleProblem(titled(LONGEST_TITLE))).toBeUndefined();
    expect(titleProblem(titled(LONGEST_TITLE + 1))).toMatch(
      /^this title has 121 characters, at most 120 are allowed: x/,
    );
  });

  test("needs a describe, which has its subject", () => {
    expect(titleProblem({ fullTestName: "works" })).toBe(
      "this test is in no describe, whose title is its subject: works",
    );
  });

  testEach([
    ["x".repeat(800_000), 1],
    ["two\nlines", 2],
    [Buffer.from("octets"), 3],
  ])("shows the beginning of a long value: %s, %s", (value, number) => {
    expect([value.length, number]).toEqual(
      [
        [800_000, 1],
        [9, 2],
        [6, 3],
      ][number - 1],
    );
    expect(expect.getState().currentTestName).toMatch(
      [/: x{44}…, 1$/, /: two\\nlines, 2$/, /: octets, 3$/][number - 1]!,
    );
  });
});
