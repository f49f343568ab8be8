import { describe, expect, test } from "vitest";
import { parseChecked } from "../../src/cli/input/checked-json.ts";
import { closedObject, type Shape } from "../../src/shapes/shape.ts";
import { HOSTILE, UNSEEN } from "../edge-cases.ts";

const SOURCE = { what: "a file", file: "a.json", hint: "write one" };
describe("JSON from outside", () => {
  const ITEM = closedObject([], {
    id: { type: "string" },
    text: { type: "string" },
    apiKey: { type: "string" },
    flag: { enum: ["a", "b"] },
  });
  const FILE: Shape = closedObject(["items"], { items: { type: "array", items: ITEM } });
  const problemOf = (value: unknown): string => {
    try {
      parseChecked(typeof value === "string" ? value : JSON.stringify(value), FILE, SOURCE);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  test("that fits its shape is returned", () => {
    const file = { items: [{ id: "one", flag: "a" }] };
    expect(parseChecked(JSON.stringify(file), FILE, SOURCE)).toEqual(file);
  });

  test.each<[unknown, string]>([
    [[], "expected a file at a.json: the file: expected an object, got []"],
    [{}, "expected a file at a.json: items: expected an array, got nothing"],
    [{ items: [], x: 1 }, "expected a file at a.json: x: expected one of the members items"],
    [
      { items: [{ id: "one", text: 5 }] },
      "expected a file at a.json: items[0].text (in one): expected a string, got 5",
    ],
    [{ items: [{ flag: "c" }] }, 'expected a file at a.json: items[0].flag: expected one of a, b, got "c"'],
    [{ items: [{ apiKey: 5 }] }, "expected a file at a.json: items[0].apiKey: expected a string"],
  ])("is refused with place, expectation and value, but without secrets: %j", (value, message) => {
    expect(problemOf(value)).toBe(message);
  });

  test("is quoted short and escaped", () => {
    const long = HOSTILE + "x".repeat(10_000);
    for (const value of [
      long,
      { items: [{ id: long, text: 5 }] },
      { items: [{ flag: long }] },
      { [long]: 1, items: [] },
    ]) {
      const message = problemOf(value);
      expect(message).not.toMatch(UNSEEN);
      expect(message.length).toBeLessThan(1500);
    }
  });

  test("is refused with a hint, and without its text if it is no JSON", () => {
    expect(problemOf("secret")).toBe("expected a file in JSON at a.json: Unexpected token 's'");
    expect(() => parseChecked("{", FILE, SOURCE)).toThrow(
      expect.objectContaining({ code: "usage", hint: "write one" }),
    );
  });

  test("is refused without anything of its text if that is private", () => {
    const source = { ...SOURCE, isPrivate: true };
    for (const text of [
      "hunter2",
      '{"items":[{"id":"hunter2","text":5}]}',
      '{"items":[{"flag":"hunter2"}]}',
      '"hunter2"',
    ]) {
      expect(() => parseChecked(text, FILE, source)).toThrow(/^expected a file /);
      expect(() => parseChecked(text, FILE, source)).not.toThrow(/hunter2|h'|5$/);
    }
  });
});
