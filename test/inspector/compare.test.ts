import { describe, expect, test } from "vitest";
import { compareBaseStrings, differingPieces } from "../../src/inspector/compare/compare-base-strings.ts";

const RIGHT = "POST&https%3A%2F%2Fexample.com%2Fpay&a%3D1%2520%25C3%25A9%26b%3D2%26c%3D3";

describe("a comparison of base strings", () => {
  test("shows equal ones as equal, decoded once and twice", () => {
    const { isEqual, parts, problems, position } = compareBaseStrings(RIGHT, `  ${RIGHT}\n`);
    expect({ isEqual, problems, position }).toEqual({ isEqual: true, problems: [], position: undefined });
    expect(parts.map(({ difference }) => difference)).toEqual(Array(5).fill(undefined));
    expect(parts[0]).toMatchObject({ part: "method", left: { raw: "POST" } });
    expect(parts[1]).toMatchObject({ part: "base-string-uri", left: { once: "https://example.com/pay" } });
    expect(parts[2]).toEqual({
      part: "parameter",
      name: "a",
      left: { raw: "1%2520%25C3%25A9", once: "1%20%C3%A9", twice: "1 é" },
      right: { raw: "1%2520%25C3%25A9", once: "1%20%C3%A9", twice: "1 é" },
    });
  });

  test.each([
    ["a parameter of the first only", "%26b%3D2", "", "b", "only-left"],
    ["a parameter of the second only", "%26c%3D3", "%26bb%3D9%26c%3D3", "bb", "only-right"],
    ["another letter case of escapes", "%25C3%25A9", "%25c3%25a9", "a", "letter-case"],
    ["a space that is encoded once", "1%2520", "1%20", "a", "encoding"],
    ["another value", "b%3D2", "b%3D7", "b", "value"],
    ["another letter case of a value", "b%3D2", "b%3Dx", "b", "value"],
  ])("names %s", (_, from, to, name, difference) => {
    const { parts } = compareBaseStrings(RIGHT, RIGHT.replace(from, to));
    expect(parts.filter((part) => part.difference !== undefined)).toMatchObject([{ name, difference }]);
  });

  test("does not take letters of a value for a spelling of escapes", () => {
    expect(compareBaseStrings("GET&http%3A%2F%2Fu&a%3Dx", "GET&http%3A%2F%2Fu&a%3DX").parts[2]!.difference).toBe(
      "value",
    );
  });

  test("finds base strings in lines of a log, and says where they differ first", () => {
    const { left, position } = compareBaseStrings(`12:00 DEBUG base="${RIGHT}" ok`, RIGHT.replace("POST", "PUT"));
    expect(left).toBe(RIGHT);
    expect(position).toBe(2);
  });

  test.each([
    ["", "The first text is empty."],
    ["a&b", "The first text is not a base string, which is METHOD&URI&parameters."],
    ["GET&http%3A%2F%2Fa", "The first text has 2 parts between &; a base string has 3."],
    [
      "POST&https://example.com/&a=1&b=2",
      "The first text has 4 parts between &; a base string has 3. An & in the URI or in the parameters must be written as %26.",
    ],
  ])("says why %j is no base string", (text, problem) => {
    const { problems, parts } = compareBaseStrings(text, RIGHT);
    expect(problems).toEqual([problem]);
    expect(parts).toEqual([]);
  });
});

describe("the marked pieces", () => {
  test.each([
    ["abc", "axc", ["a", "b", "c"]],
    ["aa", "a", ["a", "a", ""]],
    ["x%2Fy", "x%2fy", ["x", "%2F", "y"]],
    ["😀", "😁", ["", "😀", ""]],
    ["1%2520%25C3%25A9", "1%2520%25c3%25a9", ["1%2520", "%25C3%25A9", ""]],
    ["%2520", "%20", ["", "%2520", ""]],
    ["same", "same", ["same", "", ""]],
  ])("are those that differ: %j beside %j", (text, other, pieces) => {
    expect(differingPieces(text, other)).toEqual(pieces);
  });
});
