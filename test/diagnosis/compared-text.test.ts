import { describe, expect, test } from "vitest";
import { comparedLines, comparedSegments, PLAIN } from "../../src/diagnosis/text/compared-text.ts";

const lines = (one: string, other: string): string[] => {
  const [sent, signed] = comparedSegments(one, other);
  return comparedLines(["sent", sent], ["signed", signed], PLAIN);
};

/** The pieces that differ. */
const marked = (one: string, other: string): string[][] =>
  comparedSegments(one, other).map((side) => side.filter(({ differs }) => differs).map(({ text }) => text));

describe("two values side by side", () => {
  test("have only what differs marked, whole escapes and whole characters", () => {
    expect(lines("q=a%2520b&z", "q=a+b&z")).toEqual([
      "sent    q=a%2520b&z",
      "           ^^^^^",
      "signed  q=a+b&z",
      "           ^",
    ]);
    expect(marked("a😀b", "a😁b")).toEqual([["😀"], ["😁"]]);
    expect(marked("a%3Abcde%2Fb", "a%3abcde%2fb")).toEqual([
      ["%3A", "%2F"],
      ["%3a", "%2f"],
    ]);
  });

  test("have nothing marked if they are equal, and all of a value that stands alone", () => {
    expect(marked("same", "same")).toEqual([[], []]);
    expect(marked("alone", "")).toEqual([["alone"], []]);
    expect(marked("abc", "abcdef")).toEqual([[], ["def"]]);
  });

  test("show control characters", () => {
    expect(marked("x\u00a0\n1", "x\u00a0 1")).toEqual([["\\x0a"], [" "]]);
  });

  test("are aligned behind characters of two columns", () => {
    const [, carets, signed] = lines("支付=1", "支付=2");
    expect([carets, signed]).toEqual(["             ^", "signed  支付=2"]);
  });

  test("are cut around the difference", () => {
    const [sent = []] = comparedSegments(
      `${"x".repeat(500)}1${"y".repeat(500)}`,
      `${"x".repeat(500)}2${"y".repeat(500)}`,
    );
    expect(sent.map(({ text }) => text)).toEqual([`…${"x".repeat(40)}`, "1", `${"y".repeat(59)}…`]);
  });

  test("have nothing marked at an end where both were cut before", () => {
    const [one, other] = comparedSegments("https%3A%2F%2Fgate", "http%3A%2F%2Fgate.e", true);
    expect([one, other].map((side) => side.filter(({ differs }) => differs).map(({ text }) => text))).toEqual([
      ["s"],
      [],
    ]);
  });

  test("are compared with little work, however often they differ", () => {
    const [one, other] = comparedSegments(`${"ab".repeat(30_000)}c`, `${"ba".repeat(30_000)}d`);
    expect([one, other].map((side) => side.map(({ text }) => text).join("").length)).toEqual([61, 61]);
  });
});
